import { afterEach, expect, it, vi } from 'vitest'

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

const attempt = () =>
  deleteAccount('a quiet harbour').then(
    () => 'deleted',
    (error: { status: number }) => error.status,
  )

it.each([
  ['succeeds on a 401 if an earlier response was lost', [null, 502, 401], [0, 502, 'deleted']],
  ['fails on the first 401', [401], [401]],
  [
    'fails on a 401 if the server rejected the deletion after a lost response',
    [null, 403, 401],
    [0, 403, 401],
  ],
])('%s', async (_, statuses, outcomes) => {
  respond(...statuses)
  for (const outcome of outcomes) expect(await attempt()).toBe(outcome)
})
