import SqliteDatabase from 'better-sqlite3'
import { type Kysely as AnyKysely, Kysely, SqliteDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { MIGRATION_TABLE, migrate } from '../migrations.ts'
import type { Database, Schema } from '../schema.ts'
import { firstSchema } from './0001-first-schema.ts'

const NOW = '2026-11-20T10:00:00.000Z'

let connection: SqliteDatabase.Database
let db: Database
beforeEach(async () => {
  connection = new SqliteDatabase(':memory:')
  connection.pragma('foreign_keys = ON')
  db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) })
  await takeFirstStep()
  connection.exec(`
    insert into users (id, email, email_key, created_at, updated_at)
      values ('ada', 'ada@example.com', 'ada@example.com', '${NOW}', '${NOW}');
    insert into tasks (user_id, title, priority, category, progress, dependencies, attachments, completed, completed_at,
        position, is_recurring, recurrence_frequency, recurrence_forward_content, elapsed_time, version, created_at, updated_at)
      values ('ada', 'Report', 5, 'Task', 0, '[]', '[]', 1, '${NOW}', 0, 1, 'Weekly', 0, 0, 2, '${NOW}', '${NOW}');
  `)
})
afterEach(() => db.destroy())

/** A database as the first version left it. */
async function takeFirstStep(): Promise<void> {
  const step = { up: (db: AnyKysely<never>) => firstSchema(db, 'sqlite') }
  const provider = { getMigrations: async () => ({ '0001-first-schema': step }) }
  const { error } = await new Migrator({
    db,
    provider,
    migrationTableName: MIGRATION_TABLE,
  }).migrateToLatest()
  if (error) throw new Error('the first step failed', { cause: error })
}

const place = { user_id: 'ada', series_id: 1, occurrence: 1, task_id: 2, series_day: 31 }
const insert = (row: Partial<typeof place>) =>
  db
    .insertInto('occurrences')
    .values({ ...place, ...row })
    .execute()

test('a database of the first version keeps its rows, and gets a place for occurrences', async () => {
  const before = await db.selectFrom('tasks').selectAll().execute()
  await migrate(db, 'sqlite')
  expect(await db.selectFrom('tasks').selectAll().execute()).toEqual(before)
  await insert({})
  expect(await db.selectFrom('occurrences').selectAll().execute()).toEqual([place])
})

test('an occurrence of a series is there once, for each user', async () => {
  await migrate(db, 'sqlite')
  await insert({})
  await expect(insert({ task_id: 3 })).rejects.toThrow('UNIQUE')
  await expect(insert({ occurrence: 2 })).rejects.toThrow('UNIQUE')
  await insert({ occurrence: 2, task_id: 3 })
  await insert({ series_id: 9, task_id: 10 })
})

test.each([{ user_id: 'nobody' }, { occurrence: 0 }, { series_day: 0 }, { series_day: 32 }])(
  'a row with %j is refused',
  async (row) => {
    await migrate(db, 'sqlite')
    await expect(insert(row)).rejects.toThrow(/constraint/i)
  },
)

test('a place in a series is found by the task, with an index', async () => {
  await migrate(db, 'sqlite')
  const query = sql<{ detail: string }>`
    explain query plan select * from occurrences where user_id = 'ada' and task_id = 2`
  expect((await query.execute(db)).rows[0]?.detail).toContain('USING INDEX occurrences_task')
})
