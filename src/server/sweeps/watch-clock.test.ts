import { uptime } from 'node:os'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { leaveStored } from '#tests/support/attachments.ts'
import { TEST_NOW, type TestApp, buildTestApp, restartUpon, signUp } from '#tests/support/build-app.ts'
import { makeTask } from '#tests/support/tasks.ts'

import { systemClock } from '../context.ts'
import { watchClock } from './watch-clock.ts'

const BLOB = 'b4b6c2de-61ab-4d2c-9d0e-5b1f7a3c8e90'
const OTHER_BLOB = '0a56f1d3-87cc-4f53-8a4e-2c91be70d6f5'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const TABLES = ['deleted_tasks', 'idempotency_keys', 'undos', 'sessions'] as const

describe('a server', () => {
  let test: TestApp
  beforeEach(async () => {
    test = await buildTestApp()
    await makeExpiringRows()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await test.close()
  })

  async function makeExpiringRows() {
    const client = await signUp(test)
    const { id } = await makeTask(client)
    await client.patch(`/api/tasks/${id}`, { completed: true }, { 'idempotency-key': 'a key' })
    await client.delete(`/api/tasks/${id}`)
  }

  async function countRows() {
    const counts: Record<string, number> = {}
    for (const table of TABLES) counts[table] = (await test.db.selectFrom(table).selectAll().execute()).length
    return counts
  }

  it('keeps the trash, keys, undo data and sessions if its clock is a month ahead when it starts', async () => {
    test.clock.advance({ hours: 31 * 24 })
    test.clock.uptimeMs = () => 2000
    await restartUpon(test)
    expect(await countRows()).toEqual({ deleted_tasks: 1, idempotency_keys: 1, undos: 1, sessions: 1 })
    test.clock.uptimeMs = () => HOUR_MS
    await restartUpon(test)
    expect(await countRows()).toEqual({ deleted_tasks: 0, idempotency_keys: 0, undos: 0, sessions: 0 })
  })

  it('keeps these and orphaned files for a day after its clock jumped ahead, and logs the jump', async () => {
    await test.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    test = await buildTestApp()
    await makeExpiringRows()
    await leaveStored(test, BLOB, OTHER_BLOB)
    await test.files.moveToOrphaned(BLOB)
    const now = Math.max(Date.now(), Date.parse(TEST_NOW))
    test.clock.set(new Date(now + 31 * DAY_MS).toISOString())
    const log = () => test.log.join('')
    vi.advanceTimersByTime(HOUR_MS)
    await expect.poll(log).toContain('"moved":1,"back":0,"removed":0')
    expect(log()).toContain('the clock jumped ahead, so nothing expires for a day')
    expect(await countRows()).toEqual({ deleted_tasks: 1, idempotency_keys: 1, undos: 1, sessions: 1 })
    test.clock.uptimeMs = () => HOUR_MS + DAY_MS
    vi.advanceTimersByTime(HOUR_MS)
    await expect.poll(log).toContain('"moved":0,"back":0,"removed":2')
    expect(await countRows()).toEqual({ deleted_tasks: 0, idempotency_keys: 0, undos: 0, sessions: 0 })
  })
})

it('counts uptime since the computer booted, so that server restarts and sleep cause no delay', () => {
  expect(systemClock.uptimeMs() / 1000).toBeCloseTo(uptime(), 0)
})

it('trusts a clock that runs normally, and one that was set back or changed by less than a day', () => {
  let [wall, uptime] = [Date.parse(TEST_NOW), HOUR_MS]
  const onJump = vi.fn<(days: number) => void>()
  const clock = { now: () => new Date(wall).toISOString(), uptimeMs: () => uptime }
  const isTrusted = watchClock(clock, onJump)
  for (const jump of [0, 0, -40 * DAY_MS, DAY_MS, HOUR_MS]) {
    expect(isTrusted()).toBe(true)
    wall += HOUR_MS + jump
    uptime += HOUR_MS
  }
  expect(isTrusted()).toBe(true)
  expect(onJump).not.toHaveBeenCalled()
})
