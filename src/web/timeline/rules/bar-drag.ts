import { moveDate } from '#domain/tasks/move-date.ts'
import { PROGRESS_STEP } from '#domain/tasks/task-form.ts'
import type { NewDates } from '#domain/tasks/task-dates.ts'
import type { TaskPatch } from '#domain/tasks/task.ts'
import type { Span, TimelineItem } from './items.ts'

/** The dragged part of a bar: all of it, or one end. */
export type BarPart = 'move' | 'start' | 'end'

/** A change to a bar: the days that a part moves by, or the new progress in percent. */
export type BarChange = { part: BarPart; days: number } | { part: 'progress'; progress: number }

/** Returns by how many of the `days` a part can move before one end reaches the other. */
export function allowedDays({ start, end }: Span, part: BarPart, days: number): number {
  const most = Math.ceil(end - start) - 1
  if (part === 'start') return Math.min(days, most)
  return part === 'end' ? Math.max(days, -most) : days
}

export function spanAfter(span: Span, part: BarPart, days: number): Span {
  const allowed = allowedDays(span, part, days)
  return {
    start: part === 'end' ? span.start : span.start + allowed,
    end: part === 'start' ? span.end : span.end + allowed,
  }
}

/**
 * Returns the patch for a change to a bar, or an empty one if nothing changes. Dates keep their stored form. A move keeps
 * the due date and writes no end date that the task doesn't have. A drag of one end also writes the other end if the
 * task has no usable date for it. Source: decisions 8.
 * @param zone the viewer's IANA time zone
 */
export function patchOf(item: TimelineItem, change: BarChange, zone: string): TaskPatch {
  if (change.part === 'progress') {
    return change.progress === item.task.progress ? {} : { progress: change.progress }
  }
  const days = allowedDays(item, change.part, change.days)
  if (days === 0) return {}
  if (change.part === 'move') return movedDates(item, days, zone)
  return change.part === 'start' ? startMoved(item, days, zone) : endMoved(item, days, zone)
}

/**
 * Returns the dates of a task whose bar moves by whole days. A missing end date stays unset.
 * @param zone the viewer's IANA time zone
 */
export function movedDates({ task, startFrom }: TimelineItem, days: number, zone: string): NewDates {
  const patch: NewDates = {}
  const start = startFrom === 'endDate' ? null : task[startFrom]
  if (start !== null) patch.startDate = moveDate(start, days, zone)
  // An end date before the start moves too. Otherwise the start could move past it.
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

/** Returns the stored date that the bar's start comes from. */
function startText({ task, startFrom }: TimelineItem): string {
  return task[startFrom] ?? ''
}

/**
 * Returns the progress after a drag of its handle, in steps of 5. A drag of less than half a step changes nothing.
 */
export function progressAfter(progress: number, percent: number): number {
  if (Math.abs(percent) < PROGRESS_STEP / 2) return progress
  return clampPercent(Math.round((progress + percent) / PROGRESS_STEP) * PROGRESS_STEP)
}

/** Returns the next multiple of 5 percent, up (1) or down (-1). */
export function stepProgress(progress: number, step: 1 | -1): number {
  const steps = progress / PROGRESS_STEP
  return clampPercent((step > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * PROGRESS_STEP)
}

function clampPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent))
}

/**
 * Returns the change that a key makes to the focused bar, or null. The arrow keys move it by a day. With Shift, they
 * move the bar's end. Plus and minus change the progress.
 * @param held the unsaved change of a held key, to which this key adds
 */
export function changeByKey(
  { task }: TimelineItem,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  held: BarChange | null,
): BarChange | null {
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const part = shiftKey ? 'end' : 'move'
    const before = held && held.part !== 'progress' && held.part === part ? held.days : 0
    return { part, days: before + (key === 'ArrowLeft' ? -1 : 1) }
  }
  // The progress of a completed task is fixed.
  if (task.completed) return null
  const progress = held?.part === 'progress' ? held.progress : task.progress
  // On most keyboards, plus is Shift and the equals key.
  if (key === '+' || key === '=') return { part: 'progress', progress: stepProgress(progress, 1) }
  return key === '-' ? { part: 'progress', progress: stepProgress(progress, -1) } : null
}
