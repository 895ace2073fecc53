import { parseEstimate } from '../../duration.ts'
import { dueUrgency } from '../due-date.ts'
import type { Task } from '../task.ts'

export type DayTask = Pick<Task, 'completed' | 'dueDate' | 'plannedFor'>

/** A day's work, in seconds. */
export type DayLoad = {
  /** The remaining estimates of the day's tasks. */
  planned: number
  /** The working hours of the day. */
  capacity: number
  /** How many tasks have no estimate and so add nothing to `planned`. */
  unestimated: number
}

export function isPlannedFor({ plannedFor }: Pick<Task, 'plannedFor'>, day: Temporal.PlainDate): boolean {
  return Boolean(plannedFor) && plannedFor === day.toString()
}

/** Returns whether a task is due on a day or overdue. A due date that can't be read counts as no due date. */
export function isDueBy({ dueDate }: Pick<Task, 'dueDate'>, day: Temporal.PlainDate, zone: string): boolean {
  const urgency = dueUrgency(dueDate, day, zone)
  return urgency === 'overdue' || urgency === 'today'
}

/**
 * Returns a function that tells whether an open task belongs to today: planned for it, due or overdue.
 * @param today the viewer's calendar day
 * @param zone the IANA time zone for due dates with an offset
 */
export function makeDayFilter(today: Temporal.PlainDate, zone: string): (task: DayTask) => boolean {
  // An instant's written date can be up to two days after its local date. Later dates needn't be parsed.
  const last = today.add({ days: 2 }).toString()
  return (task) =>
    !task.completed &&
    (isPlannedFor(task, today) ||
      (task.dueDate !== null && task.dueDate.slice(0, last.length) <= last && isDueBy(task, today, zone)))
}

/**
 * Adds up the work of a day's tasks. The work left is the estimate minus the logged time, at least 0.
 * @param tasks the open tasks of the day
 * @param hoursPerWeekday hours of each weekday, Monday first
 */
export function measureDay(
  tasks: readonly Pick<Task, 'estimatedTime' | 'elapsedTime'>[],
  day: Temporal.PlainDate,
  hoursPerWeekday: readonly number[],
): DayLoad {
  return {
    planned: tasks.reduce((sum, task) => sum + workLeft(task), 0),
    capacity: Math.round((hoursPerWeekday[day.dayOfWeek - 1] ?? 0) * 3600),
    unestimated: tasks.filter(({ estimatedTime }) => !estimatedTime?.trim()).length,
  }
}

/** Returns the remaining estimate in seconds; 0 without an estimate. */
export function workLeft({
  estimatedTime,
  elapsedTime,
}: Pick<Task, 'estimatedTime' | 'elapsedTime'>): number {
  return estimatedTime?.trim() ? Math.max(0, parseEstimate(estimatedTime) - elapsedTime) : 0
}
