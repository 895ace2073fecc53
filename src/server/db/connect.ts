import { existsSync, statSync } from 'node:fs'

import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely'

import { StartError } from '../start-error.ts'
import { MIGRATION_TABLE, migrate, unknownSteps } from './migrations.ts'
import type { Database, Schema } from './schema.ts'

/** Marks a file as Tenfold's ('TENF'), so that another program's database is never touched. */
const APPLICATION_ID = 0x54454e46
const BUSY_TIMEOUT_MS = 5000
const STATEMENTS_MAX = 200

/**
 * Opens the SQLite file, making it when it is not there, and brings its schema up to date.
 * @throws StartError when it is not a database, another program's, or of a newer version; nothing is changed then
 */
export async function openSqlite(file: string): Promise<Database> {
  requireOurs(file)
  const connection = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    connection.pragma(`application_id = ${APPLICATION_ID}`)
    const db = new Kysely<Schema>({
      dialect: new TenfoldSqliteDialect({ database: cachingStatements(connection) }),
    })
    await migrate(db, 'sqlite')
    return db
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Looks before anything is written. */
function requireOurs(file: string): void {
  if (!existsSync(file) || statSync(file).size === 0) return
  const taken = stepsTaken(file)
  if (unknownSteps(taken).length > 0) {
    throw new StartError(
      `The database ${file} was written by a newer version of Tenfold. Update Tenfold, or set DATA_DIR to another folder.`,
    )
  }
}

function stepsTaken(file: string): string[] {
  let connection: SqliteDatabase.Database | null = null
  try {
    connection = new SqliteDatabase(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
    const id = connection.pragma('application_id', { simple: true })
    const table = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
    if (id !== APPLICATION_ID) {
      throw new StartError(
        `${file} belongs to another program. Move it away, or set DATA_DIR to another folder.`,
      )
    }
    if (!table.get(MIGRATION_TABLE)) return []
    return connection
      .prepare<[], { name: string }>(`select name from ${MIGRATION_TABLE}`)
      .all()
      .map((row) => row.name)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database ${file} cannot be read (${(error as Error).message}). Restore it from a backup, or set DATA_DIR to another folder.`,
    )
  } finally {
    connection?.close()
  }
}

/** Kysely's own dialect, but for transactions around changes of the schema, which SQLite can do. */
class TenfoldSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * The connection as Kysely wants it. Preparing a statement costs more than running it, so the last ones used are
 * kept; and SQLite knows no booleans, so they are bound as 0 and 1.
 */
function cachingStatements(connection: SqliteDatabase.Database) {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare(sql: string): SqliteStatement {
      const known = statements.get(sql)
      if (known) return known
      const statement = bindingBooleans(connection.prepare(sql === 'begin' ? 'begin immediate' : sql))
      if (statements.size >= STATEMENTS_MAX) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}

function bindingBooleans(statement: SqliteDatabase.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(booleanToNumber)),
    run: (parameters) => statement.run(parameters.map(booleanToNumber)),
    iterate: (parameters) => statement.iterate(parameters.map(booleanToNumber)),
  }
}

function booleanToNumber(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}
