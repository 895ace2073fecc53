import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { DatabaseError } from 'pg'

import { countSharing } from './meters.ts'
import type { PostgresAnswer, PostgresClient, PostgresPool, PostgresQuery } from './postgres-pool.ts'
import type { PreparedQuery } from './prepared.ts'

/** The maximum number of connections that share the prepared queries outside transactions. */
const LANES_MAX = 3

/** The same limit for pages of long lists, which would delay short queries on the same connection. */
const LONG_LANES_MAX = 2

/** When each lane has this many unanswered queries, the next query opens another lane. */
const LANE_QUERIES = 4

/**
 * When each lane has this many unanswered queries, the next query waits for its own connection, so that a slow query
 * delays few others.
 */
const LANE_QUERIES_MAX = 20

/**
 * Runs Kysely's queries on a pool of pipelined connections. Prepared queries outside a transaction share a few
 * connections, so that simultaneous queries take one round trip. A transaction begins with its first query, and each
 * posted query is sent with the query after it.
 */
export class TenfoldPostgresDriver implements Driver {
  readonly #pool: PostgresPool
  readonly #lanes: Lanes
  readonly #longLanes: Lanes

  constructor(pool: PostgresPool) {
    this.#pool = pool
    this.#lanes = new Lanes(pool, LANES_MAX)
    this.#longLanes = new Lanes(pool, LONG_LANES_MAX)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PostgresConnection(this.#pool, (isLong) => (isLong ? this.#longLanes : this.#lanes))
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await (connection as PostgresConnection).begin(settings)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PostgresConnection).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PostgresConnection).rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await (connection as PostgresConnection).release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** Takes a pooled connection for the first query that can't share one. */
class PostgresConnection implements DatabaseConnection {
  readonly #pool: PostgresPool
  readonly #lanesFor: (isLong: boolean) => Lanes
  #client: Promise<PostgresClient> | null = null
  #isInTransaction = false
  /** The first posted query that failed. */
  #failure: { error: unknown } | null = null
  #isUnusable = false

  constructor(pool: PostgresPool, lanesFor: (isLong: boolean) => Lanes) {
    this.#pool = pool
    this.#lanesFor = lanesFor
  }

  async executeQuery<R>({
    sql: text,
    parameters: values,
    name,
    isPosted,
    isLong = false,
  }: CompiledQuery & PreparedQuery): Promise<QueryResult<R>> {
    const query = { text, values, ...(name !== undefined && { name }) }
    if (this.#client === null && name !== undefined) return toResult(await this.#lanesFor(isLong).run(query))
    const client = await this.#take()
    // If `begin` or the lock failed, PostgreSQL would run this query outside the transaction or without the lock.
    if (this.#isInTransaction && this.#failure) throw this.#failure.error
    if (isPosted && this.#isInTransaction) {
      this.#post(client, query)
      return { rows: [] }
    }
    try {
      return toResult(await client.query(query))
    } catch (error) {
      throw this.#failure?.error ?? error
    }
  }

  // oxlint-disable-next-line require-yield -- the type is Kysely's; `rows.ts` reads with its own cursor
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('PostgreSQL rows are read with a cursor: see rows.ts.')
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const client = await this.#take()
    this.#isInTransaction = true
    this.#failure = null
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    this.#post(client, { text: `begin${level}${accessMode ? ` ${accessMode}` : ''}`, values: [] })
  }

  async commit(): Promise<void> {
    const client = await this.#take()
    const { command } = await client.query({ text: 'commit', values: [] })
    this.#isInTransaction = false
    if (this.#failure) throw this.#failure.error
    // PostgreSQL responds to a commit with ROLLBACK if an earlier statement failed.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollback(): Promise<void> {
    try {
      await (await this.#take()).query({ text: 'rollback', values: [] })
      this.#isInTransaction = false
      this.#failure = null
    } catch (error) {
      this.#isUnusable = true
      throw error
    }
  }

  async release(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    client?.release(this.#isUnusable)
  }

  #take(): Promise<PostgresClient> {
    return (this.#client ??= this.#pool.connect())
  }

  #post(client: PostgresClient, query: PostgresQuery): void {
    client.query(query).catch((error: unknown) => {
      this.#failure ??= { error }
    })
  }
}

type Lane = { client: Promise<PostgresClient>; waiting: number }

/** The connections that share prepared queries. A lane exists while one of its queries is unanswered. */
class Lanes {
  readonly #pool: PostgresPool
  readonly #lanesMax: number
  #lanes: Lane[] = []

  constructor(pool: PostgresPool, lanesMax: number) {
    this.#pool = pool
    this.#lanesMax = lanesMax
  }

  async run(query: PostgresQuery): Promise<PostgresAnswer> {
    const lane = this.#freest()
    if (!lane) return this.#runAlone(query)
    // The pool counts the query that opened the lane.
    const connecting = lane.waiting++ === 0 ? lane.client : countSharing(lane.client)
    try {
      return await (await connecting).query(query)
    } catch (error) {
      // The other queries on this connection fail too. New queries need another connection.
      if (!(error instanceof DatabaseError)) this.#close(lane)
      throw error
    } finally {
      if (--lane.waiting === 0) {
        this.#close(lane)
        lane.client.then((client) => client.release()).catch(() => undefined)
      }
    }
  }

  async #runAlone(query: PostgresQuery): Promise<PostgresAnswer> {
    const client = await this.#pool.connect()
    try {
      return await client.query(query)
    } finally {
      client.release()
    }
  }

  /** Returns null when every lane is full. */
  #freest(): Lane | null {
    let freest = this.#lanes[0]
    for (const lane of this.#lanes) if (freest && lane.waiting < freest.waiting) freest = lane
    if (freest && freest.waiting < LANE_QUERIES) return freest
    if (freest && this.#lanes.length === this.#lanesMax)
      return freest.waiting < LANE_QUERIES_MAX ? freest : null
    const lane = { client: this.#pool.connect(), waiting: 0 }
    this.#lanes.push(lane)
    return lane
  }

  #close(lane: Lane): void {
    this.#lanes = this.#lanes.filter((other) => other !== lane)
  }
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function toResult<R>({ command, rowCount, rows }: PostgresAnswer): QueryResult<R> {
  if (!CHANGING.has(command)) return { rows: rows as R[] }
  return { numAffectedRows: BigInt(rowCount ?? 0), rows: rows as R[] }
}
