import { type BarChange, allowedDays, progressAfter, spanAfter } from '../rules/bar-drag.ts'
import { type Scale, snapDays } from '../rules/scale.ts'
import type { TimelineItem } from '../rules/items.ts'

import { barPlace } from '../chart/chart-sizes.ts'
import type { Preview } from './preview-store.ts'

/** A part of a bar that can be dragged. `link` is the dot that starts a dependency. */
export type Part = BarChange['part'] | 'link'

export function partOf(target: EventTarget | null, { task }: TimelineItem): Part {
  const part = target instanceof Element ? target.closest('[data-part]')?.getAttribute('data-part') : null
  if (part === 'progress' && task.completed) return 'move'
  return (part ?? 'move') as Part
}

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

/** Returns a bar's dates and progress with an unsaved change applied. */
export function previewOf(item: TimelineItem, change: BarChange): Preview {
  const { start, end, task } = item
  if (change.part === 'progress') return { start, end, progress: change.progress }
  return { ...spanAfter(item, change.part, change.days), progress: task.progress }
}

export function isSameChange(a: BarChange, b: BarChange | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
