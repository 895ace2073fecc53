import { type FocusEvent, type RefObject, useLayoutEffect, useMemo, useState } from 'react'

import { focusCompletedFilters } from './focus-filters.ts'
import { type ListItem, nearestTask } from './list-items.ts'

/** The row that has, or last had, the focus: which task it is of, and where it stood. */
type Row = { taskId: number; index: number }

/**
 * Follows the row with the focus wherever it moves in the list, and gives the focus to its neighbour when it goes.
 * `index` is where it stands, or stood; -1 before any had the focus.
 */
export function useFocusedRow(list: RefObject<HTMLElement | null>, items: readonly ListItem[]) {
  const [row, setRow] = useState<Row | null>(null)
  const index = useMemo(() => (row ? findTask(items, row.taskId) : -1), [items, row])
  const isGone = row !== null && index === -1
  if (row && !isGone && index !== row.index) setRow({ ...row, index })

  const focusNear = () => {
    const near = nearestTask(items, row?.index ?? 0)
    const button = list.current?.querySelector<HTMLElement>(`[data-index="${near}"] button`)
    if (button) button.focus()
    else focusCompletedFilters()
  }
  // Only what has no other place: a dialog that is open keeps the focus, and gives it back itself.
  useLayoutEffect(() => {
    if (isGone && document.activeElement === document.body) focusNear()
  })

  return {
    index: row?.index ?? -1,
    onFocus: ({ target }: FocusEvent) => {
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
      const item = items[index]
      if (item?.kind === 'task') setRow({ taskId: item.task.id, index })
    },
    focusNear,
  }
}

function findTask(items: readonly ListItem[], taskId: number): number {
  return items.findIndex((item) => item.kind === 'task' && item.task.id === taskId)
}
