import { z } from 'zod'

import { ERROR_STATUS, type ErrorCode } from './error.ts'
import { taskSchema } from './task.ts'

/** One thing that is wrong with an input. */
const issueSchema = z.object({
  path: z.string().describe('Dotted, such as `positions.0.id`.'),
  message: z.string(),
})

export type Issue = z.output<typeof issueSchema>

/** The body of every answer that is not a success. */
export const errorSchema = z
  .object({
    message: z.string().describe('Written for the person who reads it.'),
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    issues: z.array(issueSchema).optional().describe('What is wrong, for an input that is wrong.'),
    task: taskSchema.optional().describe('With `changed`: the task as it is now.'),
  })
  .meta({ id: 'Error' })

export type ErrorBody = z.output<typeof errorSchema>
