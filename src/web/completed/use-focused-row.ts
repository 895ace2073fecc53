import { type FocusEvent, type RefObject, useLayoutEffect, useMemo, useState } from 'react'

import { PERIOD_FILTER, focusFilter } from '../filters/focus-filters.ts'
import { useUnmount } from '../ui/use-unmount.ts'
import { type ListItem, nearestTask } from './list-items.ts'

/** The row that has or last had focus. */
type Row = { taskId: number; index: number }

/**
 * Tracks the focused row as it moves, and focuses its neighbor when it disappears. `index` is the row's index, or -1
 * before any row had focus.
 */
export function useFocusedRow(list: RefObject<HTMLElement | null>, items: readonly ListItem[]) {
  const [row, setRow] = useState<Row | null>(null)
  const index = useMemo(() => (row ? findTask(items, row.taskId) : -1), [items, row])
  const isGone = row !== null && index === -1
  if (row && !isGone && index !== row.index) setRow({ ...row, index })

  const focusNear = () => {
    const near = nearestTask(items, row?.index ?? 0)
    const button = list.current?.querySelector<HTMLElement>(`[data-index="${near}"] h3 button`)
    if (button) button.focus()
    else focusFilter(PERIOD_FILTER)
  }
  // An open dialog keeps the focus and returns it when it closes.
  useLayoutEffect(() => {
    if (isGone && document.activeElement === document.body) focusNear()
  })
  // The list disappears with its last task.
  useUnmount(() => {
    if (row && document.activeElement === document.body) focusFilter(PERIOD_FILTER)
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
