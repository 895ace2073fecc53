import type { Database } from '../db/schema.ts'

/** The window in which failures count, as ISO 8601 UTC times: after `since`, up to and including `until`. */
export type Window = { since: string; until: string }

/** Returns the times of up to `limit` failures in the window, newest first. */
export async function listFailures(
  db: Database,
  key: string,
  { since, until, limit }: Window & { limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('failed_checks')
    .select('failed_at')
    .where('key', '=', key)
    .where('failed_at', '>', since)
    .where('failed_at', '<=', until)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.failed_at)
}

export async function insertFailure(db: Database, key: string, now: string): Promise<void> {
  await db.insertInto('failed_checks').values({ key, failed_at: now }).execute()
}

export async function deleteFailures(db: Database, key: string): Promise<void> {
  await db.deleteFrom('failed_checks').where('key', '=', key).execute()
}

/** Deletes failures outside the window: old failures, and failures that a wrong clock dated in the future. */
export async function deleteFailuresOutside(db: Database, { since, until }: Window): Promise<void> {
  await db
    .deleteFrom('failed_checks')
    .where((eb) => eb.or([eb('failed_at', '<=', since), eb('failed_at', '>', until)]))
    .execute()
}
