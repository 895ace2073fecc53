import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

import { dirname } from 'node:path'

import SqliteDatabase from 'better-sqlite3'

import { StartError } from '../settings/start-error.ts'
import { databaseFailure } from './failure.ts'
import { MIGRATION_TABLE, unknownSteps } from './migrations.ts'

/** Marks a file as Tenfold's ('TENF'), so that another program's database is never modified. */
export const APPLICATION_ID = 0x54454e46

/** Even reading a database needs some free space. */
export class FullDiskError extends StartError {
  constructor(file: string) {
    super(`The disk that holds ${dirname(file)} is full. Free some space, or set DATA_DIR to another folder.`)
  }
}

const APPLICATION_ID_OFFSET = 68
const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
const BUSY_TIMEOUT_MS = 5000

/**
 * Checks that the file, if it exists, is an undamaged database of this program. Changes nothing. Reads the whole file,
 * at about 1 GB per second.
 * @returns the migrations applied to the database
 * @throws StartError when the file is damaged, or belongs to another program or a newer version
 */
export function requireOurs(file: string): string[] {
  return requireKnown(file, requireUndamaged)
}

/**
 * Makes the same checks except for damage, for a file that has just been checked completely.
 * @param look called with the opened database before anything else reads it
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

/** Returns whether the file is missing or empty. */
export function isMissing(file: string): boolean {
  return !existsSync(file) || statSync(file).size === 0
}

/**
 * Identifies a file by its first bytes. Reads the bytes directly, because SQLite creates files next to a database that
 * it opens. Source: https://sqlite.org/fileformat2.html#the_database_header
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
      `${file} is not a database. Move it away, restore it from a backup, or set DATA_DIR to another folder.`,
    )
  }
  if (header.readInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    throw new StartError(
      `${file} belongs to another program. Move it away, or set DATA_DIR to another folder.`,
    )
  }
}

/** Opens the file, read-only if it has a log. The log must stay, because a server may be running or have crashed. */
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
  if (error instanceof Error && databaseFailure(error) === 'disk_full') return new FullDiskError(file)
  const reason = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
  return new StartError(
    `Can't read the database ${file} (${reason}). Restore it from a backup, or set DATA_DIR to another folder.`,
  )
}

/** SQLite would replay the log of a lost database into a new one. */
function requireNoLog(file: string): void {
  const log = `${file}-wal`
  if (isMissing(log)) return
  throw new StartError(
    `The database ${file} is missing, but its log ${log} exists. Put the database back, or move the log away to start with an empty database.`,
  )
}
