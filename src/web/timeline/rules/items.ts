import type { ShortTask } from '#domain/tasks/long-texts.ts'
import { type Moment, readMoment } from '#domain/tasks/slack/day-number.ts'

/** The start and end of a bar. The end is exclusive: a bar that ends on the 23rd stops at its first midnight. */
export type Span = { start: Moment; end: Moment }

/** A task with a readable date. */
export type TimelineItem = Span & {
  task: ShortTask
  /** The field that the start comes from. */
  startFrom: 'startDate' | 'dueDate' | 'endDate'
  /** False if the end is one day after the start because the task has no later end date. */
  hasOwnEnd: boolean
}

type Row = Span & { task: Pick<ShortTask, 'id' | 'completed'> }

/**
 * Returns the tasks with a readable date: open tasks first, by start, then by id.
 * @param zone the IANA time zone for ISO instants
 */
export function listTimeline(tasks: readonly ShortTask[], zone: string): TimelineItem[] {
  return tasks
    .map((task) => toTimelineItem(task, zone))
    .filter((item) => item !== null)
    .toSorted(compareRows)
}

/**
 * Returns a task's place on the timeline, or null if it has no readable date. The start is the start date, else the due
 * date, else the end date. The end is the end date if it is later, else a day after the start. Source: specification 5,
 * decisions 8.
 */
export function toTimelineItem(task: ShortTask, zone: string): TimelineItem | null {
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

/** Returns the end of a bar as its dates show it: its start if the task has no later end date. */
export function shownEnd({ start, end, hasOwnEnd }: Omit<TimelineItem, 'task' | 'startFrom'>): Moment {
  return hasOwnEnd ? end : start
}

function compareRows(a: Row, b: Row): number {
  return Number(a.task.completed) - Number(b.task.completed) || a.start - b.start || a.task.id - b.task.id
}

/**
 * Sorts items in their previous order, so that a moved bar keeps its row. Inserts a new item before the first one that
 * sorts after it.
 * @param before ids in row order
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

/** Returns the row to show for a moment: the first open one whose bar ends later, or else the last row. */
export function rowNear(items: readonly Row[], moment: Moment): number {
  const row = items.findIndex(({ task, end }) => !task.completed && end > moment)
  return row < 0 ? Math.max(0, items.length - 1) : row
}
