import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { TaskPatch } from '#domain/tasks/task.ts'
import { patchOf } from './bar-drag.ts'
import { dateOf } from '#domain/tasks/slack/day-number.ts'
import { toTimelineItem } from './items.ts'

/**
 * Returns the patch for a task dropped on a day, or an empty one if nothing changes. A task on the timeline moves like its
 * bar, so that it starts on that day and keeps its length, its times of day and its due date. Any other task starts on
 * that day. Source: docs/decisions/059.
 * @param day a day number
 * @param zone the viewer's IANA time zone
 */
export function dropOnDay(task: ShortTask, day: number, zone: string): TaskPatch {
  const item = toTimelineItem(task, zone)
  if (!item) return { startDate: dateOf(day).toString() }
  return patchOf(item, { part: 'move', days: day - Math.floor(item.start) }, zone)
}
