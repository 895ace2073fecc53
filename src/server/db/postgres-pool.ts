import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'

import { ConnectionLostError } from './failure.ts'

/** Connections of one server at most. Ten servers stay below the 100 that PostgreSQL allows unless told. */
export const CONNECTIONS_MAX = 10

/** How long a request waits for a connection, be it a new one or one that others use. */
const CONNECT_MS_MAX = 10_000

/** How long a statement may run or wait for a lock, and a transaction do nothing, before PostgreSQL ends it. */
const STATEMENT_MS_MAX = 20_000

/** After so long the server of the database is not slow but gone. */
const ANSWER_MS_MAX = 25_000

export type PoolOptions = {
  /** Statements may take as long as they need, as those of a migration do. */
  isPatient?: boolean
}

/**
 * Connections to PostgreSQL, opened when they are needed. A lost one is replaced; whoever used it gets a
 * `ConnectionLostError`, and nobody else notices.
 */
export function openPool(url: string, { isPatient = false }: PoolOptions = {}): PostgresPool {
  const config: PoolConfig = {
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    application_name: 'tenfold',
    types: { getTypeParser: (type, format) => PARSERS[type] ?? types.getTypeParser(type, format) },
    onConnect: async (client) => {
      await client.query(SPEECH)
      if (!isPatient) await client.query(LIMITS)
    },
    ...(!isPatient && { query_timeout: ANSWER_MS_MAX }),
  }
  const pool = new Pool(config)
  // Without a listener, a connection that is lost while nobody uses it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      try {
        return guarded(await pool.connect())
      } catch (error) {
        throw toLost(error)
      }
    },
  }
}

/** Every connection speaks alike, whatever the server's own settings are. */
const SPEECH = "set time zone 'UTC'; set datestyle = 'ISO'"

const LIMITS = `set statement_timeout = ${STATEMENT_MS_MAX}; set idle_in_transaction_session_timeout = ${STATEMENT_MS_MAX}`

/** What PostgreSQL sends as text and the stores read as SQLite gives it: whole numbers, and times as ISO 8601 UTC. */
const PARSERS: Record<number, ((text: string) => unknown) | undefined> = {
  [types.builtins.INT8]: Number,
  [types.builtins.TIMESTAMPTZ]: timestampToIso,
}

/** '2026-11-20 10:00:00.5+00' as '2026-11-20T10:00:00.500Z'. */
function timestampToIso(text: string): string {
  const [day = '', time = ''] = text.split(' ')
  const [seconds = '', fraction = ''] = time.replace('+00', '').split('.')
  return `${day}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

/** A connection that is never used again once it did not answer. */
function guarded(client: PoolClient): PostgresPoolClient {
  let isLost = false
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      if (isLost) throw new Error('the connection was lost before')
      return await client.query(sql, [...parameters])
    } catch (error) {
      isLost ||= !(error instanceof DatabaseError)
      throw toLost(error)
    }
  }
  const release = (destroy?: boolean) => client.release(destroy === true || isLost)
  // Kysely's type knows cursors too, which nobody here uses.
  return { query: query as unknown as PostgresPoolClient['query'], release }
}

/** An error of PostgreSQL is its answer; any other is that there was none. */
function toLost(error: unknown): unknown {
  return error instanceof DatabaseError ? error : new ConnectionLostError(error)
}
