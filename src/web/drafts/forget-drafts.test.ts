import { expect, test } from 'vitest'

import { forgetDrafts, isSignedOutSince, signedOutAt } from './forget-drafts.ts'

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

const HOUR_MS = 3_600_000

test('reports no sign-out before the first', () => {
  expect(isSignedOutSince(null, createStorage())).toBe(false)
})

test.each([0, -HOUR_MS, HOUR_MS])(
  'reports a sign-out only to pages that loaded before it, with the clock %i ms off',
  (offset) => {
    const storage = createStorage()
    const before = signedOutAt(storage).read()
    forgetDrafts('someone', Date.now() + offset, storage)
    const after = signedOutAt(storage).read()
    expect([before, after].map((last) => isSignedOutSince(last, storage))).toEqual([true, false])
    forgetDrafts('someone', Date.now() + offset + 1, storage)
    expect(isSignedOutSince(after, storage)).toBe(true)
  },
)
