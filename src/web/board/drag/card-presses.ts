import type { SyntheticEvent } from 'react'

import type { GripHandle } from './grip.tsx'

type Press = {
  on: 'onMouseDown' | 'onTouchStart' | 'onKeyDown'
  event: SyntheticEvent
  card: HTMLElement
}

/** What ends a press that waits: a pointer is let go, or after a key something else is done. */
const ENDS = {
  onMouseDown: ['mouseup', 'dragstart'],
  onTouchStart: ['touchend', 'touchcancel'],
  onKeyDown: ['keydown', 'pointerdown', 'focusout'],
}

export type CardPresses = ReturnType<typeof createCardPresses>

/**
 * Hands presses on cards to the drag library. One that is there before the library waits for it while it is held, so that
 * a card can be lifted from the moment it is seen.
 */
export function createCardPresses() {
  let grip: GripHandle | null = null
  let waiting: Press | null = null
  let ended = new AbortController()

  const hand = ({ on, event, card }: Press) => {
    grip?.setCard(card)
    grip?.listeners?.[on]?.(event)
  }
  const wait = (press: Press) => {
    ended.abort()
    ended = new AbortController()
    const end = (event: Event) => {
      if (event === press.event.nativeEvent) return
      waiting = null
      ended.abort()
    }
    waiting = press
    for (const name of ENDS[press.on]) {
      document.addEventListener(name, end, { capture: true, signal: ended.signal })
    }
  }
  return {
    press: (press: Press) => (grip ? hand(press) : wait(press)),
    /** The ref of the library's grip. */
    setGrip: (handle: GripHandle | null) => {
      grip = handle
      if (!handle || !waiting) return
      ended.abort()
      const press = waiting
      waiting = null
      // The library hears nothing while it is being put on the page.
      queueMicrotask(() => hand(press))
    },
  }
}
