import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import {
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'

import { syncFolder } from '../durable-file.ts'
import { StartError } from '../start-error.ts'
import { type Connections, TenfoldSqliteAdapter, booleanToNumber } from './sqlite-direct.ts'
import { APPLICATION_ID, isMissing, openForReading, requireKnown } from './sqlite-file.ts'
import { migrate } from './migrations.ts'
import type { Database, Schema } from './schema.ts'

const BUSY_TIMEOUT_MS = 5000
const STATEMENTS_MAX = 200

/**
 * Opens the SQLite file, making it when it is not there, and brings its schema up to date. No other process may have
 * it open for writing, and `requireOurs` has found it undamaged.
 * @throws StartError when it is not a database, another program's, or of a newer version; nothing is changed then
 */
export async function openSqlite(file: string): Promise<Database> {
  requireKnown(file)
  let db: Database | null = null
  try {
    if (isMissing(file)) createEmpty(file)
    db = connectSqlite(file)
    await migrate(db)
    return db
  } catch (error) {
    await db?.destroy()
    throw toStartError(file, error)
  }
}

/** The database as it is. `:memory:` is an empty one that is never kept. */
export function connectSqlite(file: string): Database {
  const connection = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
  } catch (error) {
    connection.close()
    throw error
  }
  if (file === ':memory:') return withKysely(connection, 'begin immediate')
  const reading = new SqliteDatabase(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  return withKysely(connection, 'begin immediate', reading)
}

/** The database as it is, for reading alone: what is read in one transaction is of one moment, and nobody waits for it. */
export function readSqlite(file: string): Database {
  const connection = openForReading(file)
  connection.pragma('query_only = ON')
  return withKysely(connection, 'begin')
}

/**
 * Makes a database where there is none. It appears with all that `fill` puts into it, or not at all.
 * @returns what `fill` answers
 */
export async function createSqlite<T>(file: string, fill: (db: Database) => Promise<T>): Promise<T> {
  const unfinished = `${file}.new`
  makeEmpty(unfinished)
  const db = connectSqlite(unfinished)
  try {
    const result = await fill(db)
    await db.destroy()
    renameSync(unfinished, file)
    syncFolder(dirname(file))
    return result
  } catch (error) {
    await db.destroy()
    removeUnfinished(unfinished)
    throw error
  }
}

/** @param reading a connection to the same file for what is read outside a transaction; else that goes through Kysely too */
function withKysely(
  connection: SqliteDatabase.Database,
  begin: Begin,
  reading?: SqliteDatabase.Database,
): Database {
  const connections = reading ? { writing: connection, reading } : null
  const close = () => {
    reading?.close()
    connection.close()
  }
  return new Kysely<Schema>({
    dialect: new TenfoldSqliteDialect(
      { database: { prepare: cachingStatements(connection, begin), close } },
      connections,
    ),
  })
}

/** A disk that is full or failing is nothing of ours, and said so; anything else is thrown as it is. */
function toStartError(file: string, error: unknown): unknown {
  if (!(error instanceof SqliteDatabase.SqliteError)) return error
  if (!/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY)/.test(error.code)) return error
  return new StartError(
    `The database ${file} cannot be written (${error.message}). Look whether its disk is full or failing.`,
  )
}

/** An empty database appears whole or not at all, so that a file of ours can always be told from another program's. */
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

/** Kysely's own dialect, but that statements which were made before can be run at once. */
class TenfoldSqliteDialect extends SqliteDialect {
  readonly #connections: Connections | null

  constructor(config: SqliteDialectConfig, connections: Connections | null) {
    super(config)
    this.#connections = connections
  }

  override createAdapter(): TenfoldSqliteAdapter {
    return new TenfoldSqliteAdapter(this.#connections)
  }

  override createQueryCompiler(): TenfoldSqliteCompiler {
    return new TenfoldSqliteCompiler()
  }
}

/**
 * Kysely's own compiler, but that values stand in expressions. SQLite makes a statement anew, at up to ten times the cost
 * of running it, whenever a value is bound that its plan might depend on; what an expression comes to it does not look at.
 * Source: sqlite.org, `sqlite3_prepare_v3` and SQLITE_ENABLE_STAT4, with which better-sqlite3 is built.
 */
class TenfoldSqliteCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** How a transaction begins: where there may be several writers, by waiting for the others before anything is read. */
type Begin = 'begin immediate' | 'begin'

/**
 * What makes a statement as Kysely wants it. Preparing one costs more than running it, so the last ones used are
 * kept; and SQLite knows no booleans, so they are bound as 0 and 1.
 */
function cachingStatements(connection: SqliteDatabase.Database, begin: Begin) {
  const statements = new Map<string, SqliteStatement>()
  return (sql: string): SqliteStatement => {
    const known = statements.get(sql)
    if (known) return known
    const statement = adapt(connection, sql === 'begin' ? begin : sql)
    if (statements.size >= STATEMENTS_MAX) statements.clear()
    statements.set(sql, statement)
    return statement
  }
}

function adapt(connection: SqliteDatabase.Database, sql: string): SqliteStatement {
  const statement = bindingBooleans(connection.prepare(sql))
  if (sql !== 'rollback') return statement
  // A full or failing disk makes SQLite roll back by itself; a second time would fail and hide the reason.
  const run: SqliteStatement['run'] = (parameters) =>
    connection.inTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 }
  return { ...statement, run }
}

function bindingBooleans(statement: SqliteDatabase.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(booleanToNumber)),
    run: (parameters) => statement.run(parameters.map(booleanToNumber)),
    iterate: (parameters) => statement.iterate(parameters.map(booleanToNumber)),
  }
}
