import { expect, test } from 'vitest'

import { forgetDrafts, isSignedOutSince } from './forget-drafts.ts'

/** The part of a browser's storage that drafts need. */
function createStorage(): () => Storage {
  const texts = new Map<string, string>()
  const storage = {
    get length() {
      return texts.size
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
    clear: () => texts.clear(),
  }
  return () => storage
}

test('reports no sign-out before the first, regardless of the page’s clock', () => {
  const storage = createStorage()
  expect(isSignedOutSince(0, storage)).toBe(false)
})

test('reports a sign-out to pages loaded before it or at the same time', () => {
  const storage = createStorage()
  forgetDrafts('someone', 5000, storage)
  expect([4000, 5000, 6000].map((loadedAt) => isSignedOutSince(loadedAt, storage))).toEqual([
    true,
    true,
    false,
  ])
})

test('reports no sign-out to pages that load after the clock was set back', () => {
  const storage = createStorage()
  const hour = 3_600_000
  forgetDrafts('someone', Date.now() + hour, storage)
  expect(isSignedOutSince(Date.now(), storage)).toBe(false)
})
