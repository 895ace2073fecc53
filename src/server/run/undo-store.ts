import { createHash, randomUUID } from 'node:crypto'

import { type Insertable, sql } from 'kysely'

import type { UndoRecord } from '#domain/tasks/undo.ts'

import { prepared, preparedRow } from '../db/prepared.ts'
import type { Database, UndoRow } from '../db/schema.ts'
import type { KeyedCall } from './idempotency/run-once.ts'

/** How many of the latest commands a user can undo. */
export const UNDOS_MAX = 100

/** Returns the undo token of a request. Requests with the same Idempotency-Key get the same token. */
export function undoToken({ call, key = randomUUID() }: Pick<KeyedCall, 'call' | 'key'>): string {
  return createHash('sha256').update(`${call} ${key}`).digest('base64url')
}

/** Stores the data for undoing a command, and deletes the oldest data beyond `UNDOS_MAX`. */
export async function insertUndo(
  db: Database,
  { userId, token, now }: { userId: string; token: string; now: string },
  record: UndoRecord,
): Promise<void> {
  await upsertRow(db, { user_id: userId, token, record: JSON.stringify(record), created_at: now })
  await deleteOldest(db, userId, userId, now)
}

const upsertRow = preparedRow(0, (db, row: Insertable<UndoRow>) =>
  db
    .insertInto('undos')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'token']).doUpdateSet((eb) => ({
        record: eb.ref('excluded.record'),
        created_at: eb.ref('excluded.created_at'),
      })),
    ),
)

const deleteOldest = prepared(3, (db, userId: string, ownerId: string, now: string) =>
  db
    .deleteFrom('undos')
    .where('user_id', '=', userId)
    .where('created_at', '<', (query) =>
      query
        .selectFrom('undos as kept')
        .select('kept.created_at')
        .where('kept.user_id', '=', ownerId)
        // Data that a wrong clock dated in the future must not displace new data.
        .where('kept.created_at', '<=', now)
        .orderBy('kept.created_at', 'desc')
        .offset(sql.lit(UNDOS_MAX - 1))
        .limit(sql.lit(1)),
    ),
)

/** Finds the data for undoing a command that ran after `since`. */
export async function findUndo(
  db: Database,
  userId: string,
  token: string,
  since: string,
): Promise<UndoRecord | null> {
  const row = await db
    .selectFrom('undos')
    .select('record')
    .where('user_id', '=', userId)
    .where('token', '=', token)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row ? (JSON.parse(row.record) as UndoRecord) : null
}

/** Deletes the data for undoing a command. Returns false if another request has already used it. */
export async function deleteUndo(db: Database, userId: string, token: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('undos')
    .where('user_id', '=', userId)
    .where('token', '=', token)
    .returning('token')
    .execute()
  return deleted.length > 0
}

/** Deletes every user's undo data that was stored at or before an instant. */
export async function deleteExpiredUndos(db: Database, until: string): Promise<void> {
  await db.deleteFrom('undos').where('created_at', '<=', until).execute()
}
