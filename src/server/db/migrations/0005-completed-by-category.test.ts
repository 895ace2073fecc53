import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { planOf, searchedIndex } from '#tests/support/plan.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { columnTypes, dialectOf } from '../dialect.ts'
import { migrate } from '../migrations.ts'

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await emptyDatabase()
  await migrate(fresh.db, '0004-attachments')
  await insertUserRow(fresh.db, 'ada')
  await insertTaskRow(fresh.db, 'ada', { completed: true, completed_at: '2026-11-19T10:00:00.000Z' })
  await migrate(fresh.db, '0005-completed-by-category')
})
afterAll(() => fresh.close())

test('keeps earlier tasks', async () => {
  expect(await anyTables(fresh.db).selectFrom('tasks').select('title').execute()).toEqual([
    { title: 'Report' },
  ])
})

test.each([
  [
    'of a category, newest first',
    (done: RawBuilder<unknown>) =>
      sql`select * from tasks where user_id = 'x' and completed = ${done} and category = 'Task' order by completed_at desc, id desc`,
  ],
  [
    'counted by category',
    (done: RawBuilder<unknown>) =>
      sql`select category, count(*), sum(elapsed_time) from tasks where user_id = 'x' and completed = ${done} group by category`,
  ],
])('uses the new index to search completed tasks %s', async (_, queryOf) => {
  const isInteger = columnTypes(dialectOf(fresh.db)).boolean === 'integer'
  const plan = await planOf(fresh.db, queryOf(isInteger ? sql`1` : sql`true`))
  expect(searchedIndex(plan)).toBe('tasks_completed_category')
})
