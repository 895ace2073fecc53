import { type Kysely, sql } from 'kysely'

/** Extends idempotency keys to every call: the call, such as `POST /api/tasks`, becomes a prefix of the key. */
export async function keysOfAnyCall(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').dropColumn('task_id').execute()
  await sql`update idempotency_keys set key = 'POST /api/tasks ' || key`.execute(db)
}
