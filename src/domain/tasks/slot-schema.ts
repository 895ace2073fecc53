import { z } from 'zod'

import { POSITIONS_MAX, idSchema, levelSchema, positionSchema, taskPatchSchema, taskSchema } from './task.ts'
import { LEVEL_MAX } from './priority.ts'

/** The moved task, one task per level, and the one that joins the waiting line of level 10. */
const MOVES_MAX = LEVEL_MAX + 1

const seenMovesSchema = z
  .array(z.object({ id: idSchema, priority: levelSchema }), { error: 'Moves must be a list.' })
  .max(MOVES_MAX, { error: `At most ${MOVES_MAX} moves.` })
  .optional()

/** Other fields of the moved task. The move decides its place, and only open tasks can move. */
const roomPatchSchema = taskPatchSchema.omit({ priority: true, position: true, completed: true })

export type RoomPatch = z.output<typeof roomPatchSchema>

const acceptedSchema = { moves: seenMovesSchema, patch: roomPatchSchema.optional() }

/** The body of `POST /api/tasks/{id}/swap`. */
export const swapSchema = z.object({ with: idSchema, ...acceptedSchema }).meta({ id: 'Swap' })

/** The body of `POST /api/tasks/{id}/push-down`. */
export const pushDownSchema = z.object({ level: levelSchema, ...acceptedSchema }).meta({ id: 'PushDown' })

/** The body of `POST /api/tasks/places`. */
export const placesSchema = z
  .object({
    tasks: z
      .array(z.object({ id: idSchema, priority: levelSchema, position: positionSchema }), {
        error: 'Tasks must be a list.',
      })
      .min(1, { error: 'Include at least one task.' })
      .max(POSITIONS_MAX, { error: `At most ${POSITIONS_MAX} tasks.` }),
  })
  .meta({ id: 'Places' })

/** The place of a task after a change of the board. */
export const placedTaskSchema = taskSchema
  .pick({ id: true, version: true, priority: true, position: true, updatedAt: true })
  .meta({ id: 'PlacedTask' })

export type PlacedTask = z.output<typeof placedTaskSchema>

/** The tasks of a swap or push down. The moved task is complete if the call had a `patch`. */
export const roomAnswerSchema = z.array(z.union([taskSchema, placedTaskSchema]))
