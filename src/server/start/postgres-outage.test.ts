import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { requirePostgresServer } from '#tests/support/database.ts'
import { forFaults, noteFigures } from '#tests/support/figures.ts'
import { type Cluster, startCluster } from '#tests/support/postgres/cluster.ts'
import {
  type ServerFolder,
  type ServerProcess,
  call,
  makeServerFolder,
  register,
  stopServer,
} from '#tests/support/server-process.ts'

const MANY = 50
const WRITES = 4
const CUTS = forFaults(10, 100)
const FROZEN_MS = forFaults(12_000, 30_000)

let cluster: Cluster
beforeAll(async () => {
  const { binaries } = requirePostgresServer()
  if (binaries === null) throw new Error('This test stops its server, so it needs a private one.')
  cluster = await startCluster(binaries)
})
afterAll(() => cluster.discard())

let folder: ServerFolder
let server: ServerProcess
let cookie: string
beforeEach(async () => {
  await runOnCluster('drop schema public cascade')
  await runOnCluster('create schema public')
  folder = makeServerFolder()
  server = await folder.run({ env: { DATABASE_URL: cluster.url('postgres') } })
  cookie = await register(server)
})
afterEach(() => folder.remove())

async function runOnCluster(statement: string): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const read = (path: string) => call(server, 'GET', path, undefined, cookie)
const tasks = async () => (await (await read('/api/tasks')).json()) as Task[]
const make = (title: string) => call(server, 'POST', '/api/tasks', { title }, cookie)

describe('while the database is unavailable', () => {
  test('requests get 503, and the server is alive but not ready; afterwards everything works again', async () => {
    expect((await make('before')).status).toBe(201)
    await cluster.stop()
    for (const response of [await read('/api/tasks'), await make('meanwhile'), await read('/readyz')]) {
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('2')
      expect(await response.json()).toMatchObject({ code: 'unavailable', message: expect.any(String) })
    }
    expect((await read('/healthz')).status).toBe(200)
    await cluster.start()
    expect((await read('/readyz')).status).toBe(200)
    expect((await make('after')).status).toBe(201)
    expect((await tasks()).map((task) => task.title)).toEqual(['before', 'after'])
    expect(await stopServer(server)).toBe(0)
    expect(server.err()).toBe('')
  })

  test('pages return 503 with an explanation, and API errors stay JSON', async () => {
    await cluster.stop()
    const navigate = (path: string, method = 'GET') =>
      fetch(server.url + path, { method, headers: { cookie, accept: 'text/html,*/*;q=0.8' } })
    for (const path of ['/', '/?task=7', '/no/such/page', '/api/login', '/api/logout']) {
      const response = await navigate(path)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('2')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
      expect(await response.text()).toContain('&#34;isDataAway&#34;:true}')
    }
    expect((await navigate('/', 'HEAD')).status).toBe(503)
    expect((await read('/api/tasks')).headers.get('content-type')).toContain('application/json')
    expect((await fetch(`${server.url}/`)).status).toBe(200)
    await cluster.start()
    expect(await (await navigate('/')).text()).not.toContain('isDataAway')
  })

  test('a server can still be stopped', async () => {
    await cluster.stop()
    expect((await read('/api/tasks')).status).toBe(503)
    expect(await stopServer(server)).toBe(0)
    await cluster.start()
  })
})

describe('while the database is frozen', () => {
  test.skipIf(process.platform !== 'linux')(
    'every request gets 503 within 5 s, and afterwards everything works again',
    async () => {
      expect((await make('before')).status).toBe(201)
      const storm = Array.from({ length: 60 }, (_, i) => answerInTime(['POST', '/api/tasks', `storm ${i}`]))
      await Promise.race(storm)
      const thaw = cluster.freeze()
      try {
        expect(new Set(await Promise.all(storm))).toEqual(new Set([201, 503]))
        const until = performance.now() + FROZEN_MS
        // The first requests use connections that were already open; later ones find none.
        while (performance.now() < until) {
          expect(new Set(await Promise.all(FROZEN_CALLS.map(answerInTime)))).toEqual(new Set([503]))
        }
      } finally {
        thaw()
      }
      const thawed = performance.now()
      await vi.waitFor(async () => expect((await read('/readyz')).status).toBe(200), { timeout: 5000 })
      noteFigures({ runs: 1, seconds: (performance.now() - thawed) / 1000 })
      const statuses = await Promise.all(Array.from({ length: WRITES }, (_, i) => insist(`frozen ${i}`)))
      expect(statuses).toEqual(Array.from({ length: WRITES }, () => [201]))
      const titles = (await tasks()).map((task) => task.title)
      expect(new Set(titles).size).toBe(titles.length)
      expect(titles).toEqual(
        expect.arrayContaining(['before', 'frozen 0', 'frozen 1', 'frozen 2', 'frozen 3']),
      )
    },
  )

  test('the database ends a slow statement, and other requests are not affected', async () => {
    const { id } = (await (await read('/api/auth/user')).json()) as { id: string }
    const other = new Client({ connectionString: cluster.url('postgres') })
    await other.connect()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id])
    const begun = performance.now()
    const late = make('late')
    while (performance.now() - begun < 4500) {
      expect((await read('/api/tasks')).status).toBe(200)
      await delay(20)
    }
    await other.end()
    expect((await late).status).toBe(503)
    expect(await (await late).json()).toMatchObject({
      message: expect.stringContaining('Nothing was changed'),
    })
    expect((await make('after')).status).toBe(201)
  })
})

