import { z } from 'zod'

import { isStorable } from '../text.ts'
import { boardTaskSchema } from './board-task.ts'
import { taskSchema } from './task.ts'

/** The token in the response to a request that can be undone. */
export const undoTokenSchema = z
  .string()
  .nullable()
  .describe(
    'The token to send to `POST /api/undo` within 24 hours to undo the request. Null if nothing can be undone.',
  )

/** The body of `POST /api/undo`. */
export const undoSchema = z
  .object({
    undo: z
      .string({ error: 'Undo must be the token from a response.' })
      .min(1, { error: 'Undo must be the token from a response.' })
      .max(100, { error: 'Undo must be the token from a response.' })
      .refine(isStorable, { error: 'Undo must be the token from a response.' })
      .describe('The token from the response to the original request: `undo` or the `X-Undo` header.'),
  })
  .meta({ id: 'Undo' })

/** The response to `POST /api/undo`. */
export const undoResultSchema = z
  .object({
    tasks: z
      .array(z.union([taskSchema, boardTaskSchema]))
      .describe(
        'The restored tasks. More than 20 tasks are returned as `BoardTask`, without the long text fields.',
      ),
    removed: z
      .array(z.int())
      .describe(
        'The ids of the next occurrences that were removed. Occurrences that have been changed are not removed.',
      ),
  })
  .meta({ id: 'UndoResult' })

export type UndoResult = z.output<typeof undoResultSchema>
