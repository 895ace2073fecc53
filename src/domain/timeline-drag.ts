import { moveDate } from './move-date.ts'
import { PROGRESS_STEP } from './task-form.ts'
import type { TaskPatch } from './task.ts'
import type { Span, TimelineItem } from './timeline.ts'

/** The part of a bar that is dragged in time: the whole of it, or one of its ends. */
export type BarPart = 'move' | 'start' | 'end'

/** A change of a bar: days that a part of it moves by, or the progress it is set to, in percent. */
export type BarChange = { part: BarPart; days: number } | { part: 'progress'; progress: number }

/** The days a part really moves by: one end never reaches the other. */
export function allowedDays({ start, end }: Span, part: BarPart, days: number): number {
  const most = Math.ceil(end - start) - 1
  if (part === 'start') return Math.min(days, most)
  return part === 'end' ? Math.max(days, -most) : days
}

/** Where a bar reaches when a part of it has moved by whole days. */
export function spanAfter(span: Span, part: BarPart, days: number): Span {
  const allowed = allowedDays(span, part, days)
  return {
    start: part === 'end' ? span.start : span.start + allowed,
    end: part === 'start' ? span.end : span.end + allowed,
  }
}

/**
 * The body that changes the task as its bar was changed; an empty one when nothing was. Dates keep the form they are
 * stored in. A bar that is moved keeps its due date, and an end that it had not; the end it was seen to have is written
 * where one end is dragged and the other shall stay. Source: decisions 8.
 * @param zone the person's IANA time zone
 */
export function patchOf(item: TimelineItem, change: BarChange, zone: string): TaskPatch {
  if (change.part === 'progress') {
    return change.progress === item.task.progress ? {} : { progress: change.progress }
  }
  const days = allowedDays(item, change.part, change.days)
  if (days === 0) return {}
  if (change.part === 'move') return moved(item, days, zone)
  return change.part === 'start' ? startMoved(item, days, zone) : endMoved(item, days, zone)
}

function moved({ task, startFrom }: TimelineItem, days: number, zone: string): TaskPatch {
  const patch: TaskPatch = {}
  const start = startFrom === 'endDate' ? null : task[startFrom]
  if (start !== null) patch.startDate = moveDate(start, days, zone)
  // Also one that is not after the start, or it might be so by then.
  const end = task.endDate && moveDate(task.endDate, days, zone)
  if (end !== task.endDate) patch.endDate = end
  return patch
}

function startMoved(item: TimelineItem, days: number, zone: string): TaskPatch {
  const patch: TaskPatch = { startDate: moveDate(startText(item), days, zone) }
  if (!item.hasOwnEnd) patch.endDate = moveDate(startText(item), 1, zone)
  return patch
}

function endMoved(item: TimelineItem, days: number, zone: string): TaskPatch {
  const { task, hasOwnEnd, startFrom } = item
  const endDate =
    hasOwnEnd && task.endDate ? moveDate(task.endDate, days, zone) : moveDate(startText(item), days + 1, zone)
  return startFrom === 'endDate' ? { startDate: startText(item), endDate } : { endDate }
}

/** The stored date that the start is read from. */
function startText({ task, startFrom }: TimelineItem): string {
  return task[startFrom] ?? ''
}

/**
 * The progress after its handle was dragged by so many percent: in steps of five, and what it was when it has hardly
 * moved.
 */
export function progressAfter(progress: number, percent: number): number {
  if (Math.abs(percent) < PROGRESS_STEP / 2) return progress
  return clampPercent(Math.round((progress + percent) / PROGRESS_STEP) * PROGRESS_STEP)
}

/** The next step of five percent, up (1) or down (-1). */
export function stepProgress(progress: number, step: 1 | -1): number {
  const steps = progress / PROGRESS_STEP
  return clampPercent((step > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * PROGRESS_STEP)
}

function clampPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent))
}

/**
 * What a key does to the bar that has the focus: arrows move it by a day, with Shift they move its end, plus and minus
 * change its progress. Null for every other key.
 */
export function changeByKey(
  item: TimelineItem,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): BarChange | null {
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    return { part: shiftKey ? 'end' : 'move', days: key === 'ArrowLeft' ? -1 : 1 }
  }
  // On most keyboards plus is the equals sign with Shift.
  if (key === '+' || key === '=') return { part: 'progress', progress: stepProgress(item.task.progress, 1) }
  if (key === '-') return { part: 'progress', progress: stepProgress(item.task.progress, -1) }
  return null
}
