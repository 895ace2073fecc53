import { type BarChange, allowedDays, progressAfter, spanAfter } from '#domain/timeline-drag.ts'
import { type Scale, snapDays } from '#domain/timeline-scale.ts'
import type { TimelineItem } from '#domain/timeline.ts'

import { barPlace } from './chart-sizes.ts'
import type { Preview } from './preview-store.ts'

/** What of a bar is dragged: a part of it, or the dot from which a dependency is drawn. */
export type Part = BarChange['part'] | 'link'

/** A bar under a pointer: pressed, and lifted when it was carried far, or held long, enough. */
export type Press = {
  pointerId: number
  item: TimelineItem
  part: Part
  /** Where it was pressed, in px of the window, and how far the box was scrolled. */
  x: number
  y: number
  scrolled: number
  isLifted: boolean
  change: BarChange | null
  timer?: ReturnType<typeof setTimeout>
  stopScroll?: () => void
}

export function partOf(target: EventTarget, { task }: TimelineItem): Part {
  const part = target instanceof Element ? target.closest('[data-part]')?.getAttribute('data-part') : null
  if (part === 'progress' && task.completed) return 'move'
  return (part ?? 'move') as Part
}

/** What a drag by so many px makes of a bar. */
export function changeByDrag(
  item: TimelineItem,
  part: BarChange['part'],
  px: number,
  scale: Scale,
): BarChange {
  if (part === 'progress') {
    const { width } = barPlace(scale, item)
    return { part, progress: progressAfter(item.task.progress, (px / width) * 100) }
  }
  const days = snapDays(scale, part === 'end' ? item.end : item.start, px)
  return { part, days: allowedDays(item, part, days) }
}

/** How a bar is shown with a change that is not saved yet. */
export function previewOf(item: TimelineItem, change: BarChange): Preview {
  const { start, end, task } = item
  if (change.part === 'progress') return { start, end, progress: change.progress }
  return { ...spanAfter(item, change.part, change.days), progress: task.progress }
}

export function isSameChange(a: BarChange, b: BarChange | null): boolean {
  if (b?.part !== a.part) return false
  if (a.part === 'progress') return b.part === 'progress' && a.progress === b.progress
  return b.part !== 'progress' && a.days === b.days
}
