import { useEffect, useRef, useState } from 'react'

/** Parts are spoken once, after this many ms without typing. */
const PAUSE_MS = 400

/** Returns the names of newly recognized parts, for a live region. */
export function useSpokenParts(names: readonly string[]): string {
  const spoken = useRef(new Set<string>())
  const [text, setText] = useState('')
  const key = names.join('\n')
  useEffect(() => {
    const timer = setTimeout(() => {
      const now = key === '' ? [] : key.split('\n')
      const fresh = now.filter((name) => !spoken.current.has(name))
      spoken.current = new Set(now)
      if (fresh.length > 0) setText(fresh.join(', '))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key])
  return text
}
