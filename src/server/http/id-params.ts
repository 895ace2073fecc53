import { z } from 'zod'

import { idTextSchema } from '#domain/tasks/task.ts'

/** The id in a path. `validation.ts` reports a malformed id as not found. */
export const idParams = z.object({ id: idTextSchema().describe('The id, a whole number.') })
