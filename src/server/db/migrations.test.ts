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

/** Everything that the steps made, in the database's own words. */
async function shape(): Promise<unknown[]> {
  const query =
    TEST_DIALECT === 'sqlite'
      ? sql`select sql from sqlite_schema where sql is not null order by sql`
      : sql`select table_name, column_name, data_type, is_nullable, column_default, is_identity
            from information_schema.columns where table_schema = 'public' order by 1, 2`
  return (await query.execute(fresh.db)).rows
}

describe('migrating', () => {
  test('makes a table for every entity', async () => {
    await migrate(fresh.db)
    const tables = (await fresh.db.introspection.getTables()).map((table) => table.name).toSorted()
    expect(tables).toEqual([
      'attachments',
      'categories',
      'changes',
      'failed_checks',
      'idempotency_keys',
      'occurrences',
      'oidc_finished_flows',
      'oidc_identities',
      'passwords',
      'project_templates',
      'sessions',
      'tasks',
      'template_tasks',
      'users',
    ])
  })

  test('twice is the same as once', async () => {
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
    ['occurrences', 'user_id'],
    ['attachments', 'user_id'],
    ['oidc_identities', 'user_id'],
    ['project_templates', 'created_by'],
  ])('%s are found by their user with an index', async (table, column) => {
    await migrate(fresh.db)
    const query = sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${sql.lit('x')}`
    expect(searchedIndex(await planOf(fresh.db, query))).not.toBeNull()
  })
})

test('steps this program does not know are of a newer version', () => {
  expect(unknownSteps(['0001-first-schema', '9999-future'])).toEqual(['9999-future'])
  expect(unknownSteps([])).toEqual([])
})
