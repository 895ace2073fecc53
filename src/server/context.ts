import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'
import type { Files } from './files.ts'
import type { Pages } from './pages.ts'

/** The present, as an ISO 8601 UTC instant with milliseconds. Tests bring their own. */
export type Clock = { now(): string }

/** Everything the routes need, made once at start. */
export type AppContext = {
  db: Database
  files: Files
  config: Config
  clock: Clock
  /** The built web pages; null when only the API is served. */
  pages: Pages | null
}

export const systemClock: Clock = { now: () => new Date().toISOString() }
