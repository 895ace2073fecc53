import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startBurst } from '#tests/support/burst.ts'
import { compareTitles } from '#tests/support/compare-titles.ts'
import { type FailingCalls, prepareFailingCalls } from '#tests/support/failing-calls.ts'
import { forFaults, noteFigures } from '#tests/support/figures.ts'
import {
  type ServerFolder,
  type ServerProcess,
  call,
  makeServerFolder,
  register,
  stopServer,
} from '#tests/support/server-process.ts'
import { mountSmallDisk, unmount } from '#tests/support/small-disk.ts'

const NO_FIU = 'Debian’s fiu-utils make system calls fail'

let folder: ServerFolder
let server: ServerProcess
let cookie: string
beforeEach(() => {
  folder = makeServerFolder()
})
afterEach(() => folder.remove())

const send = (method: string, path: string, body?: unknown) => call(server, method, path, body, cookie)

/** Starts a server whose system calls can fail, or returns null without libfiu. */
async function begin(): Promise<FailingCalls | null> {
  const calls = prepareFailingCalls(folder.path)
  if (calls === null) return null
  server = await folder.run({ env: calls.env })
  cookie = await register(server)
  return calls
}

describe('a disk that fails at random', () => {
  test.for([
    ['write', 'ENOSPC'],
    ['write', 'EIO'],
    ['fsync', 'EIO'],
  ] as const)('in %s with %s stores exactly the acknowledged writes', async ([name, error], context) => {
    const rounds = forFaults(1, 5)
    const calls = await begin()
    if (calls === null) return context.skip(NO_FIU)
    const burst = startBurst(server, cookie)
    for (let round = 0; round < rounds; round++) {
      calls.fail(server, name, error, 0.1)
      do await delay(1000)
      while (!burst.statuses.has(503))
      calls.heal(server, name)
      const healed = performance.now()
      const before = burst.acknowledged.length
      while (burst.acknowledged.length === before) await delay(5)
      noteFigures({ runs: 1, seconds: (performance.now() - healed) / 1000 })
    }
    await burst.end()
    server.child.kill('SIGKILL')
    await server.ended
    await stopServer(await folder.run())

    const database = new SqliteDatabase(folder.database, { readonly: true })
    const stored = database.prepare<[], string>('select title from tasks').pluck().all()
    const figures = compareTitles(burst.acknowledged, stored)
    noteFigures({ ...figures, writes: burst.acknowledged.length })
    expect(figures).toEqual({ lost: 0, duplicated: 0 })
    expect(stored).toHaveLength(burst.acknowledged.length)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
    expect(burst.statuses).toEqual(new Set([201, 503]))
  })
})

describe('a disk that becomes read-only', () => {
  test('rejects writes with 503, still serves reads, and recovers without a restart', async (context) => {
    const calls = await begin()
    if (calls === null) return context.skip(NO_FIU)
    expect((await send('POST', '/api/tasks', { title: 'before' })).status).toBe(201)
    calls.fail(server, 'write', 'EROFS', 1)
    for (let turn = 0; turn < 10; turn++) {
      const response = await send('POST', '/api/tasks', { title: 'lost' })
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
      expect((await send('GET', '/api/tasks')).status).toBe(200)
    }
    calls.heal(server, 'write')
    const healed = performance.now()
    expect((await send('POST', '/api/tasks', { title: 'after' })).status).toBe(201)
    noteFigures({ runs: 1, seconds: (performance.now() - healed) / 1000 })
    const titles = ((await (await send('GET', '/api/tasks')).json()) as { title: string }[]).map(
      ({ title }) => title,
    )
    expect(titles).toEqual(['before', 'after'])
  })
})

describe('a read-only disk', () => {
  test('prevents the start with one line and a non-zero exit', async (context) => {
    mkdirSync(folder.dataDir)
    if (!mountSmallDisk(folder.dataDir, 32))
      return context.skip('a disk can be mounted by root alone, on Linux')
    try {
      expect(await stopServer(await folder.run())).toBe(0)
      expect(spawnSync('mount', ['-o', 'remount,ro', folder.dataDir]).status).toBe(0)
      const rejected = await folder.start()
      expect(await rejected.ended).toBe(1)
      expect(rejected.err().trimEnd().split('\n')).toEqual([expect.stringContaining(folder.dataDir)])
      expect(spawnSync('mount', ['-o', 'remount,rw', folder.dataDir]).status).toBe(0)
      expect(await stopServer(await folder.run())).toBe(0)
      noteFigures({ runs: 1 })
    } finally {
      unmount(folder.dataDir)
    }
  })
})
