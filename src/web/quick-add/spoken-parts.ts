import { useEffect, useEffectEvent, useRef } from 'react'

/** The time without typing after which parts are spoken, once, in ms. */
const PAUSE_MS = 400

/** Announces the names of newly recognized parts. */
export function useSpokenParts(parts: readonly { name: string }[], say: (text: string) => void): void {
  const spoken = useRef(new Set<string>())
  const announce = useEffectEvent(say)
  const key = parts.map(({ name }) => name).join('\n')
  useEffect(() => {
    const timer = setTimeout(() => {
      const now = key === '' ? [] : key.split('\n')
      const fresh = now.filter((name) => !spoken.current.has(name))
      spoken.current = new Set(now)
      if (fresh.length > 0) announce(fresh.join(', '))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key])
}
