import { expect, test } from 'vitest'

import { DRAFT_PREFIX, forgetDrafts, isSignedOutSince, signedOutAt } from './forget-drafts.ts'

/** The part of a browser's storage that drafts need. @param lengthMax the limit of all values together */
function createStorage(lengthMax = Infinity): () => Storage {
  const texts = new Map<string, string>()
  const storage = {
    get length() {
      return texts.size
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      const others = [...texts].filter(([other]) => other !== key)
      if (others.reduce((sum, [, { length }]) => sum + length, text.length) > lengthMax)
        throw new Error('full')
      texts.set(key, text)
    },
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

test('tells other pages about a sign-out even if the storage is full', () => {
  const storage = createStorage(20)
  const before = signedOutAt(storage).read()
  storage().setItem(`${DRAFT_PREFIX}ada:add`, 'twenty letters typed')
  forgetDrafts('ada', Date.now(), storage)
  expect(isSignedOutSince(before, storage)).toBe(true)
  expect(storage().length).toBe(1)
})
