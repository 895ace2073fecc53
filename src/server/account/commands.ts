import { deleteUser } from '../auth/store.ts'
import type { Database } from '../db/schema.ts'
import { deleteUserAttachments } from '../files/store.ts'

/** Deletes an account and all its rows. Returns the blobs that may have become unused. */
export async function runDeleteAccount(db: Database, userId: string): Promise<string[]> {
  const blobs = await deleteUserAttachments(db, userId)
  await deleteUser(db, userId)
  return blobs
}
