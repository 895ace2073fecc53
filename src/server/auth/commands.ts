import { randomUUID } from 'node:crypto'

import { type Registration, type User, emailKey } from '#domain/account/account.ts'

import type { Database } from '../db/schema.ts'
import { insertPassword, insertUser } from './store.ts'

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

/** Creates an account with a password. Returns false if the email already has an account. */
export async function runMakeAccount(db: Database, user: User, hash: string): Promise<boolean> {
  if (!(await insertUser(db, user, emailKey(user.email)))) return false
  await insertPassword(db, user.id, hash, user.createdAt)
  return true
}
