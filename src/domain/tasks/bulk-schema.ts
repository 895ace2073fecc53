import { z } from 'zod'

import { BULK_TASKS_MAX } from '../limits.ts'
import { idSchema, taskPatchSchema, taskSchema } from './task.ts'
import { undoTokenSchema } from './undo-schema.ts'

const taskRefSchema = z.object({
  id: idSchema,
  version: z.int({ error: 'Version must be a whole number.' }).optional(),
})

const BULK_FIELDS = {
  completed: true,
  priority: true,
  category: true,
  projectName: true,
  startDate: true,
  endDate: true,
  dueDate: true,
  plannedFor: true,
  elapsedTime: true,
} as const

const bulkPatchSchema = taskPatchSchema.pick(BULK_FIELDS)

/** The body of `POST /api/tasks/bulk`: several tasks, each with the fields to change. */
export const bulkChangeSchema = z
  .object({ tasks: listOf(taskRefSchema.extend(bulkPatchSchema.shape)) })
  .meta({ id: 'BulkChange' })

/** The body of `POST /api/tasks/bulk-delete`. */
export const bulkDeletionSchema = z.object({ tasks: listOf(taskRefSchema) }).meta({ id: 'BulkDeletion' })

/** The body of `POST /api/tasks/bulk-restore`. */
export const bulkRestorationSchema = z
  .object({ tasks: listOf(taskRefSchema.pick({ id: true })) })
  .meta({ id: 'BulkRestoration' })

const bulkChangedTaskSchema = taskSchema
  .pick({ id: true, version: true, ...BULK_FIELDS, completedAt: true, position: true, updatedAt: true })
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

function listOf<T extends z.ZodType>(entry: T) {
  return z
    .array(entry, { error: 'Tasks must be a list.' })
    .min(1, { error: 'Include at least one task.' })
    .max(BULK_TASKS_MAX, { error: `Include at most ${BULK_TASKS_MAX} tasks.` })
}
