import { expect, it } from 'vitest'

import { restoreCategory } from '../categories/commands.ts'
import { ApiError } from '../sync/api.ts'
import { restoreFromTrash } from './commands.ts'

it('says that an item has left the trash if it expired or was deleted forever before it was restored', () => {
  const error = new ApiError(404, '', { code: 'not_found', message: 'Not found.' })
  expect(restoreFromTrash.failure(error, { id: 7 })).toBe('It’s no longer in the trash.')
  expect(restoreCategory.failure(error, { name: 'Garden' })).toBe('It’s no longer in the trash.')
})
