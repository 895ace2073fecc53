import { Kysely, PostgresDialect, sql } from 'kysely'
import { DatabaseError } from 'pg'

import { StartError } from '../start-error.ts'
import { ConnectionLostError } from './failure.ts'
import { migrate, stepsTaken, unknownSteps } from './migrations.ts'
import { type PoolOptions, openPool } from './postgres-pool.ts'
import type { Database, Schema } from './schema.ts'
import { isEmpty } from './tables.ts'

/** 14 is the oldest release that its makers still mend. */
const VERSION_MIN = 14

/** The lock under which one server at a time migrates; any number that nobody else uses in this database ('TENF'). */
export const MIGRATION_LOCK = 0x54454e46

/**
 * Opens the PostgreSQL database and brings its schema up to date. Any number of servers may do so at once: one migrates,
 * the others wait for it.
 * @param url `postgres://user:password@host:port/database`
 * @throws StartError when it cannot be reached or used, or is of a newer version; nothing is changed then
 */
export async function openPostgres(url: string): Promise<Database> {
  const db = connectPostgres(url, { isPatient: true })
  try {
    await db.connection().execute(async (db) => {
      await requireUsable(db, url)
      await migrateAlone(db, url)
    })
  } catch (error) {
    throw toStartError(url, error)
  } finally {
    await db.destroy()
  }
  return connectPostgres(url)
}

/**
 * Looks whether the database is there and can be used, without changing anything.
 * @throws StartError when it cannot
 */
export async function requirePostgres(url: string): Promise<void> {
  const db = connectPostgres(url)
  try {
    await requireUsable(db, url)
    await requireKnownSteps(db, url)
  } catch (error) {
    throw toStartError(url, error)
  } finally {
    await db.destroy()
  }
}

/**
 * Looks whether the database is there, can be used and has no tables, without changing anything.
 * @throws StartError when it cannot be filled
 */
export async function requireEmptyPostgres(url: string): Promise<void> {
  const db = connectPostgres(url)
  try {
    await requireUsable(db, url)
    await requireEmpty(db, url)
  } catch (error) {
    throw toStartError(url, error)
  } finally {
    await db.destroy()
  }
}

/**
 * Fills an empty database, in one transaction. A server that starts on it meanwhile waits until that has ended.
 * @returns what `fill` answers
 * @throws StartError when it cannot be reached or used, or is not empty; nothing is changed then
 */
export async function createPostgres<T>(url: string, fill: (db: Database) => Promise<T>): Promise<T> {
  const db = connectPostgres(url, { isPatient: true })
  try {
    return await db.transaction().execute(async (db) => {
      await requireUsable(db, url)
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
      await requireEmpty(db, url)
      return fill(db)
    })
  } catch (error) {
    throw toStartError(url, error)
  } finally {
    await db.destroy()
  }
}

/** The database as it is. A connection is opened with the first query. */
export function connectPostgres(url: string, options?: PoolOptions): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool(url, options) }) })
}

/** The lock belongs to the connection: should this server end meanwhile, PostgreSQL gives it to the next. */
async function migrateAlone(db: Database, url: string): Promise<void> {
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(db)
  try {
    await requireKnownSteps(db, url)
    await migrate(db)
  } finally {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(db)
  }
}

async function requireUsable(db: Database, url: string): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding`.execute(db)
  const [{ version, encoding } = { version: 0, encoding: '' }] = rows
  if (version < VERSION_MIN) {
    throw new StartError(
      `The server of ${databaseName(url)} is PostgreSQL ${version}. Tenfold needs ${VERSION_MIN} or newer.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database ${databaseName(url)} keeps texts as ${encoding}. Name one with the encoding UTF8 in DATABASE_URL.`,
    )
  }
}

async function requireEmpty(db: Database, url: string): Promise<void> {
  if (await isEmpty(db)) return
  throw new StartError(
    `The database ${databaseName(url)} is not empty, so nothing was written into it. Make an empty one and name that.`,
  )
}

async function requireKnownSteps(db: Database, url: string): Promise<void> {
  if (unknownSteps(await stepsTaken(db)).length === 0) return
  throw new StartError(
    `The database ${databaseName(url)} was written by a newer version of Tenfold. Update Tenfold, or name another in DATABASE_URL.`,
  )
}

function toStartError(url: string, error: unknown): unknown {
  if (error instanceof ConnectionLostError) {
    return new StartError(
      `The database ${databaseName(url)} cannot be reached (${error.message}). Start its server, or correct DATABASE_URL.`,
    )
  }
  if (!(error instanceof DatabaseError)) return error
  return new StartError(
    `The database ${databaseName(url)} cannot be used (${error.message}). Put that right, or correct DATABASE_URL.`,
  )
}

/** The database at an address as it may be printed: without the password, and without the options, where one can stand too. */
export function databaseName(url: string): string {
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username && `${username}@`}${host}${pathname}`
}
