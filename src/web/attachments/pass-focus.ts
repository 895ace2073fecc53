import { type RefObject, useLayoutEffect } from 'react'

/** Moves the focus to `to` when the focused part unmounts, such as the row of a finished upload. */
export function usePassFocus(part: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      if (part.current?.contains(document.activeElement)) to.current?.focus()
    },
    [part, to],
  )
}
