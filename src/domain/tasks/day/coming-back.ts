import type { Away } from '../../account/settings.ts'
import type { BulkPatch } from '../bulk.ts'
import { dayOf, dueUrgency, readDate } from '../due-date.ts'
import { moveDate } from '../move-date.ts'
import type { Task } from '../task.ts'
import { workLeft } from './day.ts'
import { nextWorkingDay } from './left-over.ts'

/** The minimum number of overdue tasks to ask about. Source: design 5. */
export const OVERDUE_MIN = 5

/** The choices for an overdue task after an absence, in the order of the keys 1–3. */
export const ANSWERS = ['today', 'nextWeek', 'letGo'] as const

export type Answer = (typeof ANSWERS)[number]

/** The fields of a task that determine its suggestion. */
export type OverdueTask = Pick<
  Task,
  'id' | 'priority' | 'position' | 'completed' | 'dueDate' | 'estimatedTime' | 'elapsedTime'
>

type Viewer = { today: Temporal.PlainDate; zone: string }

/** Returns the overdue tasks in the order of the board. */
export function listOverdue<T extends OverdueTask>(tasks: readonly T[], { today, zone }: Viewer): T[] {
  return tasks
    .filter(({ completed, dueDate }) => !completed && dueUrgency(dueDate, today, zone) === 'overdue')
    .toSorted((a, b) => a.priority - b.priority || a.position - b.position)
}

/**
 * Returns whether to ask about the overdue tasks, and what to store about the absence. Asks on the first day, and once
 * more on a later day. With fewer than five overdue tasks there is nothing to ask, now or later.
 * @returns `next` is undefined if nothing changes
 */
export function askOnReturn(
  away: Away | null,
  overdueCount: number,
  today: Temporal.PlainDate,
): { asks: boolean; next?: Away | null } {
  if (!away) return { asks: false }
  if (away.askedOn === today.toString()) return { asks: false }
  if (overdueCount < OVERDUE_MIN) return { asks: false, next: null }
  return { asks: true, next: away.askedOn === null ? { ...away, askedOn: today.toString() } : null }
}

/** Returns the whole days of an absence. */
export function daysAway({ since, until }: Away): number {
  const hours = Temporal.Instant.from(since).until(until, { largestUnit: 'hour' }).hours
  return Math.floor(hours / 24)
}

/**
 * Suggests a choice for each overdue task. Suggests today for tasks at levels 1–3, until one doesn't fit into the time
 * left. That task and all later ones wait for next week, as do the tasks at levels 4–7. Tasks at levels 8–10 are let
 * go. A task without an estimate counts as 0 seconds.
 * @param overdue in the order of the board
 * @param room the seconds left of today's working hours
 */
export function suggestAnswers(overdue: readonly OverdueTask[], room: number): Map<number, Answer> {
  let left = room
  let isFull = false
  return new Map(
    overdue.map((task) => {
      if (task.priority >= 8) return [task.id, 'letGo']
      if (task.priority > 3) return [task.id, 'nextWeek']
      const work = workLeft(task)
      isFull ||= work > 0 && work > left
      if (isFull) return [task.id, 'nextWeek']
      left -= work
      return [task.id, 'today']
    }),
  )
}

/**
 * Returns the first working day of next week, which starts on Monday. If no day has working hours, returns Monday.
 * @param hoursPerWeekday hours of each weekday, Monday first
 */
export function nextWeekDay(
  today: Temporal.PlainDate,
  hoursPerWeekday: readonly number[],
): Temporal.PlainDate {
  return nextWorkingDay(today.add({ days: 7 - today.dayOfWeek }), hoursPerWeekday)
}

/**
 * Returns the changes that carry out a choice. 'Today' and 'next week' move the due date and keep its time of day. A
 * task that is let go keeps its level and position, without dates. Every choice clears the planned day.
 */
export function patchFor(
  answer: Answer,
  { dueDate }: Pick<Task, 'dueDate'>,
  days: Record<'today' | 'nextWeek', Temporal.PlainDate>,
  zone: string,
): BulkPatch {
  const due = dueDate === null ? null : readDate(dueDate, zone)
  if (answer === 'letGo' || dueDate === null || !due)
    return { startDate: null, endDate: null, dueDate: null, plannedFor: null }
  const moved = dayOf(due).until(days[answer], { largestUnit: 'day' }).days
  return { dueDate: moveDate(dueDate, moved, zone), plannedFor: null }
}
