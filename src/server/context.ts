import type { IncomingMessage, ServerResponse } from 'node:http'
import { uptime } from 'node:os'

import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'

import type { Entrance } from '#domain/account/account.ts'

import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'
import type { Files } from './files/files.ts'
import type { Reserve } from './db/reserve.ts'

/** The server, whose routes take their types from their Zod schemas. */
export type App = Parameters<FastifyPluginCallbackZod>[0]

export type Pages = {
  /** Returns the HTML of the page. The client chooses the view. */
  html(entrance: Entrance): Promise<string>
  /** The id of the build. API responses include it, so that an open page notices a new version. */
  build?: string
  /** The folder of the built files, or null if `middleware` serves them. */
  assetsFolder: string | null
  /** Serves files during development. Calls `next` for unknown paths. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Replaces the strict Content-Security-Policy. */
  policy?: string
}

/** The server's clock, which tests replace. */
export type Clock = {
  /** Returns the current time as ISO 8601 UTC with milliseconds. */
  now(): string
  /** Returns the milliseconds since the computer started, including sleep, regardless of the system clock. */
  uptimeMs(): number
}

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

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  uptimeMs: () => uptime() * 1000,
}
