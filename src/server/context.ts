import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'
import type { Files } from './files/files.ts'
import type { Pages } from './http/pages.ts'
import type { Reserve } from './db/reserve.ts'

/** Returns the current time as ISO 8601 UTC with milliseconds. Tests replace it. */
export type Clock = { now(): string }

/** The shared dependencies of all routes. */
export type AppContext = {
  db: Database
  files: Files
  config: Config
  clock: Clock
  /** The built web pages, or null if only the API is served. */
  pages: Pages | null
  /** Disk space reserved for a SQLite database. Absent in tests and with PostgreSQL. */
  reserve?: Reserve
}

export const systemClock: Clock = { now: () => new Date().toISOString() }
