import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  type ServerFolder,
  type ServerProcess,
  call,
  makeServerFolder,
  register,
  stopServer,
} from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'

let folder: ServerFolder
beforeEach(() => {
  folder = makeServerFolder()
})
afterEach(() => folder.remove())

describe('of two servers started at the same moment', () => {
  test('exactly one wins, and the other names it', async () => {
    for (let round = 0; round < 2; round++) {
      const two = await Promise.all([folder.start(), folder.start()])
      const ready = await Promise.all(two.map((server) => server.ready))
      expect(ready.filter(Boolean)).toHaveLength(1)
      const [winner, loser] = ready[0] ? two : two.toReversed()
      expect(await loser?.ended).toBe(1)
      expect(loser?.err()).toContain(`Another Tenfold server (process ${winner?.child.pid}) is already using`)
      if (winner) expect(await stopServer(winner)).toBe(0)
    }
  })
})

describe('a server that is killed', () => {
  test('while it starts leaves nothing that stops the next one', async () => {
    for (let wait = 0; wait <= 450; wait += 50) {
      const server = await folder.start()
      await new Promise((resolve) => setTimeout(resolve, wait))
      server.child.kill('SIGKILL')
      await server.ended
    }
    const server = await folder.run()
    await register(server)
    expect(await stopServer(server)).toBe(0)
    const database = new SqliteDatabase(folder.database, { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
  })

  test('while it is written to loses nothing it had answered', async () => {
    const server = await folder.run()
    const answered = await killDuringWrites(server, await register(server), 'SIGKILL')
    await stopServer(await folder.run())
    expect(missing(answered)).toEqual([])
  })
})

describe('a server that is told to stop', () => {
  test('under load answers what is in flight, loses nothing it had answered, and exits with 0', async () => {
    const server = await folder.run()
    const answered = await killDuringWrites(server, await register(server), 'SIGTERM')
    expect(await server.ended).toBe(0)
    expect(readdirSync(folder.dataDir)).not.toContain('tenfold.db-wal')
    expect(missing(answered)).toEqual([])
  })

  test('by Ctrl+C that npm passes on too still ends in peace', async () => {
    const server = await folder.run()
    server.child.kill('SIGINT')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('twice ends at once', async () => {
    const server = await folder.run()
    const { port, hostname } = new URL(server.url)
    const slow = connect(Number(port), hostname)
    slow.on('error', () => undefined)
    const head = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9'
    slow.write(`${head}\r\nexpect: 100-continue\r\n\r\n{`)
    // The server answers 100 once it has the request, so the signal can't come before it.
    await once(slow, 'data')
    server.child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(server.child.exitCode).toBeNull()
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(1)
    slow.destroy()
  })

  test('by the end of the program that started it', async () => {
    const server = await folder.run()
    server.child.disconnect()
    expect(await server.ended).toBe(0)
  })
})

const WRITERS = 8

/**
 * Sends a signal while eight writers create tasks, at a random moment after each could have written one.
 *
 * @returns the ids of the tasks that the server acknowledged
 */
async function killDuringWrites(
  server: ServerProcess,
  cookie: string,
  signal: NodeJS.Signals,
): Promise<number[]> {
  const acknowledged: number[] = []
  const write = async () => {
    for (;;) {
      const response = await call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)
      if (response.status !== 201) throw new Error(`a write was answered with ${response.status}`)
      acknowledged.push(((await response.json()) as { id: number }).id)
    }
  }
  const writing = Promise.allSettled(Array.from({ length: WRITERS }, write))
  await until(() => expect(acknowledged.length).toBeGreaterThan(WRITERS))
  await delay(Math.random() * 300)
  server.child.kill(signal)
  const outcomes = await writing
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''))
  // Any other reason is a connection that ended with the server.
  expect(reasons.filter((reason) => reason.includes('was answered with'))).toEqual([])
  return acknowledged
}

function missing(answered: number[]): number[] {
  const database = new SqliteDatabase(folder.database, { readonly: true })
  const kept = new Set(database.prepare('select id from tasks').pluck().all())
  database.close()
  return answered.filter((id) => !kept.has(id))
}
