import { z } from 'zod'

import { BULK_TASKS_MAX } from '../limits.ts'
import { BULK_FIELDS, type BulkPatch } from './bulk.ts'
import { idSchema, listOfTasks, taskPatchSchema, taskSchema } from './task.ts'
import { undoTokenSchema } from './undo-schema.ts'

const taskRefSchema = z.object({
  id: idSchema,
  version: z.int({ error: 'Version must be a whole number.' }).optional(),
})

const PICKED = Object.fromEntries(BULK_FIELDS.map((field) => [field, true])) as Record<keyof BulkPatch, true>

const bulkPatchSchema = taskPatchSchema.pick(PICKED)

/** The body of `POST /api/tasks/bulk`: several tasks, each with the fields to change. */
export const bulkChangeSchema = z
  .object({ tasks: listOfTasks(taskRefSchema.extend(bulkPatchSchema.shape), BULK_TASKS_MAX) })
  .meta({ id: 'BulkChange' })

/** The body of `POST /api/tasks/bulk-delete`. */
export const bulkDeletionSchema = z
  .object({ tasks: listOfTasks(taskRefSchema, BULK_TASKS_MAX) })
  .meta({ id: 'BulkDeletion' })

/** The body of `POST /api/tasks/bulk-restore`. */
export const bulkRestorationSchema = z
  .object({ tasks: listOfTasks(taskRefSchema.pick({ id: true }), BULK_TASKS_MAX) })
  .meta({ id: 'BulkRestoration' })

const bulkChangedTaskSchema = taskSchema
  .pick({ id: true, version: true, ...PICKED, completedAt: true, position: true, updatedAt: true })
  .meta({ id: 'BulkChangedTask' })

export type BulkChangedTask = z.output<typeof bulkChangedTaskSchema>

/** The response to `POST /api/tasks/bulk`. */
export const bulkResultSchema = z
  .object({
    tasks: z.array(bulkChangedTaskSchema).describe('The tasks, in the order of the request.'),
    next: z
      .array(z.int())
      .describe('The ids of the next occurrences that were created for completed recurring tasks.'),
    undo: undoTokenSchema,
  })
  .meta({ id: 'BulkResult' })

export type BulkResult = z.output<typeof bulkResultSchema>

const restoredTaskSchema = taskSchema
  .pick({ id: true, version: true, position: true, dependencies: true, updatedAt: true })
  .meta({ id: 'BulkRestoredTask' })

export type BulkRestoredTask = z.output<typeof restoredTaskSchema>

export const bulkRestoredSchema = z.array(restoredTaskSchema)
