import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

import { type BarChange, changeByKey } from '../rules/bar-drag.ts'
import type { Span, TimelineItem } from '../rules/items.ts'

import { togglePlan } from '../../day/plan-task.ts'
import { isPlainKey } from '../../keys/single-keys.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { previewOf } from './bar-press.ts'
import { focusBar, taskOfBar } from './focus-bar.ts'
import { heldBars } from './preview-store.ts'
import { useTimelineActions } from '../timeline-actions.ts'

type Options = {
  items: readonly TimelineItem[]
  rowOf: (taskId: number) => number
  reveal: (row: number, span?: Span, edge?: 'start' | 'end') => void
  /** Called when a bar gets focus, so that Tab returns to it. */
  onStop: (taskId: number) => void
}

/** The number of rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10

/** The unsaved change made by a key that is held down. */
type Held = { item: TimelineItem; change: BarChange }

/**
 * Returns the keyboard handlers of the bars. A change is saved when its key is released, so that a held key makes one
 * change.
 */
export function useBarKeys(options: Options) {
  const { edit, change, check } = useTimelineActions()
  const latest = useLatest(options)
  const held = useRef<Held | null>(null)
  const wanted = useRef<number | null>(null)

  // The target row may render only after scrolling.
  useLayoutEffect(() => {
    if (wanted.current !== null && focusBar(wanted.current)) wanted.current = null
  })

  const goTo = (row: number) => {
    const { items, reveal, onStop } = latest.current
    const item = items[Math.min(items.length - 1, Math.max(0, row))]
    if (!item) return
    const { id } = item.task
    reveal(latest.current.rowOf(id))
    onStop(id)
    wanted.current = focusBar(id) ? null : id
  }

  const save = () => {
    if (!held.current) return
    const { item, change: made } = held.current
    held.current = null
    change(item, made)
  }
  const saveLatest = useLatest(save)
  // A layout effect, because the timeline's own cleanup then removes the outlines that the save may show.
  useLayoutEffect(() => () => saveLatest.current(), [saveLatest])

  const carry = (item: TimelineItem, next: BarChange) => {
    if (held.current?.change.part !== next.part) save()
    held.current = { item, change: next }
    const shown = previewOf(item, next)
    heldBars.hold(item.task.id, shown)
    latest.current.reveal(latest.current.rowOf(item.task.id), shown, next.part === 'end' ? 'end' : 'start')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const taskId = taskOfBar(event.target)
    const row = taskId === null ? -1 : latest.current.rowOf(taskId)
    const item = latest.current.items[row]
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    const next = changeByKey(item, event, held.current?.change ?? null)
    if (next) carry(item, next)
    else if (event.key === 'Escape' && held.current) {
      heldBars.release(held.current.item.task.id)
      held.current = null
    } else if (event.key === 'Enter') edit(item)
    else if (isPlainKey(event, 'c')) check(item)
    else if (isPlainKey(event, 't') && !item.task.completed) togglePlan(item.task)
    else if (isPlainKey(event, 'm') || event.key === 'ContextMenu') openMenu(event.target)
    else if (event.key in ROWS) goTo(row + (ROWS[event.key] ?? 0))
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(latest.current.items.length - 1)
    else return
    event.preventDefault()
  }

  const onFocus = (event: FocusEvent) => {
    const taskId = taskOfBar(event.target)
    if (taskId === null) return
    latest.current.onStop(taskId)
    // When the browser scrolls to the focus, it ignores that the task column covers part of the box.
    if (event.target.matches(':focus-visible')) latest.current.reveal(latest.current.rowOf(taskId))
  }
  return { goTo, onKeyDown, onKeyUp: save, onBlur: save, onFocus }
}

const ROWS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE_ROWS, PageDown: PAGE_ROWS }

function openMenu(target: EventTarget): void {
  if (target instanceof Element)
    target.closest('[role=row]')?.querySelector<HTMLElement>('[data-menu]')?.click()
}
