import { Pool } from 'pg'

/** The PostgreSQL server of a run. */
export type PostgresServer = {
  /** The address of its first database, by a user who may make others. */
  url: string
  /** A database with the newest schema, which nobody is connected to: each test has a copy. */
  template: string
  /** The folder of its binaries; null when it is not ours to start and stop. */
  binaries: string | null
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Only where the tests run on PostgreSQL. */
    postgres: PostgresServer | undefined
  }
}

/** The address of another database of the server. */
export function databaseUrl({ url }: Pick<PostgresServer, 'url'>, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** One connection of this process to the server's first database, closed by itself when the process ends. */
const pools = new Map<string, Pool>()

/** Runs a statement that is about the server and not about one database, such as `create database`. */
export async function runOnServer({ url }: PostgresServer, statement: string): Promise<void> {
  const pool = pools.get(url) ?? openPool(url)
  pools.set(url, pool)
  await pool.query(statement)
}

function openPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  // The server is stopped while this is still open.
  pool.on('error', () => undefined)
  return pool
}
