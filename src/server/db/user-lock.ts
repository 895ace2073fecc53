import { sql } from 'kysely'

import { dialectOf } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'

/**
 * Serializes one user's changes until the transaction ends. SQLite allows only one writing transaction anyway. On
 * PostgreSQL the lock must be the first statement, so that later statements see what other transactions committed. The
 * lock statement is sent together with the next one, which waits for the lock.
 */
export async function lockUser(db: Database, userId: string): Promise<void> {
  if (dialectOf(db) === 'postgres') await takeLock(db, userId)
}

const takeLock = prepared(
  1,
  (db, userId: string) =>
    db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.as('locked')),
  { isPosted: true },
)
