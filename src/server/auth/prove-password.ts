import { TenfoldError } from '#domain/error.ts'

import type { Database } from '../db/schema.ts'
import { verifyPassword } from './password.ts'
import { findPasswordHash } from './store.ts'

/**
 * Has somebody who is signed in prove that the account is theirs.
 * @throws TenfoldError `wrong_password`, also when the account has none
 */
export async function provePassword(db: Database, userId: string, password: string): Promise<void> {
  const hash = await findPasswordHash(db, userId)
  if (await verifyPassword(password, hash)) return
  const message = 'This is not your password.'
  throw new TenfoldError('wrong_password', message, { issues: [{ path: 'password', message }] })
}
