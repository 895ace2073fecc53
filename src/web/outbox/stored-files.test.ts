import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { uploads } from '../attachments/uploads.ts'
import { ApiError } from '../sync/api.ts'
import { sendStored } from './stored-files.ts'
import type { Waiting, WaitingStore } from './waiting.ts'

/** How long each upload takes until the server rejects it with 408, in ms. */
let rejectedAfterMs: number
/** 0 if the connection breaks before the server's 408 arrives. */
let status: number

/** An upload that makes progress every second until the server rejects it. */
class SlowUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  get responseText() {
    return this.status === 201 ? '{"name":"plan (2).pdf"}' : ''
  }
  readonly statusText = 'Request Timeout'
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    const progress = () => this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1 }))
    const sending = setInterval(progress, 1000)
    setTimeout(() => {
      clearInterval(sending)
      this.status = status
      this.dispatchEvent(new Event('loadend'))
    }, rejectedAfterMs)
  }
}

let key = 0
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', SlowUpload)
  key++
  status = 408
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const input = { taskId: 1, name: 'plan.pdf', size: 3, isNamed: false }
const waiting = () => ({ seq: 1, key: `key ${key}`, input }) as Waiting
const store = {
  readFile: async () => new ArrayBuffer(3),
  list: async () => [waiting()],
} as Partial<WaitingStore> as WaitingStore

/** Sends the file, and returns the status and the message of the rejection. */
async function send(): Promise<unknown[]> {
  const sending = sendStored(store, waiting()).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(rejectedAfterMs)
  const error = await sending
  return error instanceof ApiError ? [error.status, error.serverMessage] : [error]
}

it.each([408, 0])(
  'immediately rejects a file that the server cut off after 10 minutes (status %i)',
  async (end) => {
    rejectedAfterMs = 601_000
    status = end
    expect(await send()).toEqual([
      400,
      'The upload took more than 10 minutes. Try again on a better connection.',
    ])
  },
)

it.each([408, 0])('retries a file if the computer slept during the upload (status %i)', async (end) => {
  rejectedAfterMs = 20_000
  status = end
  const sending = sendStored(store, waiting()).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await sending).toMatchObject({ status: end })
})

it('announces that the file is attached, instead of that it will be', async () => {
  rejectedAfterMs = 1000
  status = 201
  await send()
  expect(uploads.get().news).toEqual({ taskId: 1, text: 'plan.pdf is attached as plan (2).pdf.' })
})

it('retries a file whose upload stalls, and rejects it after four attempts', async () => {
  rejectedAfterMs = 12_000
  for (let tries = 1; tries < 4; tries++) expect(await send()).toEqual([408, null])
  expect(await send()).toEqual([400, 'The connection was lost 4 times. Try again on a better connection.'])
})
