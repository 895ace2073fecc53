import type { User } from '#domain/account/account.ts'

import type { Database } from '../db/schema.ts'
import { USER_COLUMNS, rowToUser } from './store.ts'

/** A permanent identity: the two claims that OpenID Connect Core 1.0, section 5.7, says to rely on. */
export type Identity = { issuer: string; subject: string }

export async function findUserOf(db: Database, { issuer, subject }: Identity): Promise<User | null> {
  const row = await db
    .selectFrom('oidc_identities')
    .innerJoin('users', 'users.id', 'oidc_identities.user_id')
    .select(USER_COLUMNS)
    .where('oidc_identities.issuer', '=', issuer)
    .where('oidc_identities.subject', '=', subject)
    .executeTakeFirst()
  return row ? rowToUser(row) : null
}

export async function insertIdentity(
  db: Database,
  userId: string,
  { issuer, subject }: Identity,
  now: string,
): Promise<void> {
  await db
    .insertInto('oidc_identities')
    .values({ issuer, subject, user_id: userId, created_at: now })
    .execute()
}

export async function hasIdentity(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteIdentities(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('oidc_identities').where('user_id', '=', userId).execute()
}

export async function hasPasswords(db: Database): Promise<boolean> {
  return (await db.selectFrom('passwords').select('user_id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Records a completed flow and deletes expired records. Returns false if the flow was already completed.
 * @param flow the flow's state and expiry
 */
export async function finishFlow(
  db: Database,
  flow: { state: string; expire: string },
  now: string,
): Promise<boolean> {
  await db.deleteFrom('oidc_finished_flows').where('expire', '<=', now).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oidc_finished_flows')
    .values({ state: flow.state, expire: flow.expire })
    .onConflict((conflict) => conflict.column('state').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
