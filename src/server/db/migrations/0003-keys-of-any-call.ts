import { type Kysely, sql } from 'kysely'

/** An Idempotency-Key is no longer for tasks alone: it belongs to the call it was sent to, which stands before it. */
export async function keysOfAnyCall(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').dropColumn('task_id').execute()
  await sql`update idempotency_keys set key = 'POST /api/tasks ' || key`.execute(db)
}
