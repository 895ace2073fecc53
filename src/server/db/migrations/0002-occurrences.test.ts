import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { planOf, searchedIndex } from '#tests/support/plan.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'
import type { Database } from '../schema.ts'

let fresh: TestDatabase
let db: Database
beforeEach(async () => {
  fresh = await emptyDatabase()
  db = fresh.db
  await migrate(db, '0001-first-schema')
  await insertUserRow(db, 'ada')
  await insertTaskRow(db, 'ada', { is_recurring: true, recurrence_frequency: 'Weekly', completed: true })
})
afterEach(() => fresh.close())

const place = { user_id: 'ada', series_id: 1, occurrence: 1, task_id: 2, series_day: 31 }
const insert = (row: Partial<typeof place>) =>
  anyTables(db)
    .insertInto('occurrences')
    .values({ ...place, ...row })
    .execute()

test('keeps the rows of the first version and adds occurrences', async () => {
  const before = await anyTables(db).selectFrom('tasks').selectAll().execute()
  await migrate(db, '0002-occurrences')
  expect(await anyTables(db).selectFrom('tasks').selectAll().execute()).toEqual(before)
  await insert({})
  expect(await anyTables(db).selectFrom('occurrences').selectAll().execute()).toEqual([place])
})

test('allows an occurrence of a series once per user', async () => {
  await migrate(db, '0002-occurrences')
  await insert({})
  await expect(insert({ task_id: 3 })).rejects.toThrow(/unique/i)
  await expect(insert({ occurrence: 2 })).rejects.toThrow(/unique/i)
  await insert({ occurrence: 2, task_id: 3 })
  await insert({ series_id: 9, task_id: 10 })
})

test.each([{ user_id: 'nobody' }, { occurrence: 0 }, { series_day: 0 }, { series_day: 32 }])(
  'rejects a row with %j',
  async (row) => {
    await migrate(db, '0002-occurrences')
    await expect(insert(row)).rejects.toThrow(/constraint/i)
  },
)

test('uses an index to find the place of a task in its series', async () => {
  await migrate(db, '0002-occurrences')
  const query = sql`select * from occurrences where user_id = 'ada' and task_id = 2`
  expect(searchedIndex(await planOf(db, query))).toBe('occurrences_task')
})
