import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { migrate, unknownSteps } from './migrations.ts'
import type { Database, Schema } from './schema.ts'

let db: Database
beforeEach(() => {
  db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new SqliteDatabase(':memory:') }) })
})
afterEach(() => db.destroy())

async function shape(): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema where sql is not null`.execute(db)
  return rows.map((row) => row.sql).toSorted()
}

describe('migrating', () => {
  test('makes a table for every entity', async () => {
    await migrate(db, 'sqlite')
    const tables = (await db.introspection.getTables()).map((table) => table.name).toSorted()
    expect(tables).toEqual([
      'attachments',
      'categories',
      'idempotency_keys',
      'occurrences',
      'passwords',
      'project_templates',
      'sessions',
      'tasks',
      'template_tasks',
      'users',
    ])
  })

  test('twice is the same as once', async () => {
    await migrate(db, 'sqlite')
    const before = await shape()
    await migrate(db, 'sqlite')
    expect(await shape()).toEqual(before)
  })

  test('every query by user has an index', async () => {
    await migrate(db, 'sqlite')
    const tables = ['tasks', 'categories', 'sessions', 'idempotency_keys', 'occurrences', 'attachments']
    for (const table of tables) {
      const plan = await sql<{
        detail: string
      }>`explain query plan select * from ${sql.table(table)} where user_id = 'x'`.execute(db)
      expect(plan.rows[0]?.detail).toMatch(/^SEARCH .* USING (COVERING )?INDEX/)
    }
  })
})

test('steps this program does not know are of a newer version', () => {
  expect(unknownSteps(['0001-first-schema', '9999-future'])).toEqual(['9999-future'])
  expect(unknownSteps([])).toEqual([])
})
