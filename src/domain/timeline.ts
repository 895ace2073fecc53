import { type Moment, dateOf, readMoment } from './day-number.ts'
import { shortDay } from './due-date.ts'
import type { Task } from './task.ts'

/** From when to when a bar reaches. The end is no part of it: a bar that ends on the 23rd reaches to its midnight. */
export type Span = { start: Moment; end: Moment }

/** A task with a date that can be read: what the timeline has to show. */
export type TimelineItem = Span & {
  task: Task
  /** The date that the start is taken from. */
  startFrom: 'startDate' | 'dueDate' | 'endDate'
  /** Whether the end is the task's end date, and not the day after its start. */
  hasOwnEnd: boolean
}

/** What the rules about rows need to know of each item. */
type Row = Span & { task: Pick<Task, 'id' | 'completed'> }

/**
 * The tasks that have at least one date that can be read. Open ones come first, each by start, ties by id.
 * @param zone the IANA time zone in which ISO instants fall on days
 */
export function listTimeline(tasks: readonly Task[], zone?: string): TimelineItem[] {
  return tasks
    .map((task) => toTimelineItem(task, zone))
    .filter((item) => item !== null)
    .toSorted(compareRows)
}

/**
 * A task on the timeline. The start is the start date, else the due date, else the end date; the end is the end date
 * when it is later, else a day after the start. Null without a date that can be read. Source: specification 5, decisions 8.
 */
export function toTimelineItem(task: Task, zone?: string): TimelineItem | null {
  const read = (text: string | null) => (text ? readMoment(text, zone) : null)
  const ownEnd = read(task.endDate)
  const at = (start: Moment, startFrom: TimelineItem['startFrom']): TimelineItem => {
    const hasOwnEnd = ownEnd !== null && ownEnd > start
    return { task, start, end: hasOwnEnd ? ownEnd : start + 1, startFrom, hasOwnEnd }
  }
  const start = read(task.startDate)
  if (start !== null) return at(start, 'startDate')
  const due = read(task.dueDate)
  if (due !== null) return at(due, 'dueDate')
  return ownEnd === null ? null : at(ownEnd, 'endDate')
}

function compareRows(a: Row, b: Row): number {
  return Number(a.task.completed) - Number(b.task.completed) || a.start - b.start || a.task.id - b.task.id
}

/**
 * The items in the order in which their rows stood before, so that no bar leaves its row when it is moved. One that is
 * new stands before the first that comes after it.
 * @param before ids, in the order of their rows
 */
export function keepOrder<T extends Row>(items: readonly T[], before: readonly number[]): T[] {
  const placeById = new Map(before.map((id, place) => [id, place]))
  const known = items
    .filter(({ task }) => placeById.has(task.id))
    .toSorted((a, b) => (placeById.get(a.task.id) ?? 0) - (placeById.get(b.task.id) ?? 0))
  const added = items.filter(({ task }) => !placeById.has(task.id))
  if (known.length === 0) return added
  for (const item of added) {
    const next = known.findIndex((other) => compareRows(other, item) > 0)
    known.splice(next < 0 ? known.length : next, 0, item)
  }
  return known
}

/** The row to look at for a moment: the first whose bar has not ended by then; the last one when all have. */
export function rowNear(items: readonly Row[], moment: Moment): number {
  const row = items.findIndex(({ task, end }) => !task.completed && end > moment)
  return row < 0 ? Math.max(0, items.length - 1) : row
}

/** A bar in words: 'Nov 20 to Nov 23, 3 days'. Days that have begun count. */
export function describeSpan({ start, end }: Span, today: Temporal.PlainDate): string {
  const days = Math.ceil(end - start)
  return `${shortDay(dateOf(start), today)} to ${shortDay(dateOf(end), today)}, ${days === 1 ? '1 day' : `${days} days`}`
}
