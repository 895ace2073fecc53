import { z } from 'zod'

import { taskSchema } from './task.ts'

const has = z.object({
  description: z.boolean(),
  clearGoals: z.boolean(),
  notes: z.boolean(),
  nextSteps: z.boolean(),
})

/** A task as the board lists it. `has` says which long text fields have content. */
export const boardTaskSchema = taskSchema
  .omit({ description: true, clearGoals: true, notes: true, nextSteps: true })
  .extend({ has: has.describe('Whether each omitted field has a value.') })
  .meta({ id: 'BoardTask' })

export type BoardTask = z.output<typeof boardTaskSchema>
