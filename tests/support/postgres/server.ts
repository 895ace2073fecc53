import { Pool } from 'pg'

/** The PostgreSQL server of a run. */
export type PostgresServer = {
  /** The address of its first database, for a user who can create others. */
  url: string
  /** A database with the newest schema and no connections. Each test gets a copy. */
  template: string
  /** The folder of its binaries, or null when the tests can't start and stop it. */
  binaries: string | null
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided only where the tests run on PostgreSQL. */
    postgres: PostgresServer | undefined
  }
}

/** Returns the address of another database of the server. */
export function databaseUrl({ url }: Pick<PostgresServer, 'url'>, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** This process's connection to each server's first database. The connection closes when the process ends. */
const pools = new Map<string, Pool>()

/** Runs a statement for the server instead of one database, such as `create database`. */
export async function runOnServer({ url }: PostgresServer, statement: string): Promise<void> {
  const pool = pools.get(url) ?? openPool(url)
  pools.set(url, pool)
  await pool.query(statement)
}

function openPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  // The server may stop while this connection is still open.
  pool.on('error', () => undefined)
  return pool
}
