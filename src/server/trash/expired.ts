import { expiryOfDeleted } from '#domain/tasks/deleted-task.ts'

import type { Database } from '../db/schema.ts'
import type { Log } from '../files/unused.ts'
import { forgetExpired } from '../tasks/deleted/trash.ts'

/** Deletes expired items in the trash of every user. Returns the blobs that may now be unused. */
export async function forgetExpiredTrash(db: Database, now: string, log: Log): Promise<string[]> {
  const until = expiryOfDeleted(now)
  await db.deleteFrom('deleted_templates').where('deleted_at', '<=', until).execute()
  await db.deleteFrom('deleted_categories').where('deleted_at', '<=', until).execute()
  return forgetExpired(db, now, log)
}
