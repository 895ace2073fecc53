import type SqliteDatabase from 'better-sqlite3'

const STATEMENTS_MAX = 200

/** A cache of a connection's prepared statements. Preparing a statement takes longer than running it. */
export class StatementCache {
  readonly #connection: SqliteDatabase.Database
  readonly #statements = new Map<string, SqliteDatabase.Statement>()

  constructor(connection: SqliteDatabase.Database) {
    this.#connection = connection
  }

  /** @throws SqliteError */
  get(sql: string): SqliteDatabase.Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#connection.prepare(sql)
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }

  /**
   * Returns null for a write, and for a pragma, because even preparing a pragma can change the connection.
   * @throws SqliteError
   */
  getRead(sql: string): SqliteDatabase.Statement | null {
    if (!this.#statements.has(sql) && /pragma/i.test(sql)) return null
    const statement = this.get(sql)
    return statement.readonly && statement.reader ? statement : null
  }
}

/** Converts values for SQLite, which has no booleans: they become 0 and 1. */
export function bindable(values: readonly unknown[]): unknown[] {
  return values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
}
