import { type Mock, afterEach, expect, test, vi } from 'vitest'

import { deletionIsLost } from '../account/forget-person.ts'
import { uploads } from '../attachments/uploads.ts'
import { sessionEnd, tellSignedIn } from '../auth/session-end.ts'
import { forgetDrafts, isSignedOutSince } from '../drafts/forget-drafts.ts'
import { ApiError } from '../sync/api.ts'
import { latestAnswer } from '../sync/latest-answer.ts'
import { until } from '#tests/support/until.ts'

import { askToSignIn, resume, watchSession } from './session.ts'

afterEach(() => {
  uploads.get().uploads.forEach(uploads.cancel)
  uploads.keepWith(null)
  sessionEnd.set(null)
  deletionIsLost.set(false)
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

/** Stubs the window and its storage. Returns the mock that records where the page navigates. */
function stubPage(): Mock {
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { assign } }))
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    length: 0,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  return assign
}

test.each([
  ['asks to sign in again', false, []],
  ['leaves the page if the response to a deletion of the account was lost', true, []],
  ['asks to sign in again if a request has succeeded since then', true, [200]],
])('a 401 during an upload %s', async (_, isLost, statuses) => {
  const leaves = isLost && statuses.length === 0
  const assign = stubPage()
  const stop = watchSession('ada')
  uploads.keepWith(() => new Promise(() => {}))
  uploads.add(7, [{ name: 'plan.pdf', file: new File(['plan'], 'plan.pdf') }], {
    stored: () => {},
    canceled: () => {},
  })
  deletionIsLost.set(isLost)
  for (const status of [...statuses, 401]) latestAnswer.set(new Response(null, { status }))
  expect(sessionEnd.get()).toBe(leaves ? null : 'asks')
  expect(isSignedOutSince()).toBe(false)
  await until(() => expect(assign.mock.calls).toEqual(leaves ? [['/']] : []))
  stop()
})

test('a page resumes storing drafts once its user has signed out and back in on other pages', async () => {
  stubPage()
  const stop = watchSession('ada')
  forgetDrafts('ada', Date.now())
  expect(isSignedOutSince()).toBe(true)
  tellSignedIn('ada')
  await until(() => expect(isSignedOutSince()).toBe(false))
  stop()
})
