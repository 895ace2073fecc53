import { z } from 'zod'

import { idTextSchema } from '#domain/task.ts'

/** The id in a path. What cannot be one is an id that is not there: see `validation.ts`. */
export const idParams = z.object({ id: idTextSchema().describe('A whole number.') })
