import { z } from 'zod'

import { CATEGORY_LENGTH_MAX } from '../categories/new-category.ts'
import { idTextSchema } from './task.ts'
import { limitText, name } from '../text-schema.ts'

export const COMPLETED_PAGE_MAX = 500

const INSTANT_MESSAGE = 'Must be an ISO 8601 instant, such as 2026-11-19T00:00:00.000Z.'

/** Also rejects instants that Temporal can't read, such as those with ten fractional digits. */
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

/** Returns an instant limited to the years 1 to 9999, which both databases can store and compare. */
function withinYears(instant: string): string {
  if (instant.startsWith('+')) return '9999-12-31T23:59:59.999Z'
  return /^(-|0000)/.test(instant) ? '0001-01-01T00:00:00.000Z' : instant
}

/** `from` and `to` are instants, both inclusive. Source: decisions 4 and 12. */
const range = {
  from: instant.optional().describe('Only tasks completed at or after this instant.'),
  to: instant.optional().describe('Only tasks completed at or before this instant.'),
}

/** The query of `GET /api/tasks/completed`. */
export const completedFilterSchema = z.object({
  category: name(CATEGORY_LENGTH_MAX, 'Category').optional().describe('Only this category, ignoring case.'),
  ...range,
  limit: limitText(COMPLETED_PAGE_MAX)
    .optional()
    .describe(
      `The maximum number of tasks, from 1 to ${COMPLETED_PAGE_MAX}. If omitted, the response contains all matching tasks.`,
    ),
  before: idTextSchema('Must be the id of a completed task.')
    .optional()
    .describe('The id of the last task received. The next page starts after it.'),
})

export type CompletedFilter = z.output<typeof completedFilterSchema>

/** The query of `GET /api/tasks/completed/totals`. */
export const completedRangeSchema = z.object(range)

export type CompletedRange = z.output<typeof completedRangeSchema>

/** The number of completed tasks in a category, and their total time. */
export const completedTotalSchema = z
  .object({
    category: z.string(),
    count: z.int().min(1),
    elapsedTime: z.int().min(0).describe('The total time worked on these tasks, in whole seconds.'),
  })
  .meta({ id: 'CompletedTotal' })

export type CompletedTotal = z.output<typeof completedTotalSchema>
