import { setTimeout as delay } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type Client, type TestApp, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { CountingSocket, type RoundTrips } from '#tests/support/counting-socket.ts'
import { makeTask } from '#tests/support/tasks.ts'

import { buildApp } from '../app.ts'
import { settleEffects } from '../run/execute.ts'
import { connectPostgres } from './postgres.ts'
import type { Database } from './schema.ts'

let server: TestApp
let app: FastifyInstance
let db: Database
let ada: Client
let id: number
let trips: RoundTrips
beforeEach(async () => {
  server = await buildTestApp()
  const here = await signUp(server)
  for (let made = 0; made < 101; made++) id = (await makeTask(here, { notes: 'old' })).id
  trips = { count: 0, isAnswered: true }
  const { files, config, clock, databaseUrl } = server
  db = connectPostgres(databaseUrl ?? '', { stream: () => new CountingSocket(trips) })
  const context = { db, files, config, clock, pages: null }
  app = await buildApp(context, { logStream: { write: () => undefined } })
  await app.ready()
  await settleEffects()
  const [name = '', value = ''] = here.cookie().split('=')
  ada = clientOf(app, [[name, value]])
})
afterEach(async () => {
  await app.close()
  await db.destroy()
  await server.close()
})

/** Returns the round trips of the second request, when the connections are open and the statements are prepared. */
async function countTrips(call: (turn: number) => Promise<{ statusCode: number }>): Promise<number> {
  expect((await call(1)).statusCode).toBeLessThan(400)
  await delay(20)
  trips.count = 0
  expect((await call(2)).statusCode).toBeLessThan(400)
  return trips.count
}

describe('a read takes one round trip after the one for its session:', () => {
  test('one task', async () => {
    expect(await countTrips(() => ada.get(`/api/tasks/${id}`))).toBe(2)
  })

  test('a list', async () => {
    expect(await countTrips(() => ada.get('/api/tasks'))).toBe(2)
  })

  test('an unchanged list', async () => {
    const { etag } = (await ada.get('/api/tasks')).headers
    expect(await countTrips(() => ada.get('/api/tasks', { 'if-none-match': String(etag) }))).toBe(2)
  })

  test('a packed list that is cached', async () => {
    expect(await countTrips(() => ada.get('/api/tasks', { 'accept-encoding': 'br' }))).toBe(2)
  })
})

describe('a write takes two round trips after the one for its session:', () => {
  test('a longer text', async () => {
    expect(await countTrips((turn) => ada.patch(`/api/tasks/${id}`, { notes: 'new'.repeat(turn) }))).toBe(3)
  })

  test('new progress', async () => {
    expect(await countTrips((turn) => ada.patch(`/api/tasks/${id}`, { progress: turn }))).toBe(3)
  })
})

describe('a value that the next statement needs takes one more round trip:', () => {
  test('completing a task reads the places of its level', async () => {
    expect(await countTrips((turn) => ada.patch(`/api/tasks/${id}`, { completed: turn === 2 }))).toBe(4)
  })

  test('a new task gets its id from the database', async () => {
    expect(await countTrips(() => ada.post('/api/tasks', { title: 'New' }))).toBe(4)
  })

  test('an Idempotency-Key is looked up first', async () => {
    expect(
      await countTrips((turn) =>
        ada.patch(`/api/tasks/${id}`, { progress: turn }, { 'idempotency-key': `key ${turn}` }),
      ),
    ).toBe(4)
  })
})
