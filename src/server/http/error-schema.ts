import { z } from 'zod'

import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#domain/error.ts'
import { taskSchema } from '#domain/tasks/task.ts'

const issueSchema = z.object({
  path: z.string().describe('The path of the field in dot notation, such as `positions.0.id`.'),
  message: z.string(),
})

const namedTaskSchema = z.object({
  id: z.int(),
  title: z.string().optional().describe('Absent if the task was not found.'),
  priority: taskSchema.shape.priority
    .optional()
    .describe('The new level of the task. Present if the moves that the user accepted no longer apply.'),
})

/** The body of every error response. */
export const errorSchema = z
  .object({
    message: z.string().describe('A message for the user.'),
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    issues: z.array(issueSchema).optional().describe('The problems, if the input is invalid.'),
    tasks: z
      .array(namedTaskSchema)
      .optional()
      .describe(
        'For a call that affects several tasks: the tasks that caused the error. No task was changed.',
      ),
    task: taskSchema.optional().describe('The current task, if `code` is `changed`.'),
  })
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorBody>
