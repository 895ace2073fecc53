import { type RefObject, useLayoutEffect } from 'react'

/** Gives the focus to another place when the part that has it goes away: a row whose file has arrived, for one. */
export function usePassFocus(part: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      if (part.current?.contains(document.activeElement)) to.current?.focus()
    },
    [part, to],
  )
}
