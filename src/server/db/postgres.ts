import { setTimeout as delay } from 'node:timers/promises'

import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { DatabaseError } from 'pg'

import { StartError } from '../settings/start-error.ts'
import { ConnectionLostError } from './failure.ts'
import { migrate, stepsTaken, unknownSteps } from './migrations.ts'
import { TenfoldPostgresDriver } from './postgres-driver.ts'
import { type PoolOptions, type PostgresPool, openPool } from './postgres-pool.ts'
import type { Database, Schema } from './schema.ts'
import { isEmpty } from './tables.ts'

/** The oldest release that PostgreSQL still supports. */
const VERSION_MIN = 14

/** The advisory lock that lets one server at a time migrate. Any number unused in this database will do ('TENF'). */
export const MIGRATION_LOCK = 0x54454e46

/** How many times, and how many milliseconds apart, to check whether a lost commit succeeded. */
const OUTCOME_ATTEMPTS = 10
const OUTCOME_RETRY_MS = 500

/** The error for a connection lost during a commit whose outcome stays unknown. */
export class UnknownOutcomeError extends StartError {}

/**
 * Opens the PostgreSQL database and migrates it. If several servers start together, one migrates and the rest wait.
 * @param url `postgres://user:password@host:port/database`
 * @param options options for the returned database; the migration itself has no time limits
 * @throws StartError, changing nothing, if the database can't be reached or used, or belongs to a newer version
 */
export async function openPostgres(url: string, options?: PoolOptions): Promise<Database> {
  await connectOnce(url, { isPatient: true }, (db) =>
    db.connection().execute(async (db) => {
      await requireUsable(db, url)
      await migrateAlone(db, url)
    }),
  )
  return connectPostgres(url, options)
}

/**
 * Checks that the database exists and can be used. Changes nothing.
 * @throws StartError if the database doesn't exist or can't be used
 */
export async function requirePostgres(url: string): Promise<void> {
  await connectOnce(url, {}, async (db) => {
    await requireUsable(db, url)
    await requireKnownSteps(db, url)
  })
}

/**
 * Checks that the database exists, can be used and has no tables. Changes nothing.
 * @throws StartError if the database can't be filled
 */
export async function requireEmptyPostgres(url: string): Promise<void> {
  await connectOnce(url, {}, async (db) => {
    await requireUsable(db, url)
    await requireEmpty(db, url)
  })
}

async function connectOnce(url: string, options: PoolOptions, run: (db: Database) => Promise<void>) {
  await using db = connectPostgres(url, options)
  try {
    await run(db)
  } catch (error) {
    throw toStartError(url, error)
  }
}

/**
 * Fills an empty database in one transaction. A server that starts on the database in the meantime waits.
 * @returns the result of `fill`
 * @throws StartError, changing nothing, if the database can't be reached or used, or isn't empty
 * @throws UnknownOutcomeError when the response to the commit is lost and the database stays unreachable
 */
export async function createPostgres<T>(url: string, fill: (db: Database) => Promise<T>): Promise<T> {
  await using db = connectPostgres(url, { isPatient: true })
  let filled: { result: T; transaction: string } | null = null
  try {
    return await db.transaction().execute(async (db) => {
      await requireUsable(db, url)
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
      await requireEmpty(db, url)
      const transaction = await transactionId(db)
      const result = await fill(db)
      filled = { result, transaction }
      return result
    })
  } catch (error) {
    if (filled === null || !(error instanceof ConnectionLostError)) throw toStartError(url, error)
    const { result, transaction } = filled as { result: T; transaction: string }
    if (await isCommitted(url, transaction)) return result
    throw toStartError(url, error)
  }
}

async function transactionId(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)
  return rows[0]?.id ?? ''
}

/**
 * Returns whether a transaction was committed, when the response to its commit was lost.
 * @throws UnknownOutcomeError when the outcome stays unknown
 */
async function isCommitted(url: string, transaction: string): Promise<boolean> {
  for (let attempt = 0; attempt < OUTCOME_ATTEMPTS; attempt++) {
    if (attempt > 0) await delay(OUTCOME_RETRY_MS)
    const status = await transactionStatus(url, transaction)
    if (status === 'committed') return true
    if (status === 'aborted') return false
  }
  throw new UnknownOutcomeError(
    `The connection to the database ${databaseName(url)} was lost before it confirmed the commit. Either everything was written or nothing was.`,
    "Run the command again when the database can be reached. If the command reports that the database isn't empty, everything was written.",
  )
}

/** Returns null when the database can't be reached. */
async function transactionStatus(url: string, transaction: string): Promise<string | null> {
  await using db = connectPostgres(url)
  try {
    const { rows } = await sql<{ status: string }>`
      select pg_xact_status(${transaction}::text::xid8) as status`.execute(db)
    return rows[0]?.status ?? null
  } catch {
    return null
  }
}

/** Returns the database without migrating it. Connects with the first query. */
export function connectPostgres(url: string, options?: PoolOptions): Database {
  return overPool(openPool(url, options))
}

/** Returns the database behind a pool. Destroying the database ends the pool. */
export function overPool(pool: PostgresPool): Database {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new TenfoldPostgresDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** The lock belongs to the connection. If this server dies, PostgreSQL releases the lock. */
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
      `The database ${databaseName(url)} runs on PostgreSQL ${version}. Tenfold needs ${VERSION_MIN} or newer.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database ${databaseName(url)} has the encoding ${encoding}. Set DATABASE_URL to a database with UTF8 encoding.`,
    )
  }
}

async function requireEmpty(db: Database, url: string): Promise<void> {
  if (await isEmpty(db)) return
  throw new StartError(
    `The database ${databaseName(url)} isn't empty, so nothing was written. Create an empty database and use that one.`,
  )
}

async function requireKnownSteps(db: Database, url: string): Promise<void> {
  if (unknownSteps(await stepsTaken(db)).length === 0) return
  throw new StartError(
    `The database ${databaseName(url)} was written by a newer version of Tenfold. Update Tenfold, or set DATABASE_URL to another database.`,
  )
}

function toStartError(url: string, error: unknown): unknown {
  if (error instanceof ConnectionLostError) {
    return new StartError(
      `Can't reach the database ${databaseName(url)} (${error.message}). Start the database server, or correct DATABASE_URL.`,
    )
  }
  if (!(error instanceof DatabaseError)) return error
  return new StartError(
    `Can't use the database ${databaseName(url)} (${error.message}). Fix the cause, or correct DATABASE_URL.`,
  )
}

/**
 * Returns a database URL that is safe to print: without the password and the options, which can also contain a
 * password.
 */
export function databaseName(url: string): string {
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username && `${username}@`}${host}${pathname}`
}
