import { z } from 'zod'

import { idSchema, levelSchema, taskPatchSchema, taskSchema } from './task.ts'
import { LEVEL_MAX } from './priority.ts'
import { undoTokenSchema } from './undo-schema.ts'

/** The moved task and at most one task pushed out of each level. */
const MOVES_MAX = LEVEL_MAX + 1

const seenMovesSchema = z
  .array(z.object({ id: idSchema, priority: levelSchema }), { error: 'Moves must be a list.' })
  .max(MOVES_MAX, { error: `Include at most ${MOVES_MAX} moves.` })
  .optional()

/** Other fields of the moved task. The move decides its level and position, and only open tasks can move. */
const roomPatchSchema = taskPatchSchema.omit({ priority: true, position: true, completed: true })

export type RoomPatch = z.output<typeof roomPatchSchema>

const acceptedSchema = { moves: seenMovesSchema, patch: roomPatchSchema.optional() }

/** The body of `POST /api/tasks/{id}/swap`. */
export const swapSchema = z.object({ with: idSchema, ...acceptedSchema }).meta({ id: 'Swap' })

/** The body of `POST /api/tasks/{id}/push-down`. */
export const pushDownSchema = z.object({ level: levelSchema, ...acceptedSchema }).meta({ id: 'PushDown' })

/** The level and position of a task after a change to the board. */
export const placedTaskSchema = taskSchema
  .pick({ id: true, version: true, priority: true, position: true, updatedAt: true })
  .meta({ id: 'PlacedTask' })

export type PlacedTask = z.output<typeof placedTaskSchema>

/** The response to a swap or push-down. The moved task has all its fields if the request had a `patch`. */
export const moveResultSchema = z
  .object({
    tasks: z.array(z.union([taskSchema, placedTaskSchema])).describe('The tasks that changed.'),
    undo: undoTokenSchema,
  })
  .meta({ id: 'MoveResult' })

export type MoveResult = z.output<typeof moveResultSchema>
