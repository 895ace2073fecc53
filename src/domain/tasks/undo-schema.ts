import { z } from 'zod'

import { boardTaskSchema } from './board-task.ts'
import { taskSchema } from './task.ts'

/** The token in the response to a call that can be undone. */
export const undoTokenSchema = z
  .string()
  .nullable()
  .describe(
    'The token to send to `POST /api/undo` within 24 hours to undo the call. Null if nothing can be undone.',
  )

/** The body of `POST /api/undo`. */
export const undoSchema = z
  .object({
    undo: z
      .string({ error: 'Undo must be a token.' })
      .min(1, { error: 'Undo must be a token.' })
      .max(100, { error: 'Undo must be a token.' })
      .describe('The token from the `undo` field or the `X-Undo` header of the call.'),
  })
  .meta({ id: 'Undo' })

/** The response to `POST /api/undo`. */
export const undoAnswerSchema = z
  .object({
    tasks: z
      .array(z.union([taskSchema, boardTaskSchema]))
      .describe('The restored tasks. If there are many, each is a `BoardTask`, without long texts.'),
    removed: z
      .array(z.int())
      .describe(
        'The ids of the next occurrences that were removed. Occurrences that have been changed are not removed.',
      ),
  })
  .meta({ id: 'UndoAnswer' })

export type UndoAnswer = z.output<typeof undoAnswerSchema>
