import { afterEach, expect, test, vi } from 'vitest'

import { uploads } from '../attachments/uploads.ts'
import { sessionEnd, tellSignedIn } from '../auth/session-end.ts'
import { forgetDrafts, isSignedOutSince } from '../drafts/forget-drafts.ts'
import { ApiError } from '../sync/api.ts'
import { until } from '#tests/support/until.ts'

import { askToSignIn, resume, watchSession } from './session.ts'

afterEach(() => {
  uploads.get().uploads.forEach(uploads.cancel)
  uploads.keepWith(null)
  sessionEnd.set(null)
  vi.unstubAllGlobals()
})

test('a page with nothing unsaved is not kept when its session ends', () => {
  expect(askToSignIn()).toBe(false)
})

test('a session that ends during an upload asks to sign in again, and then repeats the upload', async () => {
  const attempts = vi.fn<() => Promise<boolean>>(() => Promise.reject(new ApiError(401, '', null)))
  uploads.keepWith(attempts)
  const file = new File(['plan'], 'plan.pdf')
  uploads.add(7, [{ name: file.name, file }], { stored: () => {}, canceled: () => {} })
  await until(() => expect(uploads.get().uploads).toMatchObject([{ state: { is: 'failed' } }]))
  expect(askToSignIn()).toBe(true)
  resume('ada')
  await until(() => expect(attempts).toHaveBeenCalledTimes(2))
})

test('a page resumes storing drafts once its user has signed out and back in on other pages', async () => {
  vi.stubGlobal('window', new EventTarget())
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    length: 0,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  const stop = watchSession('ada')
  forgetDrafts('ada', Date.now())
  expect(isSignedOutSince()).toBe(true)
  tellSignedIn('ada')
  await until(() => expect(isSignedOutSince()).toBe(false))
  stop()
})
