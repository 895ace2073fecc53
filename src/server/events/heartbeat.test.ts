import { afterEach, expect, it, vi } from 'vitest'

import { buildTestApp, signUp } from '#tests/support/build-app.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { until } from '#tests/support/until.ts'

/** Source: decisions 12. */
const HEARTBEAT_MS = 25_000

afterEach(() => void vi.useRealTimers())

it('an idle stream sends a comment, not a message, every 25 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const test = await buildTestApp()
  const reader = await openEvents(test.app, await signUp(test))
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS - 1)
  expect(reader.comments).toEqual([])
  await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS + 1)
  await until(() => expect(reader.comments).toHaveLength(3))
  expect(reader.waiting).toEqual([])
  reader.close()
  await test.close()
})
