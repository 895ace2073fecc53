import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'

import { lockUser } from './user-lock.ts'
import { CONNECTIONS_MAX } from './postgres-pool.ts'
import { connectPostgres } from './postgres.ts'
import type { Database } from './schema.ts'

let app: TestApp
let elsewhere: Database
beforeEach(async () => {
  app = await buildTestApp()
  elsewhere = connectPostgres(app.databaseUrl ?? '')
})
afterEach(async () => {
  await elsewhere.destroy()
  await app.close()
})

test('slow writes of one user hold one connection and do not block others', async () => {
  const ada = await signUp(app)
  const eve = await signUp(app)
  const { id } = (await ada.get('/api/auth/user')).json<{ id: string }>()
  const waiting = await elsewhere.transaction().execute(async (db) => {
    // Another server holds ada's lock, so none of her writes here continues.
    await lockUser(db, id)
    const writes = Array.from({ length: 2 * CONNECTIONS_MAX }, () => ada.post('/api/tasks', { title: 'x' }))
    await untilOneWaits(db)
    for (let round = 0; round < CONNECTIONS_MAX; round++) {
      expect((await eve.post('/api/tasks', { title: 'x' })).statusCode).toBe(201)
      expect((await eve.get('/api/tasks')).statusCode).toBe(200)
      expect((await ada.get('/api/tasks')).statusCode).toBe(200)
    }
    expect(await countWaiting(db)).toBe(1)
    return writes
  })
  const answers = await Promise.all(waiting)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
})

async function untilOneWaits(db: Database): Promise<void> {
  while ((await countWaiting(db)) === 0);
}

/** Returns how many connections wait for a user's lock. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.count ?? 0
}
