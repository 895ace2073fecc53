import { setTimeout as delay } from 'node:timers/promises'

import { Pool } from 'pg'

import { MIGRATION_TABLE } from '#server/db/migrations.ts'
import { type PostgresPool, type PostgresQuery, openPool } from '#server/db/postgres-pool.ts'

import { type PostgresServer, databaseUrl } from './server.ts'

/** How long to wait for other connections to close. */
const ENDING_MS_MAX = 500

/** The name of connections that stay open between tests. */
const KEPT = 'kept'

/** Statements whose effect outlives a transaction, so that their connection can't be reused. */
const REMEMBERED =
  /^\s*(set(?! (local|transaction))|listen|prepare|create temp)\b|set_config|pg_advisory_lock/i

/**
 * A database with the pool that tests use, the connection that empties it, the statements for emptying it, and its
 * original schema.
 */
type Reused = { name: string; pool: PostgresPool; keeper: Pool; empty: string; schema: string }

/** Users' objects have higher ids: 16,384 is the first one that PostgreSQL assigns after setup. */
const CATALOGS = [
  ...['pg_class', 'pg_constraint', 'pg_namespace', 'pg_proc', 'pg_trigger', 'pg_type'].map(
    (catalog) => `${catalog} where oid >= 16384`,
  ),
  'pg_attribute where attrelid >= 16384',
  MIGRATION_TABLE,
  `${MIGRATION_TABLE}_lock`,
]

/** Identifies the schema and its migrations by their row counts and the ids of the transactions that wrote the rows. */
const SCHEMA = `select concat_ws(' ', ${CATALOGS.map(
  (rows) => `(select count(*) || '/' || sum(xmin::text::bigint) from ${rows})`,
).join(', ')}) as schema`

/** Counts other connections. A database that is still in use can't be reused. */
const CONNECTED = `
  select count(*)::integer as connected from pg_stat_get_activity(null)
    where datid = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid() and application_name <> '${KEPT}'`

/** Empties the database table by table, and restarts its sequences at 1. */
const EMPTYING = `
  select 'delete from ' || quote_ident(relname) as statement from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like '${MIGRATION_TABLE}%'
  union all
  select 'select setval(''' || quote_ident(relname) || ''', 1, false)' from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'`

/** The unused, emptied databases of each server. */
const freeOf = new Map<string, Reused[]>()

/**
 * Returns a database with the newest schema and no rows. Creating and dropping one, and loading its schema, takes
 * longer than most tests, so tests reuse databases and their connections. The server is discarded after the run.
 * @param create creates one more, and returns its name
 * @param drop drops one whose schema was changed or that is still in use
 */
export async function takeDatabase(
  server: PostgresServer,
  create: () => Promise<string>,
  drop: (name: string) => Promise<void>,
): Promise<{ name: string; pool: PostgresPool; giveBack: () => Promise<void> }> {
  const free = freeOf.get(server.url) ?? []
  freeOf.set(server.url, free)
  const database = free.pop() ?? (await openKeeper(server, await create()))
  const lent = lend(database.pool)
  const giveBack = async () => {
    if (await empty(database, lent)) {
      free.push(lent.isChanged() ? await reconnect(server, database) : database)
      return
    }
    await database.keeper.end()
    await drop(database.name)
    await database.pool.end()
  }
  return { name: database.name, pool: lent.pool, giveBack }
}

/** A pool that one test uses, with checks for open connections and changed settings. */
type Lent = { pool: PostgresPool; isUsed: () => boolean; isChanged: () => boolean }

/** Wraps a pool for one test, so that `end` leaves the connections open. */
function lend(kept: PostgresPool): Lent {
  let used = 0
  let isChanged = false
  const connect: PostgresPool['connect'] = async () => {
    used++
    try {
      const client = await kept.connect()
      const release = (destroy?: boolean) => {
        used--
        client.release(destroy)
      }
      const query = (query: PostgresQuery) => {
        isChanged ||= REMEMBERED.test(query.text)
        return client.query(query)
      }
      return { query, release }
    } catch (error) {
      used--
      throw error
    }
  }
  return {
    pool: { connect, end: async () => undefined },
    isUsed: () => used > 0,
    isChanged: () => isChanged,
  }
}

function openKept(server: PostgresServer, name: string): PostgresPool {
  return openPool(`${databaseUrl(server, name)}&application_name=${KEPT}`)
}

async function reconnect(server: PostgresServer, database: Reused): Promise<Reused> {
  await database.pool.end()
  return { ...database, pool: openKept(server, database.name) }
}

async function openKeeper(server: PostgresServer, name: string): Promise<Reused> {
  // Disables foreign key checks, because every table is emptied.
  const options = '-c session_replication_role=replica'
  const connectionString = databaseUrl(server, name)
  const keeper = new Pool({ connectionString, options, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  keeper.on('error', () => undefined)
  const { rows } = await keeper.query<{ statement: string }>(EMPTYING)
  const statements = rows.map(({ statement }) => statement)
  const pool = openKept(server, name)
  return { name, pool, keeper, empty: statements.join(';'), schema: await readSchema(keeper) }
}

/** Empties the database if it is unused and has its original schema. Returns whether it did. */
async function empty({ keeper, empty, schema }: Reused, { isUsed }: Lent): Promise<boolean> {
  if (!(await isLeftAlone(keeper, isUsed)) || (await readSchema(keeper)) !== schema) return false
  await keeper.query(empty)
  return true
}

/** Waits for other connections to close, because the server closes one shortly after the client does. */
async function isLeftAlone(keeper: Pool, isUsed: () => boolean): Promise<boolean> {
  const deadline = performance.now() + ENDING_MS_MAX
  do {
    const { rows } = await keeper.query<{ connected: number }>({ name: 'connected', text: CONNECTED })
    if (rows[0]?.connected === 0 && !isUsed()) return true
    await delay(1)
  } while (performance.now() < deadline)
  return false
}

async function readSchema(keeper: Pool): Promise<string> {
  const { rows } = await keeper.query<{ schema: string }>({ name: 'schema', text: SCHEMA })
  return rows[0]?.schema ?? ''
}
