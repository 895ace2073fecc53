import type SqliteDatabase from 'better-sqlite3'
import { SqliteAdapter } from 'kysely'

import type { Database } from './schema.ts'

/** The two connections to one file: whoever is in no transaction reads what is committed, and waits for nobody. */
export type Connections = { writing: SqliteDatabase.Database; reading: SqliteDatabase.Database }

/** Kysely's own adapter, but for transactions around changes of the schema, which SQLite can do. */
export class TenfoldSqliteAdapter extends SqliteAdapter {
  readonly #connections: Connections | null
  readonly #written = new Map<string, SqliteDatabase.Statement>()
  readonly #read = new Map<string, SqliteDatabase.Statement>()

  /** @param connections null where a statement can only be run through Kysely, as in a database in memory */
  constructor(connections: Connections | null) {
    super()
    this.#connections = connections
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /**
   * Runs a statement at once; null where it cannot.
   * @param isInTransaction whether it belongs to the transaction that has the writing connection to itself
   */
  run(sql: string, parameters: readonly unknown[], isInTransaction: boolean): unknown[] | null {
    if (!this.#connections) return null
    const { writing, reading } = this.#connections
    const statement = isInTransaction
      ? statementOf(writing, this.#written, sql)
      : statementOf(reading, this.#read, sql)
    const values = parameters.map(booleanToNumber)
    if (statement.reader) return statement.all(values)
    statement.run(values)
    return []
  }
}

/**
 * Runs a statement that was made before, without the promises and the waiting of Kysely, which cost several times what
 * SQLite takes for a row. Outside a transaction it can only read.
 * @returns its rows; null where it has to go through Kysely: on PostgreSQL, and where a plugin wants to see the rows
 * @throws SqliteError
 */
export function runDirectly(db: Database, sql: string, parameters: readonly unknown[]): unknown[] | null {
  const { adapter, plugins } = db.getExecutor()
  if (!(adapter instanceof TenfoldSqliteAdapter) || plugins.length > 0) return null
  return adapter.run(sql, parameters, db.isTransaction)
}

/** SQLite knows no booleans: they are bound as 0 and 1. */
export function booleanToNumber(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

function statementOf(
  connection: SqliteDatabase.Database,
  statements: Map<string, SqliteDatabase.Statement>,
  sql: string,
): SqliteDatabase.Statement {
  let statement = statements.get(sql)
  if (!statement) {
    statement = connection.prepare(sql)
    statements.set(sql, statement)
  }
  return statement
}
