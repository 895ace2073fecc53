import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

import SqliteDatabase from 'better-sqlite3'

import { StartError } from '../start-error.ts'
import { MIGRATION_TABLE, unknownSteps } from './migrations.ts'

/** Marks a file as Tenfold's ('TENF'), so that another program's database is never touched. */
export const APPLICATION_ID = 0x54454e46

const APPLICATION_ID_OFFSET = 68
const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
const BUSY_TIMEOUT_MS = 5000

/**
 * Looks whether the file, if there is one, is a whole database of this program, without changing anything. All of it is
 * read, about a second for a gigabyte.
 * @returns the steps its schema has taken
 * @throws StartError when it is not
 */
export function requireOurs(file: string): string[] {
  return requireKnown(file, requireUndamaged)
}

/**
 * The same, but for damage: for a file that was looked at as a whole a moment ago.
 * @param look at the opened database, before anything of it is believed
 */
export function requireKnown(
  file: string,
  look: (connection: SqliteDatabase.Database) => void = () => {},
): string[] {
  if (isMissing(file)) {
    requireNoLog(file)
    return []
  }
  requireHeader(file)
  const steps = stepsTaken(file, look)
  if (unknownSteps(steps).length > 0) {
    throw new StartError(
      `The database ${file} was written by a newer version of Tenfold. Update Tenfold, or set DATA_DIR to another folder.`,
    )
  }
  return steps
}

function requireUndamaged(connection: SqliteDatabase.Database): void {
  const damage = connection.pragma('quick_check(1)', { simple: true })
  if (damage !== 'ok') throw new Error(String(damage))
}

/** Whether there is no database here yet. */
export function isMissing(file: string): boolean {
  return !existsSync(file) || statSync(file).size === 0
}

/**
 * The first bytes of the file say what it is. They are read as bytes, because SQLite itself leaves files beside a
 * database that it opens. Source: https://sqlite.org/fileformat2.html#the_database_header
 */
function requireHeader(file: string): void {
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    const handle = openSync(file, 'r')
    readSync(handle, header, 0, HEADER_BYTES, 0)
    closeSync(handle)
  } catch (error) {
    throw unreadable(file, error)
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new StartError(
      `${file} is not a database. Move it away or restore it from a backup, or set DATA_DIR to another folder.`,
    )
  }
  if (header.readInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    throw new StartError(
      `${file} belongs to another program. Move it away, or set DATA_DIR to another folder.`,
    )
  }
}

/** After a crash, and beside a server, the file is opened for reading alone, so that nothing is cleaned up. */
export function openForReading(file: string): SqliteDatabase.Database {
  return new SqliteDatabase(file, { readonly: existsSync(`${file}-wal`), timeout: BUSY_TIMEOUT_MS })
}

function stepsTaken(file: string, look: (connection: SqliteDatabase.Database) => void): string[] {
  let connection: SqliteDatabase.Database | null = null
  try {
    connection = openForReading(file)
    look(connection)
    const table = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
    if (!table.get(MIGRATION_TABLE)) return []
    return connection
      .prepare<[], { name: string }>(`select name from ${MIGRATION_TABLE} order by name`)
      .all()
      .map((row) => row.name)
  } catch (error) {
    throw unreadable(file, error)
  } finally {
    connection?.close()
  }
}

function unreadable(file: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
  return new StartError(
    `The database ${file} cannot be read (${reason}). Restore it from a backup, or set DATA_DIR to another folder.`,
  )
}

/** SQLite would replay the log of a lost database into a new one. */
function requireNoLog(file: string): void {
  const log = `${file}-wal`
  if (isMissing(log)) return
  throw new StartError(
    `The database ${file} is missing, but its log ${log} is there. Put the database back, or move the log away to begin with an empty one.`,
  )
}
