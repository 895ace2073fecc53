import { expect, it } from 'vitest'

import { ApiError } from '../sync/api.ts'
import { deleteTemplate, instantiateTemplate } from './commands.ts'

it('says that a template was deleted before it was used or deleted here', () => {
  const error = new ApiError(404, '', { code: 'not_found', message: 'Not found.' })
  const failures = [
    instantiateTemplate.failure(error, { id: 7, wanted: { projectName: 'Berlin' } }),
    deleteTemplate.failure(error, { id: 7 }),
  ]
  expect(failures).toEqual(failures.map(() => 'This template no longer exists.'))
})
