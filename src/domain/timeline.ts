import { dayOf, readDate } from './due-date.ts'
import type { Task } from './task.ts'

/** A task with a date that can be read: what the timeline has to show. Days are calendar days. */
export type DatedTask = { task: Task; start: Temporal.PlainDate; end: Temporal.PlainDate }

/**
 * The tasks that have at least one date that can be read, by start. The start is the start date, else the due date,
 * else the end date; the end is the end date when it is later, else the day after the start.
 * Source: specification 5, decisions 8.
 */
export function listDatedTasks(tasks: readonly Task[]): DatedTask[] {
  return tasks
    .map(toDatedTask)
    .filter((dated) => dated !== null)
    .toSorted((a, b) => Temporal.PlainDate.compare(a.start, b.start) || a.task.id - b.task.id)
}

function toDatedTask(task: Task): DatedTask | null {
  const start = readDay(task.startDate) ?? readDay(task.dueDate) ?? readDay(task.endDate)
  if (!start) return null
  const end = readDay(task.endDate)
  const isLater = end !== null && Temporal.PlainDate.compare(end, start) > 0
  return { task, start, end: isLater ? end : start.add({ days: 1 }) }
}

function readDay(text: string | null): Temporal.PlainDate | null {
  const date = text === null ? null : readDate(text)
  return date && dayOf(date)
}
