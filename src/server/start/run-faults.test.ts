import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Socket, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { WRITERS, endDuringWrites } from '#tests/support/burst.ts'
import { compareTitles } from '#tests/support/compare-titles.ts'
import { forFaults, noteFigures } from '#tests/support/figures.ts'
import { lowest, quantile, timeOf } from '#tests/support/measure.ts'
import {
  type ServerFolder,
  type ServerProcess,
  call,
  makeServerFolder,
  register,
  stopServer,
} from '#tests/support/server-process.ts'

const DIE = pathToFileURL(join(import.meta.dirname, '../../../tests/support/die-at-statement.ts')).href

/**
 * How long a stop may take. The server waits one second for connections that send nothing; the rest is headroom for a
 * busy machine.
 */
const STOP_MS_MAX = 4000

const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

let folder: ServerFolder
beforeEach(() => {
  folder = makeServerFolder()
})
afterEach(() => folder.remove())

describe('of two servers started at the same moment', () => {
  test('exactly one wins, and the other reports its process id', async () => {
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
  test('during its start leaves nothing that prevents the next start', async () => {
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

  test.each([
    ['during writes neither loses nor duplicates an acknowledged write', WRITERS, false],
    ['during good and failing writes neither loses nor duplicates an acknowledged write', 50, true],
  ])(
    '%s',
    async (_title, writers, isMixed) => {
      const rounds = forFaults(1, 20)
      let server = await folder.run()
      const cookie = await register(server)
      const acknowledged: string[] = []
      const fail = async () => {
        const responses = await Promise.all([
          call(server, 'POST', '/api/tasks', { title: '' }, cookie),
          call(server, 'PATCH', '/api/tasks/999999', { title: 'x' }, cookie),
        ])
        expect(responses.map(({ status }) => status)).toEqual([400, 404])
      }
      for (let round = 0; round < rounds; round++) {
        const options = { writers, ...(isMixed && { beside: fail }) }
        acknowledged.push(...(await endDuringWrites(server, cookie, options)))
        const killed = performance.now()
        server = await folder.run()
        noteFigures({ runs: 1, seconds: (performance.now() - killed) / 1000 })
      }
      expect(await stopServer(server)).toBe(0)
      expectAllStored(acknowledged)
    },
    300_000,
  )

  test('between two statements of a group neither loses nor duplicates an acknowledged write', async () => {
    const rounds = forFaults(2, 10)
    const first = await folder.run()
    const cookies = []
    for (const name of ['ada', 'eve', 'joe']) cookies.push(await register(first, `${name}@example.com`))
    expect(await stopServer(first)).toBe(0)
    const acknowledged: string[] = []
    for (let round = 0; round < rounds; round++) {
      const statement = 600 + Math.floor(Math.random() * 300)
      const env = { NODE_OPTIONS: `--import=${DIE}`, DIE_AT_STATEMENT: String(statement) }
      const server = await folder.run({ env })
      const written = await endDuringWrites(server, cookies, { writers: 50, signal: null })
      expect(await server.ended).toBeNull()
      expect(written.length).toBeGreaterThan(50)
      acknowledged.push(...written)
      noteFigures({ runs: 1 })
    }
    expect(await stopServer(await folder.run())).toBe(0)
    expectAllStored(acknowledged)
  }, 300_000)
})

describe('a server that receives a stop signal', () => {
  test('under load completes requests in flight, loses nothing that it confirmed, and exits with 0', async () => {
    const server = await folder.run()
    const acknowledged = await endDuringWrites(server, await register(server), { signal: 'SIGTERM' })
    expect(await server.ended).toBe(0)
    expect(readdirSync(folder.dataDir)).not.toContain('tenfold.db-wal')
    expectAllStored(acknowledged)
  })

  // On a busy machine a client may itself be slow, so each of these is tried up to three times.
  test('serves every accepted connection, including those that send their request later', async () => {
    const unanswered = await lowest(1, async () => {
      const server = await folder.run()
      const cookie = await signedIn(server)
      const head = `GET /api/tasks HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`
      const clients = await Promise.all(Array.from({ length: 180 }, () => connectTo(server)))
      const [early, late] = [clients.slice(0, 90), clients.slice(90)]
      for (const client of early) client.socket.write(head)
      server.child.kill('SIGTERM')
      await untilRefused(server)
      for (const client of late) client.socket.write(head)
      const answers = await Promise.all(clients.map(({ answer }) => answer))
      expect(await server.ended).toBe(0)
      return answers.filter((answer) => !answer.startsWith('HTTP/1.1 200 ')).length
    })
    expect(unanswered).toBe(0)
  }, 300_000)

  test('does not wait for idle connections, and waits only briefly for connections that never send anything', async () => {
    const ms = await lowest(STOP_MS_MAX, async () => {
      const server = await folder.run()
      const silent = await Promise.all(Array.from({ length: 50 }, () => connectTo(server)))
      const idle = await Promise.all(Array.from({ length: 50 }, () => connectTo(server)))
      for (const { socket } of idle) socket.write(HEALTH)
      await Promise.all(idle.map(({ socket }) => once(socket, 'data')))
      const began = performance.now()
      server.child.kill('SIGTERM')
      await Promise.all(idle.map(({ answer }) => answer))
      const isIdleFirst = silent.every(({ socket }) => !socket.destroyed)
      await Promise.all(silent.map(({ answer }) => answer))
      expect(await server.ended).toBe(0)
      return isIdleFirst ? performance.now() - began : Infinity
    })
    expect(ms).toBeLessThan(STOP_MS_MAX)
  }, 300_000)

  test('closes idle connections within 100 ms, serves a first request on a new connection, and ends within 1 s', async () => {
    const ms = await lowest(1000, async () => {
      const server = await folder.run()
      const [fresh, idle] = [await connectTo(server), await connectTo(server)]
      idle.socket.write(HEALTH)
      await once(idle.socket, 'data')
      const signalled = performance.now()
      server.child.kill('SIGTERM')
      await idle.answer
      const idleMs = performance.now() - signalled
      expect(fresh.socket.destroyed).toBe(false)
      fresh.socket.write(HEALTH)
      expect(await fresh.answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(await server.ended).toBe(0)
      return idleMs < 100 ? performance.now() - signalled : Infinity
    })
    expect(ms).toBeLessThan(1000)
  })

  test('does not wait for a connection that becomes idle after a long download', async () => {
    const ms = await lowest(STOP_MS_MAX, async () => {
      const server = await folder.run()
      const cookie = await signedIn(server)
      const task = await call(server, 'POST', '/api/tasks', { title: 'x' }, cookie)
      const { id } = (await task.json()) as { id: number }
      const path = `/api/tasks/${id}/attachments/large`
      const body = Buffer.alloc(20 * 2 ** 20)
      expect((await fetch(server.url + path, { method: 'PUT', headers: { cookie }, body })).status).toBe(201)
      const { socket, answer } = await connectTo(server)
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
      await once(socket, 'data')
      socket.pause()
      server.child.kill('SIGTERM')
      await untilRefused(server)
      const began = performance.now()
      socket.resume()
      const { length } = await answer
      expect(await server.ended).toBe(0)
      return length > body.length ? performance.now() - began : Infinity
    })
    expect(ms).toBeLessThan(STOP_MS_MAX)
  }, 300_000)

  test('stops cleanly even though npm repeats the signal of Ctrl+C', async () => {
    const server = await folder.run()
    server.child.kill('SIGINT')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('twice stops immediately', async () => {
    const server = await folder.run()
    const { port, hostname } = new URL(server.url)
    const slow = connect(Number(port), hostname)
    slow.on('error', () => undefined)
    slow.write(
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    server.child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(server.child.exitCode).toBeNull()
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(1)
    slow.destroy()
  })

  test('stops cleanly, and so does one whose parent process ends', async () => {
    const server = await folder.run()
    server.child.disconnect()
    expect(await server.ended).toBe(0)
  })
})

describe('while another process holds a lock on the SQLite file', () => {
  test('nine of ten /healthz requests and nine of ten other reads take at most 100 ms; writes wait or get 503; everything works afterwards', async () => {
    const server = await folder.run()
    const cookie = await register(server)
    const write = (title: string) => call(server, 'POST', '/api/tasks', { title }, cookie)
    const read = (path: string) => call(server, 'GET', path, undefined, cookie)
    expect((await write('before')).status).toBe(201)
    const timeReads = async ({ health, others }: Times) => {
      for (const path of ['/healthz', ...READS]) {
        const ms = await timeOf(async () => {
          const response = await read(path)
          await response.arrayBuffer()
          expect(response.status).toBe(200)
        })
        ;(path === '/healthz' ? health : others).push(ms)
      }
      await delay(20)
    }
    const usual: Times = { health: [], others: [] }
    for (let round = 0; round < 20; round++) await timeReads(usual)

    await lockDatabase(1500)
    expect((await write('waits')).status).toBe(201)

    const long = await lockDatabase(10_000)
    const writes = [write('lost'), write('lost too'), call(server, 'POST', '/api/logout', undefined, cookie)]
    const locked: Times = { health: [], others: [] }
    while (long.exitCode === null) await timeReads(locked)
    // On a busy machine reads are slow even without a lock. Each read would take 5 s if the event loop were blocked.
    for (const kind of ['health', 'others'] as const) {
      const limit = Math.max(100, 3 * quantile(usual[kind], 0.9))
      expect(quantile(locked[kind], 0.9)).toBeLessThanOrEqual(limit)
      expect(Math.max(...locked[kind])).toBeLessThan(2500)
    }
    for (const response of await Promise.all(writes)) {
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('2')
      expect(await response.json()).toMatchObject({ code: 'unavailable' })
    }

    const freed = performance.now()
    expect((await write('after')).status).toBe(201)
    noteFigures({ runs: 2, seconds: (performance.now() - freed) / 1000 })
    const titles = ((await (await read('/api/tasks')).json()) as { title: string }[]).map(
      ({ title }) => title,
    )
    expect(titles).toEqual(['before', 'waits', 'after'])
  })
})

/** Requests with one or several statements, with and without a session. */
const READS = ['/readyz', '/api/tasks', '/api/categories', '/api/auth/sessions', '/api/templates']

/** The times of `/healthz` and of the other reads, in ms. */
type Times = { health: number[]; others: number[] }

const HOLD_LOCK = `
  const Database = require(process.argv[1])
  const database = new Database(process.argv[2])
  database.exec('begin immediate')
  console.log('locked')
  setTimeout(() => database.exec('commit'), Number(process.argv[3]))`

/** Starts a process that holds the write lock for a few milliseconds, and waits until it has the lock. */
async function lockDatabase(ms: number): Promise<ChildProcess> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  const args = ['-e', HOLD_LOCK, driver, folder.database, String(ms)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('the other process has no output')
  await once(child.stdout, 'data')
  return child
}

/** Creates the account, or signs in if an earlier attempt created it. */
async function signedIn(server: ServerProcess): Promise<string> {
  const account = { email: 'ada@example.com', password: 'a quiet green harbour' }
  const response = await call(server, 'POST', '/api/login', account)
  return response.status === 200
    ? (response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
    : register(server)
}

/** Opens a connection that sends nothing, and collects the data it receives until it closes. */
async function connectTo(server: ServerProcess): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  await once(socket, 'connect')
  return { socket, answer }
}

/** Waits until the server accepts no more connections. */
async function untilRefused(server: ServerProcess): Promise<void> {
  for (;;) {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const isRefused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    })
    socket.destroy()
    if (isRefused) return
    await delay(5)
  }
}

/** Checks the file of a stopped server: each acknowledged title is stored, no title twice, and nothing is damaged. */
function expectAllStored(acknowledged: readonly string[]): void {
  const database = new SqliteDatabase(folder.database, { readonly: true })
  const stored = database.prepare<[], string>('select title from tasks').pluck().all()
  const figures = compareTitles(acknowledged, stored)
  noteFigures({ ...figures, writes: acknowledged.length })
  expect(figures).toEqual({ lost: 0, duplicated: 0 })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
}
