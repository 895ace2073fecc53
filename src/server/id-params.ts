import { z } from 'zod'

import { ID_MAX } from '#domain/task.ts'

/** The id in a path. What cannot be one is an id that is not there: see `validation.ts`. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int().max(ID_MAX)),
})
