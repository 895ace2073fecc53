import { closeSync, fdatasyncSync, openSync } from 'node:fs'

import SqliteDatabase from 'better-sqlite3'

import { inSnapshot } from './transaction.ts'
import type { Database } from './schema.ts'
import { overConnection } from './sqlite.ts'

/** Copies the pages of a database into a new file. */
export type CopyTo = (file: string) => Promise<void>

/** How a copy yields to other work. Without a pace, a copy runs at full speed. */
export type Pace = {
  /** Pages of 4 KB between two pauses. */
  pages: number
  /** The length of a pause as a multiple of the time that the pages took. */
  rest: number
}

const OPEN_TIMEOUT_MS = 5000
const FULL_SPEED_PAGES = 4096

/**
 * Runs a function on a snapshot of a SQLite database, which may be in use. The function's second argument copies the
 * same snapshot with SQLite's backup interface, which does not restart when another process writes, because the read
 * transaction stays open.
 */
export async function withSqliteSnapshot<T>(
  file: string,
  pace: Pace | null,
  run: (db: Database, copyTo: CopyTo) => Promise<T>,
): Promise<T> {
  const connection = new SqliteDatabase(file, { fileMustExist: true, timeout: OPEN_TIMEOUT_MS })
  connection.pragma('query_only = ON')
  await using db = overConnection(connection)
  const result = await inSnapshot(db, (db) => run(db, (copy) => copyPages(connection, copy, pace)))
  // The log could not be truncated while the snapshot was open. A checkpoint in this process doesn't block the server.
  connection.pragma('wal_checkpoint(passive)')
  return result
}

async function copyPages(
  connection: SqliteDatabase.Database,
  file: string,
  pace: Pace | null,
): Promise<void> {
  let handle: number | null = null
  let begun = performance.now()
  const pause = ({ pages, rest }: Pace) => {
    handle ??= openSync(file, 'r+')
    // Otherwise all pages go to the disk together at the end, and other writes wait for them.
    fdatasyncSync(handle)
    sleep((performance.now() - begun) * rest)
    begun = performance.now()
    return pages
  }
  try {
    await connection.backup(file, { progress: () => (pace ? pause(pace) : FULL_SPEED_PAGES) })
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

/** Blocks this thread. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
