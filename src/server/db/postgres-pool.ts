import { randomInt } from 'node:crypto'
import type { Duplex } from 'node:stream'

import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryConfig, types } from 'pg'

import { ConnectionLostError } from './failure.ts'
import { countPool, noteStatement } from './meters.ts'
import { StallWatch } from './postgres-stall.ts'

/** The maximum per server, besides the listening connection. PostgreSQL allows 100 by default, enough for 8 servers. */
export const CONNECTIONS_MAX = 10

/** How long a request waits for a connection to open or become free. */
const CONNECT_MS_MAX = 3200

/** The pool's own limit. This limit restarts at each step of connecting, so it is only for cleanup. */
const POOL_CONNECT_MS_MAX = CONNECT_MS_MAX + 500

/** How long a statement can run or wait for a lock before PostgreSQL cancels it. */
const STATEMENT_MS_MAX = 3200

/** A server that takes longer than this is frozen or cut off; otherwise it would have canceled the statement. */
const ANSWER_MS_MAX = 3500

/** How long a transaction can be idle before PostgreSQL ends it. */
const IDLE_IN_TRANSACTION_MS_MAX = 20_000

/** The same limit for CLI commands, which wait longer than requests. */
const PATIENT_CONNECT_MS_MAX = 10_000

export type PoolOptions = {
  /** Whether statements can run without a time limit, as migrations do. */
  isPatient?: boolean
  /** Returns an unconnected socket. Tests count its round trips. */
  stream?: () => Duplex
}

/** A statement, and the name under which the connection keeps its plan. */
export type PostgresQuery = { text: string; values: readonly unknown[]; name?: string }

export type PostgresAnswer = { command: string; rowCount: number | null; rows: unknown[] }

/** A connection. A connection's queries run in order, and those from one turn of the event loop are sent together. */
export type PostgresClient = {
  query(query: PostgresQuery): Promise<PostgresAnswer>
  release(destroy?: boolean): void
}

export type PostgresPool = { connect(): Promise<PostgresClient>; end(): Promise<void> }

/**
 * Opens a pool that connects to PostgreSQL on demand. A lost connection is replaced, and only the requests that used it
 * get a `ConnectionLostError`. While the server doesn't respond at all, requests fail instead of waiting.
 */
export function openPool(url: string, { isPatient = false, stream }: PoolOptions = {}): PostgresPool {
  const server = randomInt(1, SERVER_MAX)
  const config: PoolConfig & { pipeline: boolean } = {
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: isPatient ? PATIENT_CONNECT_MS_MAX : POOL_CONNECT_MS_MAX,
    keepAlive: true,
    application_name: 'tenfold',
    types: { getTypeParser: (type, format) => PARSERS[type] ?? types.getTypeParser(type, format) },
    onConnect: async (client) => {
      await client.query(`${SPEECH}; set tenfold.server = ${server}`)
      if (!isPatient) await client.query(LIMITS)
    },
    pipeline: true,
    ...(stream && { stream }),
    ...(!isPatient && { query_timeout: ANSWER_MS_MAX }),
  }
  const pool = new Pool(config)
  const watch = new StallWatch(url)
  const stopCounting = countPool(pool)
  const stallsBefore = new WeakMap<PoolClient, number>()
  // Without a listener, a lost idle connection would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    stallsBefore.set(client, watch.stalls)
  })
  return {
    end: () => {
      watch.stop()
      stopCounting()
      return pool.end()
    },
    connect: async () => {
      if (isPatient) return guarded(await connectInTime(pool, PATIENT_CONNECT_MS_MAX))
      await watch.requireAnswers()
      for (;;) {
        const client = await connectInTime(pool, CONNECT_MS_MAX, () => watch.report())
        if (stallsBefore.get(client) === watch.stalls) return guarded(client, () => watch.report())
        // The connection may have died silently during the stall.
        client.release(true)
      }
    },
  }
}

/** @throws ConnectionLostError when no connection can be opened, or none is ready in time */
async function connectInTime(pool: Pool, msMax: number, onLate = () => {}): Promise<PoolClient> {
  const connecting = pool.connect()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    onLate()
    reject(new Error('no connection to the database in time'))
    void giveBack(connecting)
  }, msMax)
  try {
    return await Promise.race([connecting, late])
  } catch (error) {
    throw toLost(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Puts a connection that arrived too late back into the pool. */
async function giveBack(connecting: Promise<PoolClient>): Promise<void> {
  const client = await connecting.catch(() => null)
  client?.release()
}

/** The maximum server number. A connection stores its server's number in the setting `tenfold.server`. */
const SERVER_MAX = 2 ** 31 - 1

/** Makes every connection use the same formats, regardless of the server's settings. */
const SPEECH = "set time zone 'UTC'; set datestyle = 'ISO'"

const LIMITS = `set statement_timeout = ${STATEMENT_MS_MAX}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS_MAX}`

/** Converts PostgreSQL's text values to what stores expect: whole numbers, and times as ISO 8601 UTC. */
const PARSERS: Record<number, ((text: string) => unknown) | undefined> = {
  [types.builtins.INT8]: Number,
  [types.builtins.TIMESTAMPTZ]: timestampToIso,
}

/** Converts '2026-11-20 10:00:00.5+00' to '2026-11-20T10:00:00.500Z'. */
function timestampToIso(text: string): string {
  const [day = '', time = ''] = text.split(' ')
  const [seconds = '', fraction = ''] = time.replace('+00', '').split('.')
  return `${day}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

/** The driver's message for a query without a response in time. The error has no code. */
const NO_ANSWER = 'Query read timeout'

/** PostgreSQL's error code for a named statement whose columns another server's migration changed. */
const STALE_PLAN = '0A000'

/**
 * Wraps a connection so that it is never reused after a missing response or a stale plan. Sends statements from one
 * turn of the event loop together.
 */
function guarded(client: PoolClient, onNoAnswer = () => {}): PostgresClient {
  let isLost = false
  const query = async (query: PostgresQuery) => {
    const startedMs = performance.now()
    try {
      if (isLost) throw new Error('the connection was already lost')
      writeTogether(client)
      return (await client.query(query as QueryConfig)) as PostgresAnswer
    } catch (error) {
      const isStale = error instanceof DatabaseError && error.code === STALE_PLAN && query.name !== undefined
      isLost ||= isStale || !(error instanceof DatabaseError)
      if (error instanceof Error && error.message === NO_ANSWER) onNoAnswer()
      throw isStale ? new ConnectionLostError(error) : toLost(error)
    } finally {
      noteStatement(query.text, startedMs)
    }
  }
  const release = (destroy?: boolean) => client.release(destroy === true || isLost)
  return { query, release }
}

/** The connections whose statements wait to be written. */
const gathering = new WeakSet<PoolClient>()

/** Sends the statements from one turn of the event loop together. */
function writeTogether(client: PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = (client as PoolClient & { connection: { stream: Duplex } }).connection
  stream.cork()
  setImmediate(() => {
    gathering.delete(client)
    stream.uncork()
  })
}

/** A `DatabaseError` is a response from PostgreSQL. Any other error means that there was none. */
function toLost(error: unknown): unknown {
  return error instanceof DatabaseError ? error : new ConnectionLostError(error)
}
