import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import {
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'

import { syncFolder } from '../disk/durable-file.ts'
import { StartError } from '../settings/start-error.ts'
import { BUSY_TIMEOUT_MS } from './sqlite-busy.ts'
import { type Begin, type Connections, TenfoldSqliteDriver } from './sqlite-driver.ts'
import { APPLICATION_ID, isMissing, openForReading, requireKnown } from './sqlite-file.ts'
import { migrate } from './migrations.ts'
import type { Database, Schema } from './schema.ts'

/** No requests are served while a file is being opened, so SQLite itself can wait for another process. */
const OPEN_TIMEOUT_MS = 5000

/**
 * Opens the SQLite file, creates it if missing, and migrates it. No other process may have the file open for writing,
 * and `requireOurs` must have found it undamaged.
 * @throws StartError, changing nothing, if the file isn't a database, or belongs to another program or a newer
 *   version
 */
export async function openSqlite(file: string): Promise<Database> {
  requireKnown(file)
  let db: Database | null = null
  try {
    if (isMissing(file)) createEmpty(file)
    db = connectSqlite(file)
    await migrate(db)
    // The savepoint of a change with many pages would otherwise create a temporary file.
    await sql`pragma temp_store = memory`.execute(db)
    return db
  } catch (error) {
    await db?.destroy()
    throw toStartError(file, error)
  }
}

/** Returns the database without migrating it. `:memory:` opens an empty database that is never saved. */
export function connectSqlite(file: string): Database {
  const writing = new SqliteDatabase(file, { timeout: OPEN_TIMEOUT_MS })
  try {
    writing.pragma('journal_mode = WAL')
    writing.pragma('synchronous = FULL')
    writing.pragma('foreign_keys = ON')
    writing.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  } catch (error) {
    writing.close()
    throw error
  }
  const isKept = file !== ':memory:'
  const reading = isKept ? new SqliteDatabase(file, { readonly: true, timeout: BUSY_TIMEOUT_MS }) : null
  return withKysely({ writing, reading }, 'begin immediate')
}

/** Opens the database read-only. A transaction reads a snapshot and blocks no other connection. */
export function readSqlite(file: string): Database {
  const connection = openForReading(file)
  connection.pragma('query_only = ON')
  return overConnection(connection)
}

/** Returns a database that reads through a connection. Destroying the database closes the connection. */
export function overConnection(connection: SqliteDatabase.Database): Database {
  return withKysely({ writing: connection, reading: null }, 'begin')
}

/**
 * Creates a database. The database appears with everything that `fill` adds, or not at all.
 * @returns the result of `fill`
 */
export async function createSqlite<T>(file: string, fill: (db: Database) => Promise<T>): Promise<T> {
  const unfinished = `${file}.new`
  makeEmpty(unfinished)
  const db = connectSqlite(unfinished)
  let isInPlace = false
  try {
    const result = await fill(db)
    await db.destroy()
    renameSync(unfinished, file)
    isInPlace = true
    syncFolder(dirname(file))
    return result
  } catch (error) {
    await db.destroy()
    // The caller removes the files that the rows reference, so the rows must be removed too.
    if (isInPlace) renameSync(file, unfinished)
    removeUnfinished(unfinished)
    throw error
  }
}

function withKysely(connections: Connections, begin: Begin): Database {
  const adapter = new TenfoldSqliteAdapter()
  const driver = new TenfoldSqliteDriver(connections, begin)
  const compiler = new TenfoldSqliteCompiler()
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => compiler,
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, driver)
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor })
}

/** Explains a full or failing disk. Returns any other error unchanged. */
function toStartError(file: string, error: unknown): unknown {
  if (!(error instanceof SqliteDatabase.SqliteError)) return error
  if (!/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY)/.test(error.code)) return error
  return new StartError(
    `Can't write the database ${file} (${error.message}). Check whether its disk is full or failing.`,
  )
}

/**
 * An empty database appears completely or not at all, so that it can always be distinguished from another program's
 * file.
 */
function createEmpty(file: string): void {
  const unfinished = `${file}.new`
  makeEmpty(unfinished)
  renameSync(unfinished, file)
  syncFolder(dirname(file))
}

function makeEmpty(file: string): void {
  removeUnfinished(file)
  const connection = new SqliteDatabase(file)
  try {
    connection.pragma(`application_id = ${APPLICATION_ID}`)
    connection.pragma('journal_mode = WAL')
  } finally {
    connection.close()
  }
}

function removeUnfinished(file: string): void {
  for (const part of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
}

/** Leaves the choice of connection to the driver, and allows a failed migration to roll back. */
class TenfoldSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Compiles values into expressions (`+?`). SQLite recompiles a statement, at up to ten times the cost of running it,
 * whenever a bound value could affect its plan. SQLite ignores values inside expressions. Source: sqlite.org,
 * `sqlite3_prepare_v3` and SQLITE_ENABLE_STAT4, which better-sqlite3 enables.
 */
class TenfoldSqliteCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}
