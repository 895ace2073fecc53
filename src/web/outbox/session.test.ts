import { afterEach, expect, test, vi } from 'vitest'

import { uploads } from '../attachments/uploads.ts'
import { sessionEnd } from '../auth/session-end.ts'
import { ApiError } from '../sync/api.ts'
import { until } from '#tests/support/until.ts'

import { askToSignIn, resume } from './session.ts'

afterEach(() => {
  uploads.forgetTask(7)
  uploads.keepWith(null)
  sessionEnd.set(null)
})

test('a session that ends with nothing unsaved ends the page', () => {
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
