import SqliteDatabase from 'better-sqlite3'
import { type Kysely as AnyKysely, Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'

import { MIGRATION_TABLE, migrate } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { firstSchema } from './0001-first-schema.ts'
import { occurrences } from './0002-occurrences.ts'

const NOW = '2026-11-20T10:00:00.000Z'

test('a key sent before the step is one of the call that makes a task', async () => {
  const connection = new SqliteDatabase(':memory:')
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) })
  const steps = {
    '0001-first-schema': { up: (db: AnyKysely<never>) => firstSchema(db, 'sqlite') },
    '0002-occurrences': { up: (db: AnyKysely<never>) => occurrences(db, 'sqlite') },
  }
  const provider = { getMigrations: async () => steps }
  await new Migrator({ db, provider, migrationTableName: MIGRATION_TABLE }).migrateToLatest()
  connection.exec(`
    insert into users (id, email, email_key, created_at, updated_at)
      values ('ada', 'ada@example.com', 'ada@example.com', '${NOW}', '${NOW}');
    insert into idempotency_keys (user_id, key, task_id, answer, created_at) values ('ada', 'a key', 7, '{}', '${NOW}');
  `)
  await migrate(db, 'sqlite')
  expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([
    { user_id: 'ada', key: 'POST /api/tasks a key', answer: '{}', created_at: NOW },
  ])
  await db.destroy()
})
