import { AsyncLocalStorage } from 'node:async_hooks'

import { Histogram } from 'prom-client'

/** The number of commands that one SQLite commit makes durable. */
export const groupCommitSize = new Histogram({
  name: 'tenfold_group_commit_commands',
  help: 'Commands per commit.',
  buckets: [1, 2, 4, 8, 16, 32, 64, 128],
  registers: [],
})

/** A slow statement. `statement` is SQL with placeholders instead of values. */
export type SlowStatement = { request: string | undefined; ms: number; statement: string }

const requests = new AsyncLocalStorage<string>()
const watches = new Set<{ fromMs: number; report: (slow: SlowStatement) => void }>()

/** Runs a function whose statements are reported with the id of a request. */
export function withRequestId<T>(id: string, run: () => T): T {
  return requests.run(id, run)
}

/**
 * Reports every statement of this process that takes at least `fromMs` milliseconds. The time includes waiting for a
 * lock inside the database, but not waiting for a connection.
 * @returns a function that stops the reports
 */
export function watchStatements(fromMs: number, report: (slow: SlowStatement) => void): () => void {
  const watch = { fromMs, report }
  watches.add(watch)
  return () => watches.delete(watch)
}

/** Reports a statement that has just ended, if it was slow. Every driver calls this after each statement. */
export function noteStatement(statement: string, startedMs: number): void {
  const ms = performance.now() - startedMs
  for (const { fromMs, report } of watches)
    if (ms >= fromMs) report({ request: requests.getStore(), ms: Math.round(ms), statement })
}

/** The connections of this process to PostgreSQL. */
export type PoolUse = { total: number; idle: number; waiting: number }

type CountedPool = { totalCount: number; idleCount: number; waitingCount: number }

const pools = new Set<CountedPool>()

/** Counts the connections of a pool. Returns a function that stops counting. */
export function countPool(pool: CountedPool): () => void {
  pools.add(pool)
  return () => pools.delete(pool)
}

let sharing = 0

/** Counts a query as waiting while another query opens the connection that both will share. */
export async function countSharing<T>(connecting: Promise<T>): Promise<T> {
  sharing++
  try {
    return await connecting
  } finally {
    sharing--
  }
}

/** Returns how many connections the counted pools have, and how many queries wait for one. */
export function poolUse(): PoolUse {
  const use = { total: 0, idle: 0, waiting: sharing }
  for (const pool of pools) {
    use.total += pool.totalCount
    use.idle += pool.idleCount
    use.waiting += pool.waitingCount
  }
  return use
}
