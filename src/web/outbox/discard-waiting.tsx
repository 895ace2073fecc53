import { type MouseEvent, useState } from 'react'

import { LINE_ACTION } from './line.tsx'
import * as words from './words.ts'

/** Discards changes that the signed-in user can't send, on the second press. Their account may have been deleted. */
export function DiscardWaiting({ count, onDiscard }: { count: number; onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className={LINE_ACTION} onClick={once(() => setIsAsking(!isAsking))}>
        {isAsking ? words.keep : words.discard}
      </button>
      {isAsking && (
        <button
          type="button"
          aria-label={words.discardOf(count)}
          className={LINE_ACTION}
          onClick={once(onDiscard)}
        >
          {words.discard}
        </button>
      )}
    </>
  )
}

/** Ignores the second click of a double click, which can hit the button that the first one shows. */
const once = (press: () => void) => (event: MouseEvent) => event.detail > 1 || press()
