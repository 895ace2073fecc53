import type { Settings } from '../../account/settings.ts'
import type { Task } from '../task.ts'

/** The choices for a task that is left over from an earlier day. */
export const PLAN_ANSWERS = ['today', 'later', 'notAtAll'] as const

export type PlanAnswer = (typeof PLAN_ANSWERS)[number]

type PlannedTask = Pick<Task, 'id' | 'completed' | 'plannedFor' | 'priority' | 'position'>

/**
 * Returns the open tasks whose planned day has passed, in the order of the board. A task that was put off is left out
 * until the chosen day.
 */
export function listLeftOver<T extends PlannedTask>(
  tasks: readonly T[],
  today: Temporal.PlainDate,
  putOff: Settings['putOffPlans'],
): T[] {
  const day = today.toString()
  const waiting = new Set(putOff.filter(({ until }) => until > day).map(({ taskId }) => taskId))
  return tasks
    .filter(({ id, completed, plannedFor }) => !completed && isBefore(plannedFor, day) && !waiting.has(id))
    .toSorted((a, b) => a.priority - b.priority || a.position - b.position)
}

/**
 * Returns the first day after `day` that has working hours, or simply the next day if no weekday has any.
 * @param hoursPerWeekday hours of each weekday, Monday first
 */
export function nextWorkingDay(
  day: Temporal.PlainDate,
  hoursPerWeekday: readonly number[],
): Temporal.PlainDate {
  const days = Array.from({ length: 7 }, (_, index) => day.add({ days: index + 1 }))
  return days.find(({ dayOfWeek }) => (hoursPerWeekday[dayOfWeek - 1] ?? 0) > 0) ?? day.add({ days: 1 })
}

function isBefore(plannedFor: string | null, day: string): boolean {
  return Boolean(plannedFor) && (plannedFor ?? '') < day
}
