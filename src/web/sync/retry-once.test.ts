import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from './api.ts'
import { retryOnce } from './retry-once.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fails with each status in turn, then succeeds. Records each call's `isSecond`. */
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
  const answer = retryOnce(ask).catch((error: ApiError) => error.status)
  await vi.runAllTimersAsync()
  return answer
}

test('sends a successful request only once', async () => {
  const { ask, asked } = answering()
  expect(await outcome(ask)).toBe('done')
  expect(asked).toEqual([false])
})

test.each([0, 502, 503, 504])('retries once after status %d', async (status) => {
  const { ask, asked } = answering(status)
  expect(await outcome(ask)).toBe('done')
  expect(asked).toEqual([false, true])
})

test('gives up after a failed retry', async () => {
  const { ask, asked } = answering(0, 0)
  expect(await outcome(ask)).toBe(0)
  expect(asked).toEqual([false, true])
})

test.each([400, 401, 404, 409, 412, 429, 500])('does not retry after status %d', async (status) => {
  const { ask, asked } = answering(status)
  expect(await outcome(ask)).toBe(status)
  expect(asked).toEqual([false])
})

test('does not retry when the disk is full, because a retry would not help', async () => {
  let asked = 0
  const failing = retryOnce(async () => {
    asked += 1
    throw new ApiError(503, 'Full', { code: 'disk_full', message: 'Full' })
  })
  await expect(failing).rejects.toThrow('Full')
  expect(asked).toBe(1)
})

test('does not retry after an unexpected error', async () => {
  let asked = 0
  const failing = retryOnce(async () => {
    asked += 1
    throw new TypeError('a fault')
  })
  await expect(failing).rejects.toThrow('a fault')
  expect(asked).toBe(1)
})
