import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TestDatabase, emptyDatabase, freshDatabase } from '#tests/support/database.ts'

import { migrate } from './migrations.ts'
import { isEmpty, listTables } from './tables.ts'
import { WORDS_TABLE } from './task-words.ts'

let fresh: TestDatabase
beforeEach(async () => {
  fresh = await emptyDatabase()
})
afterEach(() => fresh.close())

test('lists every table of the newest schema, so that no backup or move misses one', async () => {
  await migrate(fresh.db)
  const there = (await fresh.db.introspection.getTables())
    .map((table) => table.name)
    // SQLite has several tables for the search index.
    .filter((name) => !name.startsWith(WORDS_TABLE))
  const listed = (await listTables(fresh.db)).map((table) => table.name)
  expect(listed.toSorted()).toEqual(there.toSorted())
})

test('excludes the change log, the open streams and rows that depend on the session secret from backups', async () => {
  await migrate(fresh.db)
  const leftOut = (await listTables(fresh.db)).filter((table) => !table.inBackup)
  expect(leftOut.map((table) => table.name)).toEqual(['sessions', 'failed_checks', 'changes', 'stream_users'])
})

test('lists only the existing tables of an older version', async () => {
  await migrate(fresh.db, '0002-occurrences')
  const listed = (await listTables(fresh.db)).map((table) => table.name)
  expect(listed).toContain('occurrences')
  expect(listed).not.toContain('attachments')
})

test('considers a database empty until it has a table', async () => {
  expect(await isEmpty(fresh.db)).toBe(true)
  await fresh.db.schema.createTable('notes').addColumn('text', 'text').execute()
  expect(await isEmpty(fresh.db)).toBe(false)
  const migrated = await freshDatabase()
  expect(await isEmpty(migrated.db)).toBe(false)
  await migrated.close()
})
