import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Task } from '#domain/task.ts'
import { requirePostgresServer } from '#tests/support/database.ts'
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
const CUTS = 10

let cluster: Cluster
beforeAll(async () => {
  const { binaries } = requirePostgresServer()
  if (binaries === null) throw new Error('This test stops its server, so it needs one of its own.')
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

describe('while the database is away', () => {
  test('calls are answered 503, and the server is alive but not ready; afterwards all is as before', async () => {
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

  test('a server stops all the same', async () => {
    await cluster.stop()
    expect((await read('/api/tasks')).status).toBe(503)
    expect(await stopServer(server)).toBe(0)
    await cluster.start()
  })
})

describe('fifty clients that try again under one key', () => {
  test('make each task once while connections are cut again and again', async () => {
    const [statuses] = await Promise.all([insistAll(), cutConnections()])
    expect(statuses).toEqual(new Set([503, 201]))
    await expectEachOnce()
  })

  test('make each task once while the database is stopped and started', async () => {
    const making = insistAll()
    await delay(100)
    await cluster.stop()
    await delay(100)
    await cluster.start()
    expect(await making).toEqual(new Set([503, 201]))
    await expectEachOnce()
  })
})

/** Makes a task, however often it takes, and answers the statuses there were on the way. */
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

/** Fifty clients make four tasks each. Answers every status there was. */
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
  expect(new Set(made.map((task) => task.title)).size).toBe(MANY * WRITES)
  expect(made.map((task) => task.position)).toEqual(Array.from({ length: MANY * WRITES }, (_, i) => i))
}

async function cutConnections(): Promise<void> {
  for (let cut = 0; cut < CUTS; cut++) {
    await delay(50)
    await runOnCluster(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tenfold'",
    )
  }
}
