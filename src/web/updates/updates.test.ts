import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type ErrorCode, ERROR_STATUS } from '#domain/error.ts'
import { until } from '#tests/support/until.ts'

import { latestAnswer } from '../sync/latest-answer.ts'
import { updates, watchUpdates } from './updates.ts'

let stop: () => void
beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '1.0.0 files format' }) })
  stop = watchUpdates()
})
afterEach(() => {
  stop()
  latestAnswer.set(null)
  vi.unstubAllGlobals()
})

/** Passes on a response from a newer server. Resolves when the page has read it. */
async function answer(version: string, code: ErrorCode): Promise<void> {
  const headers = { 'x-tenfold-build': `${version} files format` }
  latestAnswer.set(Response.json({ code, message: '' }, { status: ERROR_STATUS[code], headers }))
  await new Promise((resolve) => setTimeout(resolve))
}

it.each(['invalid', 'no_such_route', 'method_not_allowed', 'unsupported_type'] as const)(
  'needs an update after a newer server rejects a request with %s',
  async (code) => {
    await answer(`2.0.0-${code}`, code)
    await until(() => expect(updates.get()).toBe('needed'))
  },
)

it.each(['not_found', 'dependency_cycle', 'unknown_dependency', 'level_full'] as const)(
  'only offers an update after a newer server rejects a request with %s',
  async (code) => {
    await answer(`3.0.0-${code}`, code)
    expect(updates.get()).toBe('ready')
  },
)
