import { z } from 'zod'

import { CATEGORY_LENGTH_MAX } from './new-category.ts'
import { idTextSchema } from './task.ts'
import { text } from './text-schema.ts'

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

/** `from` and `to` are instants, both inclusive. Source: decisions 4, 12. */
const range = { from: instant.optional(), to: instant.optional() }

/** The query of `GET /api/tasks/completed`. */
export const completedFilterSchema = z.object({
  category: text(CATEGORY_LENGTH_MAX, 'Category').optional(),
  ...range,
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

/** The query of `GET /api/tasks/completed/totals`. */
export const completedRangeSchema = z.object(range)

export type CompletedRange = z.output<typeof completedRangeSchema>

/** How many tasks of a category were completed, and the time they took. */
export const completedTotalSchema = z
  .object({
    category: z.string(),
    count: z.int().min(1),
    elapsedTime: z.int().min(0).describe('Whole seconds of work, of all of them together.'),
  })
  .meta({ id: 'CompletedTotal' })

export type CompletedTotal = z.output<typeof completedTotalSchema>
