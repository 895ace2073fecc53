import { sql } from 'kysely'

import { dialectOf } from './dialect.ts'
import type { Database } from './schema.ts'

/**
 * Checks the database for damage to pages and indexes, and for dangling references. Returns the findings in the
 * database's own words. PostgreSQL enforces references and offers no such check without superuser rights.
 */
export async function findDamage(db: Database): Promise<string[]> {
  if (dialectOf(db) === 'postgres') return []
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check(10)`.execute(db)
  const references = await sql<{ table: string; parent: string; rows: number }>`
    select "table", parent, count(*) as rows from pragma_foreign_key_check group by 1, 2`.execute(db)
  return [
    ...pages.rows.map((row) => row.integrity_check).filter((fault) => fault !== 'ok'),
    ...references.rows.map(
      ({ table, parent, rows }) => `${rows} rows of ${table} refer to missing rows of ${parent}`,
    ),
  ]
}
