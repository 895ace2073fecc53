import { DatabaseError } from 'pg'

/** How a database can fail without anybody's fault: it is away, or its disk is full. Both pass. */
export type DatabaseFailure = 'away' | 'lost' | 'disk_full'

/** The server of the database could not be reached, or was lost before it had answered. */
export class ConnectionLostError extends Error {
  /** The system's code, such as 'ECONNREFUSED', where it gave one. */
  readonly code: string

  constructor(cause: unknown) {
    const { message, code = 'CONNECTION_LOST' } = cause as NodeJS.ErrnoException
    // An attempt at several addresses of one name has no message of its own.
    super(message || code, { cause })
    this.name = 'ConnectionLostError'
    this.code = code
  }
}

/**
 * What is the matter with the database. After 'away' and 'disk_full' nothing was changed; after 'lost' nobody knows:
 * the answer to a commit may be what was lost. Null when the error is another.
 */
export function databaseFailure(error: Error): DatabaseFailure | null {
  if (error instanceof ConnectionLostError) return 'lost'
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return null
  if (code === 'SQLITE_FULL') return 'disk_full'
  if (SQLITE_AWAY.test(code)) return 'away'
  if (!(error instanceof DatabaseError)) return null
  if (code === '53100') return 'disk_full'
  return POSTGRES_AWAY.test(code) ? 'away' : null
}

/** SQLite's ways to say that it cannot work just now: locked, read-only, a failing disk. */
const SQLITE_AWAY = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|CANTOPEN|NOMEM|PROTOCOL)/

/**
 * PostgreSQL's: no connection, sign-in or database (08, 28, 3D), read-only (25006), two that wait for each other (40),
 * no memory or connections left (53), a lock not given (55P03), stopping or too slow (57), a failing disk (58).
 * Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES_AWAY = /^(08|28|3D|25006|40|53|55P03|57|58)/
