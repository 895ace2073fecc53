import { z } from 'zod'

import { taskSchema } from './task.ts'

/**
 * The data of a change event. A category's id is its name; the settings have the id `settings`. Categories and settings
 * have no version. 'trash' reports items that were deleted for good. Source: decisions 12.
 */
export const changeSchema = z
  .object({
    kind: z
      .enum(['task', 'category', 'template', 'settings', 'trash'])
      .describe('The kind of object that changed.'),
    id: z
      .union([z.int(), z.string()])
      .describe(
        'The id of the task or template, the name of the category, `settings`, or the kind of item removed from the trash.',
      ),
    version: z
      .int()
      .optional()
      .describe('The new version. Absent for categories, settings and deleted objects.'),
    deleted: z.literal(true).optional().describe('`true` if the object was deleted; otherwise absent.'),
  })
  .meta({ id: 'Change' })

export type Change = z.output<typeof changeSchema>

export const deletedTaskSchema = z
  .object({ id: z.int(), deleted: z.literal(true) })
  .meta({ id: 'DeletedTask' })

export type DeletedTask = z.output<typeof deletedTaskSchema>

export const changedTaskSchema = z.union([taskSchema, deletedTaskSchema])

export type ChangedTask = z.output<typeof changedTaskSchema>

/** The number of a change. A user's changes are numbered from 1; 0 means none. */
export const CHANGE_NUMBER = /^(0|[1-9]\d{0,14})$/

const SINCE_MESSAGE = 'Must be a change number.'

export const sinceSchema = z
  .string({ error: SINCE_MESSAGE })
  .regex(CHANGE_NUMBER, { error: SINCE_MESSAGE })
  .transform(Number)
