import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { anyTables, insertTaskRow, insertUserRow } from '#tests/support/rows.ts'

import { migrate } from '../migrations.ts'
import type { Database, TaskRow } from '../schema.ts'

const NOW = '2026-11-20T10:00:00.000Z'

let fresh: TestDatabase
let db: Database
beforeEach(async () => {
  fresh = await emptyDatabase()
  db = fresh.db
  await migrate(db, '0009-changes')
  await insertUserRow(db, 'ada')
})
afterEach(() => fresh.close())

describe('an earlier key', () => {
  test.each([
    ['POST /api/tasks k', { id: 7, title: 'Plan', version: 1 }, [7], 1],
    [
      'PATCH /api/tasks/7 k',
      { task: { id: 7, version: 3 }, next: { id: 8, version: 1 }, released: [] },
      [7, 8],
      3,
    ],
    ['PATCH /api/tasks/7 k', { task: { id: 7, version: 3 }, next: null, released: [] }, [7], 3],
    ['POST /api/templates k', { id: 4, name: 'Launch', version: 1 }, [4], 1],
    [
      'POST /api/templates/4/instantiate k',
      [
        { id: 9, version: 1 },
        { id: 10, version: 1 },
      ],
      [9, 10],
      null,
    ],
    ['PUT /api/tasks/7/attachments/a k', { name: 'a', size: 5, type: 'text/plain' }, ['a'], null],
  ])('for %s keeps its result: %j', async (key, answer, entity, version) => {
    await sql`insert into idempotency_keys (user_id, key, answer, created_at)
      values ('ada', ${key}, ${JSON.stringify(answer)}, ${NOW})`.execute(db)
    await migrate(db, '0010-keys-and-series-days')
    expect(await anyTables(db).selectFrom('idempotency_keys').selectAll().execute()).toEqual([
      { user_id: 'ada', key, fingerprint: null, entity: JSON.stringify(entity), version, created_at: NOW },
    ])
  })

  test('is kept among a thousand other keys', async () => {
    for (let i = 0; i < 1001; i++)
      await sql`insert into idempotency_keys (user_id, key, answer, created_at)
        values ('ada', ${`POST /api/tasks ${i}`}, ${`{"id":${i + 1},"version":1}`}, ${NOW})`.execute(db)
    await migrate(db, '0010-keys-and-series-days')
    const rows = await anyTables(db).selectFrom('idempotency_keys').select(['key', 'entity']).execute()
    expect(rows).toHaveLength(1001)
    for (const { key, entity } of rows) expect(entity).toBe(`[${Number(String(key).split(' ')[2]) + 1}]`)
  })
})

describe('the series day of an occurrence', () => {
  const NONE = { due_series_day: null, start_series_day: null, end_series_day: null }

  test.each([
    [{ due_date: '2027-02-28', start_date: '2027-02-20' }, { due_series_day: 31 }],
    [{ due_date: '2027-02-28T09:30' }, { due_series_day: 31 }],
    [{ due_date: null, start_date: '2027-02-28', end_date: '2027-03-01' }, { start_series_day: 31 }],
    [{ due_date: 'soon', end_date: '2027-02-28' }, { end_series_day: 31 }],
  ] satisfies [Partial<TaskRow>, object][])('of a task with %j becomes %j', async (dates, expected) => {
    const id = await insertTaskRow(db, 'ada', dates)
    await sql`insert into occurrences (user_id, series_id, occurrence, task_id, series_day)
      values ('ada', 1, 1, ${id}, 31), ('ada', 1, 2, null, 31), ('ada', 1, 3, 999, null)`.execute(db)
    await migrate(db, '0010-keys-and-series-days')
    const rows = await anyTables(db).selectFrom('occurrences').selectAll().orderBy('occurrence').execute()
    expect(rows[0]).toEqual({
      user_id: 'ada',
      series_id: 1,
      occurrence: 1,
      task_id: id,
      ...NONE,
      ...expected,
    })
    expect(rows[2]).toMatchObject(NONE)
  })

  test.each(['due_series_day', 'start_series_day', 'end_series_day'] as const)(
    '%s must be from 1 to 31',
    async (column) => {
      await migrate(db, '0010-keys-and-series-days')
      const insert = (day: number) =>
        anyTables(db)
          .insertInto('occurrences')
          .values({ user_id: 'ada', series_id: 1, occurrence: 1, task_id: 2, ...NONE, [column]: day })
          .execute()
      for (const day of [0, 32]) await expect(insert(day)).rejects.toThrow(/constraint/i)
      await insert(31)
    },
  )
})
