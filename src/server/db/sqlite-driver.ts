import type { CompiledQuery, ConnectionProvider, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type SqliteDatabase from 'better-sqlite3'

import { Mutex } from '../queues/keyed-mutex.ts'
import { noteStatement } from './meters.ts'
import { FileLock } from './sqlite-busy.ts'
import { StatementCache, bindable } from './sqlite-statements.ts'

/** `begin immediate` waits for other writers before the first read. `begin` is for a connection that only reads. */
export type Begin = 'begin immediate' | 'begin'

/** The connections to one file. Reads outside a transaction use `reading`, if there is one, and never wait. */
export type Connections = { writing: SqliteDatabase.Database; reading: SqliteDatabase.Database | null }

/**
 * Runs reads outside a transaction on the reading connection, and one transaction or write at a time on the writing
 * one. Waits for other processes without blocking the event loop. This driver is also Kysely's connection provider,
 * because Kysely's own adds 0.6 µs to each statement. Kysely therefore never calls `init`, and never logs.
 */
export class TenfoldSqliteDriver implements Driver, ConnectionProvider {
  readonly #file: OpenFile
  readonly #close: () => void

  constructor({ writing, reading }: Connections, begin: Begin) {
    this.#file = {
      writing,
      begin,
      written: new StatementCache(writing),
      read: reading && new StatementCache(reading),
      mutex: new Mutex(),
      lock: new FileLock(),
    }
    this.#close = () => {
      reading?.close()
      writing.close()
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#file)
  }

  provideConnection<T>(run: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    return run(new SqliteConnection(this.#file))
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#close()
  }
}

/** The state that all users of one file share. */
type OpenFile = {
  writing: SqliteDatabase.Database
  begin: Begin
  written: StatementCache
  read: StatementCache | null
  /** Held by the current transaction or write on the writing connection. */
  mutex: Mutex
  lock: FileLock
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: OpenFile
  #isInTransaction = false

  constructor(file: OpenFile) {
    this.#file = file
  }

  async begin(): Promise<void> {
    const { mutex, lock, written, begin } = this.#file
    await mutex.acquire()
    try {
      await lock.whenFree(() => written.get(begin).run())
      this.#isInTransaction = true
    } catch (error) {
      mutex.release()
      throw error
    }
  }

  async commit(): Promise<void> {
    const { lock, written } = this.#file
    await lock.whenFree(() => written.get('commit').run())
    this.#end()
  }

  async rollback(): Promise<void> {
    const { writing, written } = this.#file
    try {
      // A full or failing disk makes SQLite roll back on its own. A second rollback would fail and hide the cause.
      if (writing.inTransaction) written.get('rollback').run()
    } finally {
      this.#end()
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { writing, written, read, mutex, lock } = this.#file
    if (this.#isInTransaction) {
      // SQLite ends a transaction on its own when a write fails. Later statements must not run outside it.
      if (!writing.inTransaction) throw new Error('Transaction is already rolled back')
      return runStatement(written.get(sql), parameters)
    }
    const rows = read && (await lock.whenFree(() => readRows(read.getRead(sql), parameters)))
    if (rows) return { rows: rows as R[] }
    await mutex.acquire()
    try {
      return await lock.whenFree(() => runStatement(written.get(sql), parameters))
    } finally {
      mutex.release()
    }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const { written, mutex } = this.#file
    const isAlone = !this.#isInTransaction
    if (isAlone) await mutex.acquire()
    try {
      for (const row of written.get(sql).iterate(bindable(parameters))) yield { rows: [row as R] }
    } finally {
      if (isAlone) mutex.release()
    }
  }

  #end(): void {
    this.#isInTransaction = false
    this.#file.mutex.release()
  }
}

function runStatement<R>(
  statement: SqliteDatabase.Statement,
  parameters: readonly unknown[],
): QueryResult<R> {
  const startedMs = performance.now()
  try {
    const values = bindable(parameters)
    if (statement.reader) return { rows: statement.all(values) as R[] }
    const { changes, lastInsertRowid } = statement.run(values)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  } finally {
    noteStatement(statement.source, startedMs)
  }
}

function readRows(statement: SqliteDatabase.Statement | null, parameters: readonly unknown[]) {
  return statement && runStatement(statement, parameters).rows
}