/** Reads, the readiness probe, a stream, and writes that wait for each other because they share keys. */
const FROZEN_CALLS = [
  ['GET', '/api/tasks'],
  ['GET', '/readyz'],
  ['GET', '/api/events'],
  ['DELETE', '/api/tasks/1'],
  ...Array.from({ length: 20 }, (_, i) => ['POST', '/api/tasks', `frozen ${i % WRITES}`] as const),
] as const

/** Returns the status. Checks that a rejection has Retry-After. */
async function answerInTime([method, path, title]: readonly [string, string, string?]): Promise<number> {
  const begun = performance.now()
  const headers = {
    cookie,
    ...(title !== undefined && { 'content-type': 'application/json', 'idempotency-key': title }),
  }
  const body = title === undefined ? undefined : JSON.stringify({ title })
  const response = await fetch(server.url + path, { method, headers, body })
  await response.arrayBuffer()
  if (response.status === 503) expect(response.headers.get('retry-after')).toBe('2')
  expect(performance.now() - begun).toBeLessThan(5000)
  return response.status
}

describe('while all connections are taken by others', () => {
  test('every request gets 503 within 5 s, and afterwards everything works again', async () => {
    expect((await make('before')).status).toBe(201)
    const others = await takeConnections()
    const begun = performance.now()
    const responses = await Promise.all([make('lost'), read('/api/tasks'), read('/readyz'), make('lost too')])
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503])
    expect(responses[0]?.headers.get('retry-after')).toBe('2')
    expect((await read('/healthz')).status).toBe(200)
    await Promise.all(others.map((other) => other.end()))
    const freed = performance.now()
    await vi.waitFor(async () => expect((await read('/readyz')).status).toBe(200), { timeout: 5000 })
    noteFigures({ runs: 1, seconds: (performance.now() - freed) / 1000 })
    expect((await make('after')).status).toBe(201)
    expect((await tasks()).map((task) => task.title)).toEqual(['before', 'after'])
  })
})

/** Opens connections until the database has none left for the server, and returns them. */
async function takeConnections(): Promise<Client[]> {
  const taken: Client[] = []
  for (;;) {
    const client = new Client({ connectionString: cluster.url('postgres') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      taken.push(client)
    } catch {
      const ended = await taken[0]?.query(CUT)
      if (ended?.rowCount === 0) return taken
    }
  }
}

const CUT = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tenfold'"

describe('fifty clients that retry with the same key', () => {
  test('create each task once while connections are cut repeatedly', async () => {
    const [statuses] = await Promise.all([insistAll(), cutConnections()])
    expect(statuses).toEqual(new Set([503, 201]))
    await expectEachOnce()
  })

  test('create each task once while the database is stopped and started', async () => {
    const making = insistAll()
    await delay(100)
    await cluster.stop()
    await delay(100)
    await cluster.start()
    expect(await making).toEqual(new Set([503, 201]))
    await expectEachOnce()
  })
})

/** Creates a task, with as many retries as it takes, and returns the statuses of the attempts. */
async function insist(title: string): Promise<number[]> {
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': title }
  const statuses: number[] = []
  while (statuses.at(-1) !== 201) {
    const response = await fetch(`${server.url}/api/tasks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title }),
    })
    statuses.push(response.status)
    await response.arrayBuffer()
    if (response.status !== 201) await delay(20)
  }
  return statuses
}

/** Fifty clients create four tasks each. Returns every status that occurred. */
async function insistAll(): Promise<Set<number>> {
  const clients = Array.from({ length: MANY }, async (_, client) => {
    const statuses: number[] = []
    for (let i = 0; i < WRITES; i++) statuses.push(...(await insist(`${client} ${i}`)))
    return statuses
  })
  return new Set((await Promise.all(clients)).flat())
}

async function expectEachOnce(): Promise<void> {
  const made = await tasks()
  const titles = new Set(made.map((task) => task.title))
  noteFigures({
    runs: 1,
    writes: MANY * WRITES,
    lost: MANY * WRITES - titles.size,
    duplicated: made.length - titles.size,
  })
  expect(titles.size).toBe(MANY * WRITES)
  expect(made.map((task) => task.position)).toEqual(Array.from({ length: MANY * WRITES }, (_, i) => i))
}

async function cutConnections(): Promise<void> {
  for (let cut = 0; cut < CUTS; cut++) {
    await delay(50)
    await runOnCluster(CUT)
  }
}
