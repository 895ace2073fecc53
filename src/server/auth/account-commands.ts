import { randomUUID } from 'node:crypto'

import { type Registration, type User, emailKey } from '#domain/account.ts'

import { deleteUserAttachments } from '../attachments/store.ts'
import type { Database } from '../db/schema.ts'
import { deleteUser, insertPassword, insertUser } from './store.ts'

/** A user that is made now, with an id of their own. */
export function newUser({ email, firstName, lastName }: Omit<Registration, 'password'>, now: string): User {
  return {
    id: randomUUID(),
    email,
    firstName,
    lastName,
    profileImageUrl: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** Makes an account with a password. Answers false, and makes none, when the e-mail has one already. */
export async function runMakeAccount(db: Database, user: User, hash: string): Promise<boolean> {
  if (!(await insertUser(db, user, emailKey(user.email)))) return false
  await insertPassword(db, user.id, hash, user.createdAt)
  return true
}

/** Deletes an account with every row that is theirs. Answers the blobs that may have no row any more. */
export async function runDeleteAccount(db: Database, userId: string): Promise<string[]> {
  const blobs = await deleteUserAttachments(db, userId)
  await deleteUser(db, userId)
  return blobs
}
