import { setTimeout as delay } from 'node:timers/promises'

import type { PostgresPool } from 'kysely'
import { Pool } from 'pg'

import { MIGRATION_TABLE } from '#server/db/migrations.ts'
import { openPool } from '#server/db/postgres-pool.ts'

import { type PostgresServer, databaseUrl } from './server.ts'

/** After that, whoever is still connected stays. */
const ENDING_MS_MAX = 500

/** What the connections are called that stay open from one test to the next. */
const KEPT = 'kept'

/** What a connection remembers after the transaction: with it, it cannot be another test's. */
const REMEMBERED =
  /^\s*(set(?! (local|transaction))|listen|prepare|create temp)\b|set_config|pg_advisory_lock/i

/**
 * A database, the connections that tests are lent, the one that empties it, what that sends, and the schema as it was at
 * first.
 */
type Reused = { name: string; pool: PostgresPool; keeper: Pool; empty: string; schema: string }

/** Users' objects have greater numbers: 16,384 is the first that PostgreSQL gives to what it did not come with. */
const CATALOGS = [
  ...['pg_class', 'pg_constraint', 'pg_namespace', 'pg_proc', 'pg_trigger', 'pg_type'].map(
    (catalog) => `${catalog} where oid >= 16384`,
  ),
  'pg_attribute where attrelid >= 16384',
  MIGRATION_TABLE,
  `${MIGRATION_TABLE}_lock`,
]

/**
 * Every definition of the schema and every step taken, by the number of the transaction that wrote it: what is changed
 * gets a greater one.
 */
const SCHEMA = `select concat_ws(' ', ${CATALOGS.map(
  (rows) => `(select count(*) || '/' || sum(xmin::text::bigint) from ${rows})`,
).join(', ')}) as schema`

/** How many others are connected. A database that somebody still uses cannot be another test's. */
const CONNECTED = `
  select count(*)::integer as connected from pg_stat_get_activity(null)
    where datid = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid() and application_name <> '${KEPT}'`

/** What empties the database, table by table, and has its numbers begin with 1 again. */
const EMPTYING = `
  select 'delete from ' || quote_ident(relname) as statement from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like '${MIGRATION_TABLE}%'
  union all
  select 'select setval(''' || quote_ident(relname) || ''', 1, false)' from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'`

/** Those of each server that no test of this process uses at present, emptied. */
const freeOf = new Map<string, Reused[]>()

/**
 * A database with the newest schema and no rows. Making and dropping one, and learning its schema anew, takes longer than
 * most tests, so each is given to one test after the other, by a server that is discarded after the run. So are its
 * connections: a new one learns the schema anew too.
 * @param create makes one more, and answers its name
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

/** A pool as one test has it, whether a connection of it is still used, and whether one remembers what it should not. */
type Lent = { pool: PostgresPool; isUsed: () => boolean; isChanged: () => boolean }

/** For the test the pool ends; its connections stay open. */
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
      const query = (sql: string, parameters: readonly unknown[]) => {
        isChanged ||= REMEMBERED.test(sql)
        return client.query<unknown>(sql, parameters)
      }
      return { query: query as typeof client.query, release }
    } catch (error) {
      used--
      throw error
    }
  }
  return {
    pool: { ...kept, connect, end: async () => undefined },
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
  // References are not followed: every table is emptied.
  const options = '-c session_replication_role=replica'
  const connectionString = databaseUrl(server, name)
  const keeper = new Pool({ connectionString, options, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  keeper.on('error', () => undefined)
  const { rows } = await keeper.query<{ statement: string }>(EMPTYING)
  const statements = rows.map(({ statement }) => statement)
  const pool = openKept(server, name)
  return { name, pool, keeper, empty: statements.join(';'), schema: await readSchema(keeper) }
}

/** Whether the database is as it was at first. */
async function empty({ keeper, empty, schema }: Reused, { isUsed }: Lent): Promise<boolean> {
  if (!(await isLeftAlone(keeper, isUsed)) || (await readSchema(keeper)) !== schema) return false
  await keeper.query(empty)
  return true
}

/** The server ends a connection a moment after the client has. */
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
