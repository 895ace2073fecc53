import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { StartError } from '../settings/start-error.ts'
import { connectSqlite, openSqlite } from './sqlite.ts'
import { APPLICATION_ID, requireOurs } from './sqlite-file.ts'
import type { Database } from './schema.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenfold-db-'))
  file = join(folder, 'tenfold.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns every file of the folder with its bytes. */
function snapshot(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]),
  )
}

/** Opens the database as a server does at startup. */
async function openLooked(file: string): Promise<Database> {
  requireOurs(file)
  return openSqlite(file)
}

async function refusalOf(file: string): Promise<string> {
  const error = await openLooked(file).then(
    () => null,
    (error: unknown) => error,
  )
  if (error instanceof StartError) return error.message
  throw new Error(`expected a StartError, got ${String(error)}`)
}

async function pragma(db: Database, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.raw(`pragma_${name}`)}`.execute(db)
  return Object.values(rows[0] ?? {})[0]
}

async function makeDatabase(): Promise<void> {
  const db = await openSqlite(file)
  await db.destroy()
}

describe('a database', () => {
  test('is created if missing, and is one file once it is closed', async () => {
    const db = await openSqlite(file)
    expect(await db.selectFrom('tasks').selectAll().execute()).toEqual([])
    await db.destroy()
    expect(readdirSync(folder)).toEqual(['tenfold.db'])
  })

  test('replaces an empty file', async () => {
    writeFileSync(file, '')
    await makeDatabase()
    expect(readFileSync(file).length).toBeGreaterThan(0)
  })

  test('writes through to the disk, keeps a log, and checks references', async () => {
    const db = await openSqlite(file)
    expect(await pragma(db, 'journal_mode')).toBe('wal')
    expect(await pragma(db, 'synchronous')).toBe(2)
    expect(await pragma(db, 'foreign_keys')).toBe(1)
    await db.destroy()
  })

  test('holds the savepoint of a large change in memory', async () => {
    const db = await openSqlite(file)
    const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(db)
    expect(rows).toEqual([{ temp_store: 2 }])
    await db.destroy()
  })

  test('does not change when it is opened again', async () => {
    await makeDatabase()
    const before = snapshot()
    await makeDatabase()
    expect(snapshot()).toEqual(before)
  })

  test('that a crash left half-created is created again', async () => {
    writeFileSync(`${file}.new`, 'half')
    writeFileSync(`${file}.new-journal`, 'half')
    await makeDatabase()
    expect(readdirSync(folder)).toEqual(['tenfold.db'])
  })

  test('stays unchanged if its migration fails, and migrates once the cause is gone', async () => {
    const raw = new SqliteDatabase(file)
    raw.pragma(`application_id = ${APPLICATION_ID}`)
    raw.exec('create table idempotency_keys (in_the_way text)')
    await expect(openSqlite(file)).rejects.toThrow('idempotency_keys')
    const tables = raw.prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'kysely%'",
    )
    expect(tables.pluck().all()).toEqual(['idempotency_keys'])
    raw.exec('drop table idempotency_keys')
    raw.close()
    const db = await openSqlite(file)
    expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
    await db.destroy()
  })

  test('accepts booleans and returns numbers', async () => {
    const db = await openSqlite(file)
    const { rows } = await sql<{ yes: number; no: number }>`select ${true} as yes, ${false} as no`.execute(db)
    expect(rows).toEqual([{ yes: 1, no: 0 }])
    await db.destroy()
  })

  test('binds values in expressions, so that no value recompiles a statement', async () => {
    const db = await openSqlite(file)
    const { sql: text } = db.updateTable('users').set({ email: 'a' }).where('id', 'in', ['b', 'c']).compile()
    expect(text).toBe('update "users" set "email" = +? where "id" in (+?, +?)')
    await db.destroy()
  })

  test('is closed by destroy even without a query, and rejects every later query', async () => {
    await makeDatabase()
    const db = connectSqlite(file)
    await db.destroy()
    expect(readdirSync(folder)).toEqual(['tenfold.db'])
    const read = db.selectFrom('users').selectAll()
    await expect(read.execute()).rejects.toThrow('not open')
    await expect(db.transaction().execute(() => read.execute())).rejects.toThrow('not open')
    await db.destroy()
  })

  test('rolls back a transaction that fails', async () => {
    const db = await openSqlite(file)
    const failing = db.transaction().execute(async (db) => {
      await db.insertInto('users').values(user('ada')).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.selectFrom('users').select('id').execute()).toEqual([])
    await db.destroy()
  })
})

test('reports the cause of a failure, even when SQLite has rolled back by itself', async () => {
  const db = await openSqlite(file)
  const failing = db.transaction().execute(async (db) => {
    await sql`rollback`.execute(db)
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  await db.destroy()
})

describe('rejects a foreign or damaged file and leaves it unchanged', () => {
  test('not a database', async () => {
    writeFileSync(file, 'Dear diary, '.repeat(1000))
    const before = snapshot()
    expect(await refusalOf(file)).toBe(
      `${file} is not a database. Move it away, restore it from a backup, or set DATA_DIR to another folder.`,
    )
    expect(snapshot()).toEqual(before)
  })

  test('shorter than any database', async () => {
    writeFileSync(file, 'SQLite format 3\0')
    expect(await refusalOf(file)).toBe(
      `${file} belongs to another program. Move it away, or set DATA_DIR to another folder.`,
    )
  })

  test("another program's database", async () => {
    const other = new SqliteDatabase(file)
    other.exec('create table notes (text)')
    other.close()
    const before = snapshot()
    expect(await refusalOf(file)).toBe(
      `${file} belongs to another program. Move it away, or set DATA_DIR to another folder.`,
    )
    expect(snapshot()).toEqual(before)
  })

  test('a newer version', async () => {
    await makeDatabase()
    const connection = new SqliteDatabase(file)
    connection.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')")
    connection.close()
    const before = snapshot()
    expect(await refusalOf(file)).toBe(
      `The database ${file} was written by a newer version of Tenfold. Update Tenfold, or set DATA_DIR to another folder.`,
    )
    expect(snapshot()).toEqual(before)
  })

  test('cut short', async () => {
    await makeDatabase()
    truncateSync(file, 3 * 4096)
    const before = snapshot()
    expect(await refusalOf(file)).toBe(
      `Can't read the database ${file} (database disk image is malformed). Restore it from a backup, or set DATA_DIR to another folder.`,
    )
    expect(snapshot()).toEqual(before)
  })

  test('overwritten in the middle', async () => {
    await makeDatabase()
    const bytes = readFileSync(file)
    bytes.fill(0xaa, 5 * 4096, 6 * 4096)
    writeFileSync(file, bytes)
    const before = snapshot()
    expect(await refusalOf(file)).toMatch(/^Can't read the database .* \(.+\)\. Restore it from a backup/)
    expect(snapshot()).toEqual(before)
  })

  test('a folder', async () => {
    expect(await refusalOf(folder)).toMatch(/^Can't read the database .* \(EISDIR/)
  })

  test('missing, but its log exists', async () => {
    writeFileSync(`${file}-wal`, 'the last writes')
    const before = snapshot()
    expect(await refusalOf(file)).toBe(
      `The database ${file} is missing, but its log ${file}-wal exists. Put the database back, or move the log away to start with an empty database.`,
    )
    expect(snapshot()).toEqual(before)
  })
})

function user(id: string) {
  const now = '2026-11-20T10:00:00.000Z'
  const email = `${id}@example.com`
  return { id, email, email_key: email, created_at: now, updated_at: now }
}
