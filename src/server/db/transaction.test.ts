import { setImmediate as yieldToMain } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { insertTaskRow } from '#tests/support/rows.ts'

import { WAITING_MAX, inTransaction } from './transaction.ts'

let app: TestApp
let ada: Client
let adaId: string
let eveId: string
beforeEach(async () => {
  app = await buildTestApp()
  ada = await signUp(app)
  adaId = await idOf(ada)
  eveId = await idOf(await signUp(app))
})
afterEach(() => app.close())

const idOf = async (client: Client) => (await client.get('/api/auth/user')).json<{ id: string }>().id
const make = (client: Client) => client.post('/api/tasks', { title: 'x' })

/** Begins a transaction of ada's that lasts until the returned function is called. */
async function holdTransaction(): Promise<() => Promise<void>> {
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const held = inTransaction(app.db, adaId, async () => {
    begin()
    await release
  })
  await begun
  return () => {
    resolve()
    return held
  }
}

test('a user can have 100 waiting writes; the next one gets 429 with Retry-After', async () => {
  const release = await holdTransaction()
  const answers = Array.from({ length: WAITING_MAX + 1 }, () => make(ada))
  const refused = await Promise.race(answers)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json()).toEqual({
    code: 'too_many',
    message: 'Too many of your changes are waiting. Try again in a moment.',
  })
  await release()
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(WAITING_MAX)
  expect((await make(ada)).statusCode).toBe(201)
})

test('a write does not wait for all earlier writes of another user', async () => {
  const order: string[] = []
  const write = (userId: string) =>
    inTransaction(app.db, userId, async (db) => {
      await insertTaskRow(db, userId)
      await yieldToMain()
      order.push(userId)
    })
  await Promise.all([...Array.from({ length: 40 }, () => write(adaId)), write(eveId)])
  expect(order).toHaveLength(41)
  expect(order.indexOf(eveId)).toBeLessThan(10)
})

test('a transaction inside a transaction is rejected instead of waiting for itself', async () => {
  const nested = inTransaction(app.db, adaId, (db) => inTransaction(db, adaId, async () => undefined))
  await expect(nested).rejects.toThrow('transaction')
})

test('a failed change does not block the next one', async () => {
  const failing = inTransaction(app.db, adaId, async () => {
    throw new Error('no')
  })
  const next = make(ada)
  await expect(failing).rejects.toThrow('no')
  expect((await next).statusCode).toBe(201)
})
