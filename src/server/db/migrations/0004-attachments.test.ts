import SqliteDatabase from 'better-sqlite3'
import { type Kysely as AnyKysely, Kysely, SqliteDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { MIGRATION_TABLE, migrate } from '../migrations.ts'
import type { Database, Schema } from '../schema.ts'
import { firstSchema } from './0001-first-schema.ts'
import { occurrences } from './0002-occurrences.ts'
import { keysOfAnyCall } from './0003-keys-of-any-call.ts'

const NOW = '2026-11-20T10:00:00.000Z'

let db: Database
beforeEach(async () => {
  const connection = new SqliteDatabase(':memory:')
  connection.pragma('foreign_keys = ON')
  db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) })
  const steps = {
    '0001-first-schema': { up: (db: AnyKysely<never>) => firstSchema(db, 'sqlite') },
    '0002-occurrences': { up: (db: AnyKysely<never>) => occurrences(db, 'sqlite') },
    '0003-keys-of-any-call': { up: (db: AnyKysely<never>) => keysOfAnyCall(db) },
  }
  const provider = { getMigrations: async () => steps }
  const { error } = await new Migrator({
    db,
    provider,
    migrationTableName: MIGRATION_TABLE,
  }).migrateToLatest()
  if (error) throw new Error('the steps before failed', { cause: error })
  connection.exec(`
    insert into users (id, email, email_key, created_at, updated_at)
      values ('ada', 'ada@example.com', 'ada@example.com', '${NOW}', '${NOW}');
    insert into tasks (user_id, title, priority, category, progress, dependencies, attachments, completed, position,
        is_recurring, recurrence_forward_content, elapsed_time, version, created_at, updated_at)
      values ('ada', 'Report', 5, 'Task', 0, '[]', '["plan.pdf"]', 0, 0, 0, 0, 0, 1, '${NOW}', '${NOW}');
  `)
  await migrate(db, 'sqlite')
})
afterEach(() => db.destroy())

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
  db
    .insertInto('attachments')
    .values({ ...row, ...other })
    .execute()
const rows = () => db.selectFrom('attachments').selectAll().execute()

test('the names a task had stay names without a file', async () => {
  const task = await db.selectFrom('tasks').select('attachments').executeTakeFirstOrThrow()
  expect(task.attachments).toBe('["plan.pdf"]')
  expect(await rows()).toEqual([])
})

test('a file stands under its name once in a task, and may share its bytes', async () => {
  await insert()
  await expect(insert({ blob: 'y' })).rejects.toThrow('UNIQUE')
  await insert({ name: 'plan (2).pdf' })
  expect(await rows()).toMatchObject([row, { name: 'plan (2).pdf', blob: 'x' }])
})

test.each([{ user_id: 'nobody' }, { task_id: 2 }, { size: -1 }])(
  'a row with %j is refused',
  async (other) => {
    await expect(insert(other)).rejects.toThrow(/constraint/i)
  },
)

test.each(['users', 'tasks'] as const)('files go with the %s they belong to', async (table) => {
  await insert()
  await sql`delete from ${sql.table(table)}`.execute(db)
  expect(await rows()).toEqual([])
})

test.each(['user_id', 'task_id', 'blob'])('files are found by %s with an index', async (column) => {
  const query = sql<{
    detail: string
  }>`explain query plan select * from attachments where ${sql.ref(column)} = 'x'`
  expect((await query.execute(db)).rows[0]?.detail).toContain('USING INDEX')
})
