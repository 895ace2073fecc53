import { DatabaseError } from 'pg'

/** A temporary failure: the database is unavailable, or its disk is full. */
export type DatabaseFailure = 'away' | 'lost' | 'disk_full'

/** The error for a database server that can't be reached, or whose connection was lost before the response. */
export class ConnectionLostError extends Error {
  /** The system's error code, such as 'ECONNREFUSED', or 'CONNECTION_LOST'. */
  readonly code: string

  constructor(cause: unknown) {
    const { message, code = 'CONNECTION_LOST' } = cause as NodeJS.ErrnoException
    // Node's error has no message if it tried several addresses of the host and all of them failed.
    super(message || code, { cause })
    this.name = 'ConnectionLostError'
    this.code = code
  }
}

/**
 * Returns the kind of a database failure, or null for any other error. After 'away' and 'disk_full', nothing has
 * changed. After 'lost', the result is unknown, because a commit may have succeeded.
 */
export function databaseFailure(error: Error): DatabaseFailure | null {
  if (error instanceof ConnectionLostError) return 'lost'
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return null
  if (SQLITE_DISK_FULL.test(code)) return 'disk_full'
  if (SQLITE_AWAY.test(code)) return 'away'
  if (!(error instanceof DatabaseError)) return null
  if (code === '53100') return 'disk_full'
  return POSTGRES_AWAY.test(code) ? 'away' : null
}

/** Returns whether a statement failed because a row it refers to doesn't exist. */
export function isForeignKeyFailure(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503'
}

/** SQLITE_IOERR_SHMSIZE also means a full disk: there is no space for the memory that connections share. */
const SQLITE_DISK_FULL = /^SQLITE_(FULL|IOERR_SHMSIZE)$/

/** SQLite's codes for a temporary failure: locked, read-only, a failing disk. */
const SQLITE_AWAY = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|CANTOPEN|NOMEM|PROTOCOL)/

/**
 * PostgreSQL's codes: no connection, sign-in or database (08, 28, 3D), read-only (25006), deadlock (40), no memory or
 * connections left (53), lock not available (55P03), shutdown or timeout (57), a failing disk (58). Source:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES_AWAY = /^(08|28|3D|25006|40|53|55P03|57|58)/
