import { z } from 'zod'

import { taskSchema } from './task.ts'

/**
 * What the message of one change says. A category's id is its name, and it has no version. Source: decisions 12.
 */
export const changeSchema = z
  .object({
    kind: z.enum(['task', 'category', 'template']),
    id: z.union([z.int(), z.string()]).describe('The name, for a category.'),
    version: z
      .int()
      .optional()
      .describe('That it has since. Categories have none, nor has what was deleted.'),
    deleted: z.literal(true).optional(),
  })
  .meta({ id: 'Change' })

export type Change = z.output<typeof changeSchema>

/** A task that is gone, among those that changed. */
export const deletedTaskSchema = z
  .object({ id: z.int(), deleted: z.literal(true) })
  .meta({ id: 'DeletedTask' })

export type DeletedTask = z.output<typeof deletedTaskSchema>

export const changedTaskSchema = z.union([taskSchema, deletedTaskSchema])

export type ChangedTask = z.output<typeof changedTaskSchema>

/** The changes of a user's things count from 1; 0 is before the first of them. */
export const CHANGE_NUMBER = /^(0|[1-9]\d{0,14})$/

const SINCE_MESSAGE = 'Must be the number of a change.'

export const sinceSchema = z
  .string({ error: SINCE_MESSAGE })
  .regex(CHANGE_NUMBER, { error: SINCE_MESSAGE })
  .transform(Number)
