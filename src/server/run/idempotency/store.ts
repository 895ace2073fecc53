import type { Insertable } from 'kysely'

import { prepared, preparedRow } from '../../db/prepared.ts'
import type { Database, IdempotencyKeyRow } from '../../db/schema.ts'

/** A request that must run only once: its user, path and key. */
export type KeyedRequest = { userId: string; key: string }

/** The ids or names that a request created or changed, and the resulting version, or null. */
export type Outcome = { entity: readonly (number | string)[]; version: number | null }

/** Returns the stored result of a request made after `since`, or null. */
export async function findKey(
  db: Database,
  { userId, key }: KeyedRequest,
  since: string,
): Promise<{ fingerprint: string | null; outcome: Outcome } | null> {
  const [row] = await keyRows(db, userId, key, since)
  if (!row) return null
  const { fingerprint, entity, version } = row
  return { fingerprint, outcome: { entity: JSON.parse(entity) as Outcome['entity'], version } }
}

const keyRows = prepared(3, (db, userId: string, key: string, since: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'entity', 'version'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_at', '>', since),
)

/** Stores the result of a request. Replaces an expired result with the same key. */
export async function insertKey(
  db: Database,
  { userId, key }: KeyedRequest,
  fingerprint: string,
  { entity, version }: Outcome,
  now: string,
): Promise<void> {
  await upsertRow(db, {
    user_id: userId,
    key,
    fingerprint,
    entity: JSON.stringify(entity),
    version,
    created_at: now,
  })
}

const upsertRow = preparedRow(0, (db, row: Insertable<IdempotencyKeyRow>) =>
  db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet((eb) => ({
        fingerprint: eb.ref('excluded.fingerprint'),
        entity: eb.ref('excluded.entity'),
        version: eb.ref('excluded.version'),
        created_at: eb.ref('excluded.created_at'),
      })),
    ),
)

/**
 * Deletes about `limit` of all users' oldest keys, created no later than `until`. Returns whether more may remain. Several servers can
 * run this concurrently.
 */
export async function deleteExpiredKeys(db: Database, until: string, limit: number): Promise<boolean> {
  const last = await db
    .selectFrom('idempotency_keys')
    .select('created_at')
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', last?.created_at ?? until)
    .execute()
  return last !== undefined
}
