import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'
import type { Database } from '../schema.ts'

const NOW = '2026-11-20T10:00:00.000Z'

let fresh: TestDatabase
let db: Database
beforeEach(async () => {
  fresh = await emptyDatabase()
  db = fresh.db
  await migrate(db, '0005-completed-by-category')
  await insertUserRow(db, 'ada')
  await migrate(db, '0008-oidc')
  await insertUserRow(db, 'eve')
})
afterEach(() => fresh.close())

const row = { issuer: 'https://id.example.com', subject: '7', user_id: 'ada', created_at: NOW }
const insert = (other: Partial<typeof row> = {}) =>
  anyTables(db)
    .insertInto('oidc_identities')
    .values({ ...row, ...other })
    .execute()

test('gives earlier users no identity', async () => {
  expect(
    await anyTables(db).selectFrom('users').select('email').where('id', '=', 'ada').execute(),
  ).toHaveLength(1)
  expect(await anyTables(db).selectFrom('oidc_identities').selectAll().execute()).toEqual([])
})

test('allows one user per issuer and subject, and several identities per user', async () => {
  await insert()
  await expect(insert()).rejects.toThrow(/unique/i)
  await expect(insert({ user_id: 'eve' })).rejects.toThrow(/unique/i)
  await insert({ subject: '8' })
  await insert({ issuer: 'https://other.example.com', user_id: 'eve' })
  expect(await anyTables(db).selectFrom('oidc_identities').selectAll().execute()).toHaveLength(3)
})

test('deletes identities with their user', async () => {
  await expect(insert({ user_id: 'nobody' })).rejects.toThrow(/constraint/i)
  await insert()
  await sql`delete from users where id = 'ada'`.execute(db)
  expect(await anyTables(db).selectFrom('oidc_identities').selectAll().execute()).toEqual([])
})

test('allows a flow to finish only once', async () => {
  const finish = () =>
    anyTables(db).insertInto('oidc_finished_flows').values({ state: 'x', expire: NOW }).execute()
  await finish()
  await expect(finish()).rejects.toThrow(/unique/i)
  expect(await anyTables(db).selectFrom('oidc_finished_flows').selectAll().execute()).toEqual([
    { state: 'x', expire: NOW },
  ])
})
