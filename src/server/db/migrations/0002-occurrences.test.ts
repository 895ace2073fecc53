import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { planOf, searchedIndex } from '#tests/support/plan.ts'
import { insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

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
  db
    .insertInto('occurrences')
    .values({ ...place, ...row })
    .execute()

test('a database of the first version keeps its rows, and gets a place for occurrences', async () => {
  const before = await db.selectFrom('tasks').selectAll().execute()
  await migrate(db)
  expect(await db.selectFrom('tasks').selectAll().execute()).toEqual(before)
  await insert({})
  expect(await db.selectFrom('occurrences').selectAll().execute()).toEqual([place])
})

test('an occurrence of a series is there once, for each user', async () => {
  await migrate(db)
  await insert({})
  await expect(insert({ task_id: 3 })).rejects.toThrow(/unique/i)
  await expect(insert({ occurrence: 2 })).rejects.toThrow(/unique/i)
  await insert({ occurrence: 2, task_id: 3 })
  await insert({ series_id: 9, task_id: 10 })
})

test.each([{ user_id: 'nobody' }, { occurrence: 0 }, { series_day: 0 }, { series_day: 32 }])(
  'a row with %j is refused',
  async (row) => {
    await migrate(db)
    await expect(insert(row)).rejects.toThrow(/constraint/i)
  },
)

test('a place in a series is found by the task, with an index', async () => {
  await migrate(db)
  const query = sql`select * from occurrences where user_id = 'ada' and task_id = 2`
  expect(searchedIndex(await planOf(db, query))).toBe('occurrences_task')
})
