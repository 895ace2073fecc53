import { type RefObject, useLayoutEffect, useRef } from 'react'

export type RowFocus = {
  list: RefObject<HTMLUListElement | null>
  /** Remembers the position of the row that is about to be removed. */
  leave: (place: number) => void
  /** Focuses the row that is now at the position of the removed one, or the last row. */
  focusNext: () => void
  focusRow: (place: number) => void
}

/**
 * Keeps focus in place when a row is removed.
 * @param onEmptied moves the focus when no row is left
 */
export function useRowFocus(onEmptied: () => void): RowFocus {
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<number | null>(null)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-restore]') ?? [])]

  const focusNext = () => {
    if (left.current === null) return
    const rows = buttons()
    const next = rows[left.current] ?? rows.at(-1)
    left.current = null
    if (next) next.focus()
    else onEmptied()
  }
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focusNext()
  })
  return {
    list,
    leave: (place) => {
      left.current = place
    },
    focusNext,
    focusRow: (place) => buttons()[place]?.focus(),
  }
}
