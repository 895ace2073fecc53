import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { isPageOpen, keepPageOpen } from './open-pages.ts'

// A page served over plain http has no Web Locks.
beforeEach(() => vi.stubGlobal('navigator', {}))
afterEach(() => void vi.unstubAllGlobals())

it('finds an open page without Web Locks, and notices immediately that it was closed', async () => {
  const end = new AbortController()
  await keepPageOpen('one', end.signal)
  expect(await Promise.all([isPageOpen('one'), isPageOpen('one'), isPageOpen('other')])).toEqual([
    true,
    true,
    false,
  ])
  end.abort()
  expect(await isPageOpen('one')).toBe(false)
})
