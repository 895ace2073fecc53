import { formatSpent } from '#domain/duration.ts'
import type { Task } from '#domain/tasks/task.ts'

import { dates } from '../ui/dates.ts'
import { periods, taskCount } from './words.ts'

/** A number of tasks and their total time in seconds. */
export type Amount = { count: number; elapsedTime: number }

/** The tasks completed on one of the user's calendar days, newest first, with their totals. */
export type CompletedDay = Amount & { day: Temporal.PlainDate; tasks: Task[] }

/**
 * Groups completed tasks by calendar day.
 * @param tasks newest first, as the API returns them
 * @param zone the user's IANA time zone, which decides the day
 */
export function groupByCompletionDay(tasks: readonly Task[], zone: string): CompletedDay[] {
  const days: CompletedDay[] = []
  let current: CompletedDay | null = null
  let start = ''
  for (const task of tasks) {
    // Calendar lookups are slow, so there is one per day rather than per task.
    if (!current || (task.completedAt ?? '') < start) {
      const day = completionTime(task, zone).toPlainDate()
      current = { day, tasks: [], count: 0, elapsedTime: 0 }
      start = dayRange(day, day, zone).from
      days.push(current)
    }
    current.tasks.push(task)
    current.count += 1
    current.elapsedTime += task.elapsedTime
  }
  return days
}

/** Joins consecutive lists of days. Merges a day that is split across two lists. */
export function joinDays(lists: readonly (readonly CompletedDay[])[]): CompletedDay[] {
  const joined: CompletedDay[] = []
  for (const day of lists.flat()) {
    const before = joined.at(-1)
    if (before?.day.equals(day.day)) joined[joined.length - 1] = addDays(before, day)
    else joined.push(day)
  }
  return joined
}

function addDays(a: CompletedDay, b: CompletedDay): CompletedDay {
  return {
    day: a.day,
    tasks: [...a.tasks, ...b.tasks],
    count: a.count + b.count,
    elapsedTime: a.elapsedTime + b.elapsedTime,
  }
}

/**
 * Returns the first and last instant of a range of days, as ISO 8601 UTC with milliseconds.
 * @param zone the user's IANA time zone, in which a day can have 23 or 25 hours
 */
export function dayRange(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  zone: string,
): { from: string; to: string } {
  const end = last.add({ days: 1 }).toZonedDateTime(zone).toInstant().subtract({ milliseconds: 1 })
  return { from: toText(first.toZonedDateTime(zone).toInstant()), to: toText(end) }
}

export function completionTime(task: Task, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(task.completedAt ?? task.updatedAt).toZonedDateTimeISO(zone)
}

/** Returns 'Today', 'Yesterday', or the weekday and date, with the year unless it is this year. */
export function completedDayTitle(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const daysAgo = day.until(today, { largestUnit: 'days' }).days
  if (daysAgo === 0) return periods.today
  if (daysAgo === 1) return periods.yesterday
  return dates.wholeDay(day, today)
}

/** Returns '3 tasks, 3h 12m', or '3 tasks' without logged time. */
export function describeAmount({ count, elapsedTime }: Amount): string {
  const tasks = taskCount(count)
  return elapsedTime > 0 ? `${tasks}, ${formatSpent(elapsedTime)}` : tasks
}

function toText(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 })
}
