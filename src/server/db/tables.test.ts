import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase, freshDatabase } from '#tests/support/database.ts'

import { migrate } from './migrations.ts'
import { isEmpty, listTables } from './tables.ts'

let fresh: TestDatabase
beforeEach(async () => {
  fresh = await emptyDatabase()
})
afterEach(() => fresh.close())

test('every table of the newest schema is listed, so that no backup and no move forgets one', async () => {
  await migrate(fresh.db)
  const there = (await fresh.db.introspection.getTables()).map((table) => table.name)
  const listed = (await listTables(fresh.db)).map((table) => table.name)
  expect(listed.toSorted()).toEqual(there.toSorted())
})

test('a backup leaves out what is bound to the session secret, and the changes, which are counted anew', async () => {
  await migrate(fresh.db)
  const leftOut = (await listTables(fresh.db)).filter((table) => !table.inBackup)
  expect(leftOut.map((table) => table.name)).toEqual(['sessions', 'failed_checks', 'changes'])
})

test('of an older version only the tables it has are listed', async () => {
  await migrate(fresh.db, '0002-occurrences')
  const listed = (await listTables(fresh.db)).map((table) => table.name)
  expect(listed).toContain('occurrences')
  expect(listed).not.toContain('attachments')
})

test('a database is empty until it has a table of whatever program', async () => {
  expect(await isEmpty(fresh.db)).toBe(true)
  await fresh.db.schema.createTable('notes').addColumn('text', 'text').execute()
  expect(await isEmpty(fresh.db)).toBe(false)
  const migrated = await freshDatabase()
  expect(await isEmpty(migrated.db)).toBe(false)
  await migrated.close()
})
