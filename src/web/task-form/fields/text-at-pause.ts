import { useRef, useState } from 'react'

/** The pause in typing that counts, in ms. */
const PAUSE_MS = 150

/**
 * Returns the text at the last pause in typing, so that messages don't flicker, and a function to call on each change.
 */
export function useTextAtPause(value: string): [text: string, onType: () => void] {
  const [held, setHeld] = useState<string | null>(null)
  const pause = useRef(0)
  const onType = () => {
    setHeld(held ?? value)
    clearTimeout(pause.current)
    pause.current = window.setTimeout(() => setHeld(null), PAUSE_MS)
  }
  return [held ?? value, onType]
}
