import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { TEST_DIALECT, type TestDatabase, emptyDatabase } from '#tests/support/database.ts'
import { planOf, searchedIndex } from '#tests/support/plan.ts'

import { migrate, unknownSteps } from './migrations.ts'

let fresh: TestDatabase
beforeEach(async () => {
  fresh = await emptyDatabase()
})
afterEach(() => fresh.close())

/** The schema that the migrations created, as the database reports it. */
async function shape(): Promise<unknown[]> {
  const query =
    TEST_DIALECT === 'sqlite'
      ? sql`select sql from sqlite_schema where sql is not null order by sql`
      : sql`select table_name, column_name, data_type, is_nullable, column_default, is_identity
            from information_schema.columns where table_schema = 'public' order by 1, 2`
  return (await query.execute(fresh.db)).rows
}

describe('the migrations', () => {
  test('create a table for every entity', async () => {
    await migrate(fresh.db)
    const tables = (await fresh.db.introspection.getTables()).map((table) => table.name).toSorted()
    expect(tables.filter((name) => !name.startsWith('task_words_'))).toEqual([
      'attachments',
      'categories',
      'changes',
      'deleted_attachments',
      'deleted_categories',
      'deleted_tasks',
      'deleted_templates',
      'failed_checks',
      'idempotency_keys',
      'occurrences',
      'oidc_finished_flows',
      'oidc_identities',
      'passwords',
      'project_templates',
      'sessions',
      'settings',
      'stream_users',
      'task_words',
      'tasks',
      'template_tasks',
      'undos',
      'users',
    ])
  })

  test('after 0014 only add columns and tables, so that the previous version works on the new schema', async () => {
    const readColumns = async () => {
      const tables = await fresh.db.introspection.getTables()
      return tables.flatMap(({ name, columns }) => columns.map((column) => ({ table: name, ...column })))
    }
    await migrate(fresh.db, '0014-settings')
    const before = await readColumns()
    const tables = new Set(before.map(({ table }) => table))
    await migrate(fresh.db)
    const after = await readColumns()
    expect(after).toEqual(expect.arrayContaining(before))
    const known = new Set(before.map(({ table, name }) => `${table}.${name}`))
    const added = after.filter(({ table, name }) => tables.has(table) && !known.has(`${table}.${name}`))
    const required = added.filter((column) => !column.isNullable && !column.hasDefaultValue)
    expect(required).toEqual([])
  })

  test('change nothing when they run a second time', async () => {
    await migrate(fresh.db)
    const before = await shape()
    await migrate(fresh.db)
    expect(before.length).toBeGreaterThan(0)
    expect(await shape()).toEqual(before)
  })

  test.each([
    ['tasks', 'user_id'],
    ['categories', 'user_id'],
    ['sessions', 'user_id'],
    ['idempotency_keys', 'user_id'],
    ['undos', 'user_id'],
    ['occurrences', 'user_id'],
    ['attachments', 'user_id'],
    ['deleted_tasks', 'user_id'],
    ['deleted_attachments', 'user_id'],
    ['deleted_templates', 'user_id'],
    ['deleted_categories', 'user_id'],
    ['oidc_identities', 'user_id'],
    ['project_templates', 'created_by'],
  ])('create an index that finds the user’s rows in %s', async (table, column) => {
    await migrate(fresh.db)
    const query = sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${sql.lit('x')}`
    expect(searchedIndex(await planOf(fresh.db, query))).not.toBeNull()
  })
})

test('unknown migrations belong to a newer version', () => {
  expect(unknownSteps(['0001-first-schema', '9999-future'])).toEqual(['9999-future'])
  expect(unknownSteps([])).toEqual([])
})
