import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { connectPostgres } from '#server/db/postgres.ts'

import { freshDatabase } from '../database.ts'
import { insertTaskRow, insertUserRow } from '../rows.ts'

test('gives the next test an empty database whose ids start at 1', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const { db, close } = await freshDatabase()
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('tasks').selectAll().execute()).toEqual([])
    await insertUserRow(db, 'ada')
    expect(await insertTaskRow(db, 'ada')).toBe(1)
    await close()
  }
})

test.each([
  [
    'a trigger',
    'create trigger x before insert on tasks execute function suppress_redundant_updates_trigger()',
  ],
  ['a column', 'alter table tasks add column x text'],
  ['a default', "alter table tasks alter column title set default 'x'"],
  ['an index', 'create index x on tasks (title)'],
  ['a table', 'create table x (y text)'],
  ['a dropped table', 'drop table changes'],
  ['a function', "create function x() returns text language sql as $$ select 'x' $$"],
  ['a step', "insert into kysely_migration values ('9999-later', '2026-11-20')"],
])('does not reuse a database that a test left with %s', async (_what, statement) => {
  const changed = await freshDatabase()
  await sql.raw(statement).execute(changed.db)
  await changed.close()
  const next = await freshDatabase()
  expect(next.url).not.toBe(changed.url)
  await next.close()
})

test('does not reuse a connection if a test changed its settings', async () => {
  const changed = await freshDatabase()
  await sql`set default_transaction_read_only = on`.execute(changed.db)
  await changed.close()
  const next = await freshDatabase()
  expect(next.url).toBe(changed.url)
  await insertUserRow(next.db, 'ada')
  await next.close()
})

test('does not reuse a database with an open transaction', async () => {
  const left = await freshDatabase()
  const other = connectPostgres(left.url ?? '')
  const transaction = await other.startTransaction().execute()
  await insertUserRow(transaction, 'ada')
  await left.close()
  const next = await freshDatabase()
  expect(next.url).not.toBe(left.url)
  await next.close()
  // Dropping the database cut the connection.
  await expect(transaction.rollback().execute()).rejects.toThrow(/connection/i)
  await other.destroy()
})
