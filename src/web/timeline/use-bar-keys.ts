import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

import { type BarChange, changeByKey, progressAfter } from '#domain/timeline-drag.ts'
import type { Span, TimelineItem } from '#domain/timeline.ts'

import { useLatest } from '../use-latest.ts'
import { previewOf } from './bar-press.ts'
import { focusBar, taskOfBar } from './focus-bar.ts'
import { heldBars } from './preview-store.ts'
import { useTimelineActions } from './timeline-actions.ts'

type Options = {
  items: readonly TimelineItem[]
  rowOf: (taskId: number) => number
  reveal: (row: number, span?: Span, edge?: 'start' | 'end') => void
  /** The bar that has the focus is the one the Tab key comes back to. */
  onStop: (taskId: number) => void
}

/** How many rows a page of the keyboard is. */
const PAGE_ROWS = 10

/** What a key that is held down has come to, until it is let go. */
type Held = { item: TimelineItem; change: BarChange }

/**
 * The keys of the bars: up and down go from row to row, arrows and signs change the bar, Enter edits it, m opens its
 * menu. What a key does is saved when it is let go, so that one held down is one change.
 */
export function useBarKeys(options: Options) {
  const { edit, change } = useTimelineActions()
  const latest = useLatest(options)
  const held = useRef<Held | null>(null)
  const wanted = useRef<number | null>(null)

  // The row a key goes to may be drawn only now.
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

  const carry = (item: TimelineItem, step: BarChange) => {
    const next = held.current?.change.part === step.part ? add(item, held.current.change, step) : step
    if (held.current?.change.part !== step.part) save()
    held.current = { item, change: next }
    const shown = previewOf(item, next)
    heldBars.set(new Map([[item.task.id, shown]]))
    latest.current.reveal(latest.current.rowOf(item.task.id), shown, step.part === 'end' ? 'end' : 'start')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const taskId = taskOfBar(event.target)
    const row = taskId === null ? -1 : latest.current.rowOf(taskId)
    const item = latest.current.items[row]
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    const step = changeByKey(item, event)
    if (step && isAllowed(item, step)) carry(item, step)
    else if (event.key === 'Escape' && held.current) {
      held.current = null
      heldBars.clear()
    } else if (event.key === 'Enter') edit(item)
    else if (event.key === 'm' || event.key === 'ContextMenu') openMenu(event.target)
    else if (event.key in ROWS) goTo(row + (ROWS[event.key] ?? 0))
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(latest.current.items.length - 1)
    else if (!step) return
    event.preventDefault()
  }

  const onFocus = (event: FocusEvent) => {
    const taskId = taskOfBar(event.target)
    if (taskId === null) return
    latest.current.onStop(taskId)
    // The browser does not know that the list lies over a part of the box.
    if (event.target.matches(':focus-visible')) latest.current.reveal(latest.current.rowOf(taskId))
  }
  return { goTo, onKeyDown, onKeyUp: save, onBlur: save, onFocus }
}

const ROWS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE_ROWS, PageDown: PAGE_ROWS }

/** The progress of what is completed is not changed. */
function isAllowed({ task }: TimelineItem, { part }: BarChange): boolean {
  return part !== 'progress' || !task.completed
}

/** One step more of a key that is held down. */
function add(item: TimelineItem, held: BarChange, step: BarChange): BarChange {
  if (held.part !== 'progress' && step.part !== 'progress') return { ...held, days: held.days + step.days }
  if (held.part !== 'progress' || step.part !== 'progress') return step
  return {
    part: 'progress',
    progress: progressAfter(held.progress, step.progress > item.task.progress ? 5 : -5),
  }
}

/** The menu hangs on a button of the row, which the mouse finds there. */
function openMenu(target: EventTarget): void {
  if (target instanceof Element)
    target.closest('[role=row]')?.querySelector<HTMLElement>('[data-menu]')?.click()
}
