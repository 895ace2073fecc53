import { afterEach, expect, it, vi } from 'vitest'

import { ApiError } from '../sync/api.ts'
import { deletionIsLost } from './forget-person.ts'
import { deleteAccount } from './queries.ts'

afterEach(() => {
  deletionIsLost.set(false)
  vi.unstubAllGlobals()
})

/** Stubs the statuses of the next responses; null for a lost one. */
function respond(...statuses: (number | null)[]): void {
  vi.stubGlobal('fetch', async () => {
    const status = statuses.shift()
    if (!status) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
}

it.each([
  ['a lost response', null, true],
  ['a proxy’s error', 502, true],
  ['a rejection', 403, false],
])('records after %s whether the account may be deleted', async (_, status, isDeleted) => {
  deletionIsLost.set(!isDeleted)
  respond(status)
  await expect(deleteAccount('a quiet harbour')).rejects.toThrow(ApiError)
  expect(deletionIsLost.get()).toBe(isDeleted)
})
