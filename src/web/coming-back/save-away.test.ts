import { afterEach, expect, it, vi } from 'vitest'

import { type Outbox, outbox } from '../sync/runner/outbox.ts'
import { saveAway } from './save-away.ts'

afterEach(() => {
  outbox.set(null)
  vi.unstubAllGlobals()
})

it('drops the answer about an absence if the server can’t be reached, instead of sending it later', async () => {
  const fetches = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetches)
  const send = vi.fn<Outbox['send']>(() => new Promise(() => {}))
  outbox.set({ send, withKnownIds: (input) => input } as Partial<Outbox> as Outbox)
  await saveAway(null)
  expect(send).not.toHaveBeenCalled()
  expect(fetches).toHaveBeenCalled()
})
