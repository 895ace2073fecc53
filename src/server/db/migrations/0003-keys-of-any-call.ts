import { type Kysely, sql } from 'kysely'

/** Extends idempotency keys to every route: the method and path, such as `POST /api/tasks`, become a prefix of the key. */
export async function keysOfAnyCall(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').dropColumn('task_id').execute()
  await sql`update idempotency_keys set key = 'POST /api/tasks ' || key`.execute(db)
}
