import type { Database } from '../db/schema.ts'

/** When the last failures under a key were, since an instant: the latest first, at most so many. */
export async function listFailures(
  db: Database,
  key: string,
  { since, limit }: { since: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('failed_checks')
    .select('failed_at')
    .where('key', '=', key)
    .where('failed_at', '>', since)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.failed_at)
}

export async function insertFailure(db: Database, key: string, now: string): Promise<void> {
  await db.insertInto('failed_checks').values({ key, failed_at: now }).execute()
}

/** Forgets the failures under a key, because somebody knew the secret after all. */
export async function deleteFailures(db: Database, key: string): Promise<void> {
  await db.deleteFrom('failed_checks').where('key', '=', key).execute()
}

/** Removes what no longer counts. */
export async function deleteOldFailures(db: Database, until: string): Promise<void> {
  await db.deleteFrom('failed_checks').where('failed_at', '<=', until).execute()
}
