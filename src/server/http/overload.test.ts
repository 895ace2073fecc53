import { type Socket, connect } from 'node:net'

import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { TEST_DIALECT } from '#tests/support/database.ts'
import { listening, openEvents } from '#tests/support/event-stream.ts'
import { makeTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { CONNECTIONS_MAX } from '../db/postgres-pool.ts'
import { databaseQueue, inTransaction, waitingChanges } from '../db/transaction.ts'
import { OVERLOAD } from './overload.ts'

const WAITING_MAX = 3
const BUSY = { code: 'busy', message: 'The server is busy. Try again in a moment.' }

let server: TestApp
afterEach(() => server.close())

/** Blocks the database for everyone else: on SQLite with a user's change, on PostgreSQL with all connections. */
async function holdDatabase(userId: string): Promise<() => Promise<void>> {
  const end = Promise.withResolvers<void>()
  if (TEST_DIALECT === 'sqlite') return holdChange(userId)
  const connections = Array.from({ length: CONNECTIONS_MAX }, () => {
    const begun = Promise.withResolvers<void>()
    const held = server.db.connection().execute(async (db) => {
      // Kysely acquires the connection on the first query.
      await sql`select 1`.execute(db)
      begun.resolve()
      return end.promise
    })
    return { begun: begun.promise, held }
  })
  await Promise.all(connections.map(({ begun }) => begun))
  return async () => {
    end.resolve()
    await Promise.all(connections.map(({ held }) => held))
  }
}

/** Keeps a transaction of a user open, and returns a function that ends it. */
async function holdChange(userId: string): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const held = inTransaction(server.db, userId, () => {
    begun.resolve()
    return end.promise
  })
  await begun.promise
  return () => {
    end.resolve()
    return held
  }
}

test('opens the sign-in page and signs out during an overload', async () => {
  const pages = { html: async () => '<p>Sign in</p>', assetsFolder: null }
  server = await buildTestApp({ overload: { ...OVERLOAD, waiting: 0 }, pages })
  expect((await server.visitor.get('/api/tasks')).statusCode).toBe(503)
  expect((await server.visitor.get('/api/logout', { 'sec-fetch-site': 'none' })).statusCode).toBe(302)
  expect((await server.visitor.get('/api/login')).statusCode).toBe(200)
})

test('rejects requests with 503 busy and Retry-After while too many users wait for the database, and recovers', async () => {
  server = await buildTestApp({ overload: { ...OVERLOAD, waiting: WAITING_MAX } })
  const clients: Client[] = []
  while (clients.length < WAITING_MAX) clients.push(await signUp(server))
  const release = await holdDatabase('someone')
  const accepted = clients.map((client) => client.post('/api/tasks', { title: 'Accepted' }))
  await until(() => expect(databaseQueue(server.db)).toBe(WAITING_MAX))

  const rejected = await Promise.all([
    ...clients.map((client) => client.get('/api/tasks')),
    server.visitor.post('/api/login', { email: 'ada@example.com', password: 'a quiet green harbour' }),
    ...Array.from({ length: 200 }, () => clients[0]?.post('/api/tasks', { title: 'Rejected' })),
  ])
  for (const response of rejected) {
    expect([response?.statusCode, response?.headers['retry-after'], response?.json()]).toEqual([
      503,
      '2',
      BUSY,
    ])
    expect(response?.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  }
  expect(databaseQueue(server.db)).toBe(WAITING_MAX)
  expect((await server.visitor.get('/healthz')).statusCode).toBe(200)

  await release()
  expect((await Promise.all(accepted)).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  for (const client of clients) expect(await readTasks(client)).toMatchObject([{ title: 'Accepted' }])
})

test('serves health checks, metrics and event streams during an overload', async () => {
  const overload = { ...OVERLOAD }
  server = await buildTestApp({ overload })
  const client = await signUp(server)
  overload.waiting = 0
  expect((await client.get('/api/tasks')).statusCode).toBe(503)
  for (const path of ['/healthz', '/readyz']) expect((await client.get(path)).statusCode).toBe(200)
  expect((await server.visitor.get('/metrics', { host: 'localhost' })).statusCode).toBe(200)
  const stream = await openEvents(server.app, client)
  expect(stream.response.status).toBe(200)
  stream.close()
})

test('many waiting changes of one user are not an overload', async () => {
  server = await buildTestApp({ overload: { ...OVERLOAD, waiting: WAITING_MAX } })
  const [busy, other] = [await signUp(server), await signUp(server)]
  const { userId } = await makeTask(busy)
  const release = await holdChange(userId)
  const waiting = Array.from({ length: 2 * WAITING_MAX }, () => busy.post('/api/tasks', { title: 'Waiting' }))
  await until(() => expect(waitingChanges(server.db)).toBe(2 * WAITING_MAX))
  expect((await other.get('/api/tasks')).statusCode).toBe(200)
  await release()
  expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
})

test('rejects the remaining requests that arrived together if the first ones took too long', async () => {
  const [answered, requests, workMs] = [4, 12, 30]
  const overload = { ...OVERLOAD, turnMs: workMs, turnRequests: answered }
  // Each request spends this long writing its log line.
  const work = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workMs)
  server = await buildTestApp({ overload, logStream: { write: work } })
  const url = await listening(server.app)
  const sockets = await Promise.all(Array.from({ length: requests }, () => openSocket(url)))
  // Node accepts one connection per turn.
  await Promise.all(sockets.map((socket) => statusOf(socket, '/healthz')))
  const statuses = await Promise.all(sockets.map((socket) => statusOf(socket, '/api/tasks')))
  expect(new Set(statuses)).toEqual(new Set([401, 503]))
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(answered)
  for (const socket of sockets) expect(await statusOf(socket, '/api/tasks')).toBe(401)
  const healthy = await Promise.all(sockets.map((socket) => statusOf(socket, '/healthz')))
  expect(new Set(healthy)).toEqual(new Set([200]))
  for (const socket of sockets) socket.destroy()
})

async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await new Promise((connected) => socket.once('connect', connected))
  return socket
}

/** Sends a request on an open connection. Requests sent in the same turn arrive together. */
function statusOf(socket: Socket, path: string): Promise<number> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: tenfold\r\n\r\n`)
  return new Promise((resolve) => {
    socket.once('data', (chunk) => resolve(Number(String(chunk).slice(9, 12))))
  })
}
