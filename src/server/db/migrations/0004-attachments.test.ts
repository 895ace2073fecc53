import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { planOf, searchedIndex } from '#tests/support/plan.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'
import type { Database } from '../schema.ts'

const NOW = '2026-11-20T10:00:00.000Z'

let fresh: TestDatabase
let db: Database
beforeEach(async () => {
  fresh = await emptyDatabase()
  db = fresh.db
  await migrate(db, '0003-keys-of-any-call')
  await insertUserRow(db, 'ada')
  await insertTaskRow(db, 'ada', { attachments: '["plan.pdf"]' })
  await migrate(db, '0004-attachments')
})
afterEach(() => fresh.close())

const row = {
  user_id: 'ada',
  task_id: 1,
  name: 'plan.pdf',
  blob: 'x',
  size: 2 ** 40,
  type: 'text/plain',
  created_at: NOW,
}
const insert = (other: Partial<typeof row> = {}) =>
  anyTables(db)
    .insertInto('attachments')
    .values({ ...row, ...other })
    .execute()
const rows = () => anyTables(db).selectFrom('attachments').selectAll().execute()

test('keeps the attachment names of a task as names without a file', async () => {
  const task = await anyTables(db).selectFrom('tasks').select('attachments').executeTakeFirstOrThrow()
  expect(task.attachments).toBe('["plan.pdf"]')
  expect(await rows()).toEqual([])
})

test('allows a file name once per task, with shared bytes', async () => {
  await insert()
  await expect(insert({ blob: 'y' })).rejects.toThrow(/unique/i)
  await insert({ name: 'plan (2).pdf' })
  expect(await rows()).toMatchObject([row, { name: 'plan (2).pdf', blob: 'x' }])
})

test.each([{ user_id: 'nobody' }, { task_id: 2 }, { size: -1 }])('rejects a row with %j', async (other) => {
  await expect(insert(other)).rejects.toThrow(/constraint/i)
})

test.each(['users', 'tasks'] as const)('deletes files with their %s', async (table) => {
  await insert()
  await sql`delete from ${sql.table(table)}`.execute(db)
  expect(await rows()).toEqual([])
})

test.each([
  ['user_id', 'x'],
  ['task_id', 1],
  ['blob', 'x'],
])('uses an index to find files by %s', async (column, value) => {
  const query = sql`select * from attachments where ${sql.ref(column)} = ${sql.lit(value)}`
  expect(searchedIndex(await planOf(db, query))).not.toBeNull()
})
