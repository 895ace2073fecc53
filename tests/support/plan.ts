import { type RawBuilder, sql } from 'kysely'

import { dialectOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

/** Returns the lines of a query's plan. */
export async function planOf(db: Database, query: RawBuilder<unknown>): Promise<string> {
  return dialectOf(db) === 'sqlite' ? sqlitePlan(db, query) : postgresPlan(db, query)
}

async function sqlitePlan(db: Database, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db)
  return rows.map((row) => row.detail).join('\n')
}

/** Forbids sequential scans, because PostgreSQL would scan a small test table instead of using an index. */
function postgresPlan(db: Database, query: RawBuilder<unknown>): Promise<string> {
  return db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

/** Returns the name of the index that a plan searches with a condition, or null if it scans the table. */
export function searchedIndex(plan: string): string | null {
  const sqlite = /SEARCH .* USING (?:COVERING )?INDEX (\w+)/.exec(plan)
  if (sqlite) return sqlite[1] ?? null
  if (!plan.includes('Index Cond:')) return null
  return /(?:using|Scan on) (\w+)/.exec(plan)?.[1] ?? null
}
