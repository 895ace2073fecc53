import { z } from 'zod'

import { CATEGORY_LENGTH_MAX } from './category.ts'
import { type Task, idTextSchema } from './task.ts'
import { text } from './text.ts'

export const COMPLETED_PAGE_MAX = 500

const INSTANT_MESSAGE = 'Must be an ISO 8601 instant, such as 2026-11-19T00:00:00.000Z.'

/** What Temporal cannot read, such as ten digits after the point, is refused as well. */
const instant = z.iso
  .datetime({ offset: true, error: INSTANT_MESSAGE, abort: true })
  .transform((value, context) => {
    try {
      return withinYears(Temporal.Instant.from(value).toString({ fractionalSecondDigits: 3 }))
    } catch {
      context.addIssue(INSTANT_MESSAGE)
      return z.NEVER
    }
  })

/** Everything that happened lies in the years 1 to 9999, and only those can every database keep and compare. */
function withinYears(instant: string): string {
  if (instant.startsWith('+')) return '9999-12-31T23:59:59.999Z'
  return /^(-|0000)/.test(instant) ? '0001-01-01T00:00:00.000Z' : instant
}

/** The query of `GET /api/tasks/completed`. `from` and `to` are instants, both inclusive. Source: decisions 4, 12. */
export const completedFilterSchema = z.object({
  category: text(CATEGORY_LENGTH_MAX, 'Category').optional(),
  from: instant.optional(),
  to: instant.optional(),
  limit: z.coerce
    .number({ error: `Limit must be a whole number from 1 to ${COMPLETED_PAGE_MAX}.` })
    .int({ error: `Limit must be a whole number from 1 to ${COMPLETED_PAGE_MAX}.` })
    .min(1, { error: `Limit must be a whole number from 1 to ${COMPLETED_PAGE_MAX}.` })
    .max(COMPLETED_PAGE_MAX, { error: `Limit must be a whole number from 1 to ${COMPLETED_PAGE_MAX}.` })
    .optional(),
  /** The id of the last task received: the page after it is answered. */
  before: idTextSchema('Must be the id of a completed task.').optional(),
})

export type CompletedFilter = z.output<typeof completedFilterSchema>

/** The tasks completed on one calendar day of the person, newest first. */
export type CompletedDay = { day: Temporal.PlainDate; title: string; tasks: Task[] }

/**
 * Completed tasks by the calendar day on which they were completed, newest first.
 * @param zone the person's IANA time zone: a day is theirs, not the server's
 */
export function groupByCompletionDay(
  tasks: readonly Task[],
  today: Temporal.PlainDate,
  zone: string,
): CompletedDay[] {
  const days = new Map<string, CompletedDay>()
  const completed = tasks.filter((task) => task.completed && task.completedAt !== null)
  for (const task of completed.toSorted(compareCompleted)) {
    const day = completionTime(task, zone).toPlainDate()
    const group = days.get(day.toString()) ?? { day, title: completedDayTitle(day, today), tasks: [] }
    group.tasks.push(task)
    days.set(day.toString(), group)
  }
  return [...days.values()]
}

/** When a completed task was completed, on the person's clock. */
export function completionTime(task: Task, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(task.completedAt ?? task.updatedAt).toZonedDateTimeISO(zone)
}

/** 'Today', 'Yesterday', or the weekday and date, with the year when it is another one. */
function completedDayTitle(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const daysAgo = day.until(today, { largestUnit: 'days' }).days
  if (daysAgo === 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  return day.toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(day.year === today.year ? {} : { year: 'numeric' }),
  })
}

/** Newest first, ties by higher id, as `GET /api/tasks/completed` answers. */
function compareCompleted(a: Task, b: Task): number {
  return (b.completedAt ?? '').localeCompare(a.completedAt ?? '') || b.id - a.id
}
