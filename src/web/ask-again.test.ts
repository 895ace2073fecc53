import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from './api.ts'
import { askAgain } from './ask-again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fails with each status in turn, then answers. Tells how often it was asked, and how the last one was told to be. */
function answering(...statuses: number[]) {
  const asked: boolean[] = []
  const ask = async (isSecond: boolean) => {
    asked.push(isSecond)
    const status = statuses[asked.length - 1]
    if (status !== undefined) throw new ApiError(status, 'no', null)
    return 'done'
  }
  return { ask, asked }
}

async function outcome(ask: (isSecond: boolean) => Promise<string>): Promise<string | number> {
  const answer = askAgain(ask).catch((error: ApiError) => error.status)
  await vi.runAllTimersAsync()
  return answer
}

test('what is answered is asked once', async () => {
  const { ask, asked } = answering()
  expect(await outcome(ask)).toBe('done')
  expect(asked).toEqual([false])
})

test.each([0, 502, 503, 504])('what is lost with %d is asked once more', async (status) => {
  const { ask, asked } = answering(status)
  expect(await outcome(ask)).toBe('done')
  expect(asked).toEqual([false, true])
})

test('what is lost twice is given up', async () => {
  const { ask, asked } = answering(0, 0)
  expect(await outcome(ask)).toBe(0)
  expect(asked).toEqual([false, true])
})

test.each([400, 401, 404, 409, 412, 429, 500])(
  'what is refused with %d is not asked again',
  async (status) => {
    const { ask, asked } = answering(status)
    expect(await outcome(ask)).toBe(status)
    expect(asked).toEqual([false])
  },
)

test('an error of our own is not hidden by a second attempt', async () => {
  let asked = 0
  const failing = askAgain(async () => {
    asked += 1
    throw new TypeError('a fault')
  })
  await expect(failing).rejects.toThrow('a fault')
  expect(asked).toBe(1)
})
