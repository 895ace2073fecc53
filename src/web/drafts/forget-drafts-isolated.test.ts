import { expect, test, vi } from 'vitest'

test('a page that loads after a sign-out counts as signed in, even if its time origin is earlier', async () => {
  const signOutAt = performance.timeOrigin + 1
  const texts = new Map([['tenfold:signed-out-at', `${signOutAt}`]])
  vi.stubGlobal('localStorage', {
    length: 0,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  })
  const { forgetDrafts, isSignedOutSince } = await import('./forget-drafts.ts')
  expect(isSignedOutSince()).toBe(false)
  forgetDrafts('ada', signOutAt + 1)
  expect(isSignedOutSince()).toBe(true)
  vi.unstubAllGlobals()
})
