import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { forFaults, noteFigures } from '#tests/support/figures.ts'
import { insertTaskRow, insertUserRow } from '#tests/support/rows.ts'
import { type ServerFolder, makeServerFolder } from '#tests/support/server-process.ts'

import { MIGRATION_TABLE, migrate } from './migrations.ts'
import { requireOurs } from './sqlite-file.ts'
import { createSqlite, openSqlite } from './sqlite.ts'

const DIE = pathToFileURL(join(import.meta.dirname, '../../../tests/support/die-at-statement.ts')).href
const TASKS = 20

let folder: ServerFolder
beforeEach(() => {
  folder = makeServerFolder()
})
afterEach(() => folder.remove())

/** Describes the schema, the applied migrations and the rows of a file. */
function describeFile(file: string): unknown {
  const database = new SqliteDatabase(file, { readonly: true })
  const all = (statement: string) => database.prepare(statement).all()
  const found = {
    schema: all('select type, name, sql from sqlite_master order by type, name'),
    steps: all(`select name from ${MIGRATION_TABLE} order by name`),
    users: all('select * from users order by id'),
    tasks: all('select * from tasks order by id'),
    integrity: all('pragma integrity_check'),
  }
  database.close()
  return found
}

test('a server that is killed during any migration leaves a database that the next start finishes migrating', async () => {
  const old = join(folder.path, 'old.db')
  await createSqlite(old, async (db) => {
    await migrate(db, '0001-first-schema')
    await insertUserRow(db, 'ada')
    for (let number = 0; number < TASKS; number++) await insertTaskRow(db, 'ada', { title: `Task ${number}` })
  })
  const whole = join(folder.path, 'whole.db')
  copyFileSync(old, whole)
  await (await openSqlite(whole)).destroy()
  const expected = describeFile(whole)

  const step = forFaults(25, 1)
  for (let statement = 1; ; statement += step) {
    rmSync(folder.dataDir, { recursive: true, force: true })
    mkdirSync(folder.dataDir)
    copyFileSync(old, folder.database)
    const env = { NODE_OPTIONS: `--import=${DIE}`, DIE_AT_STATEMENT: String(statement) }
    const server = await folder.start({ env })
    if (await server.ready) {
      server.child.kill('SIGKILL')
      expect(statement).toBeGreaterThan(15)
      return
    }
    expect(await server.ended).toBeNull()
    const killed = performance.now()
    requireOurs(folder.database)
    await (await openSqlite(folder.database)).destroy()
    noteFigures({ runs: 1, seconds: (performance.now() - killed) / 1000 })
    expect([statement, describeFile(folder.database)]).toEqual([statement, expected])
  }
}, 600_000)
