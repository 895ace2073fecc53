import { formatWholeDay } from './due-date.ts'
import { formatSpent } from './duration.ts'
import type { Task } from './task.ts'

/** How many tasks were completed, and the seconds they took together. */
export type Amount = { count: number; elapsedTime: number }

/** The tasks completed on one calendar day of the person, newest first, and what they come to. */
export type CompletedDay = Amount & { day: Temporal.PlainDate; tasks: Task[] }

/**
 * Completed tasks by the calendar day on which they were completed.
 * @param tasks newest first, as the API answers them
 * @param zone the person's IANA time zone: a day is theirs, not the server's
 */
export function groupByCompletionDay(tasks: readonly Task[], zone: string): CompletedDay[] {
  const days: CompletedDay[] = []
  let current: CompletedDay | null = null
  let start = ''
  for (const task of tasks) {
    // The calendar is asked once a day, not once a task: that is slow, and there may be years of tasks.
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

/** The days of lists of tasks that follow one another; a day that one list begins and the next goes on with is one. */
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
 * The first and the last instant of days on the person's calendar, as ISO 8601 UTC texts with milliseconds.
 * @param zone the person's IANA time zone, in which a day may have 23 or 25 hours
 */
export function dayRange(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  zone: string,
): { from: string; to: string } {
  const end = last.add({ days: 1 }).toZonedDateTime(zone).toInstant().subtract({ milliseconds: 1 })
  return { from: toText(first.toZonedDateTime(zone).toInstant()), to: toText(end) }
}

/** When a completed task was completed, on the person's clock. */
export function completionTime(task: Task, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(task.completedAt ?? task.updatedAt).toZonedDateTimeISO(zone)
}

/** 'Today', 'Yesterday', or the weekday and date, with the year when it is another one. */
export function completedDayTitle(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const daysAgo = day.until(today, { largestUnit: 'days' }).days
  if (daysAgo === 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  return formatWholeDay(day, today)
}

/** '3 tasks, 3h 12m'; the time is left out where none was spent. */
export function describeAmount({ count, elapsedTime }: Amount): string {
  const tasks = count === 1 ? '1 task' : `${count.toLocaleString('en-US')} tasks`
  return elapsedTime > 0 ? `${tasks}, ${formatSpent(elapsedTime)}` : tasks
}

function toText(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 })
}
