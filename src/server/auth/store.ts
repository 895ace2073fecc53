import type { User } from '#domain/account.ts'

import { prepared } from '../db/prepared.ts'
import type { Database, SessionRow } from '../db/schema.ts'

/** Who signs in: the user, and what their password must match; null when they have none. */
export type Account = { user: User; hash: string | null }

/** What the specification calls `sess`, kept as JSON. Times are ISO 8601 UTC. */
export type SessionDetails = { createdAt: string; lastUsedAt: string; userAgent: string | null }

/** Makes a user. Answers false, and makes none, when the e-mail has an account already. */
export async function insertUser(db: Database, user: User, emailKey: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: emailKey,
      first_name: user.firstName,
      last_name: user.lastName,
      profile_image_url: user.profileImageUrl,
      created_at: user.createdAt,
      updated_at: user.updatedAt,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether anybody has an account here. */
export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function insertPassword(db: Database, userId: string, hash: string, now: string): Promise<void> {
  await db.insertInto('passwords').values({ user_id: userId, hash, updated_at: now }).execute()
}

export async function findAccount(db: Database, emailKey: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(USER_COLUMNS)
    .select('passwords.hash')
    .where('users.email_key', '=', emailKey)
    .executeTakeFirst()
  return row ? { user: rowToUser(row), hash: row.hash } : null
}

export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const row = await db.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst()
  return row?.hash ?? null
}

/**
 * Puts a hash in the place of the one that was read earlier, which may be the same. Answers false, and changes nothing,
 * when the password was changed meanwhile.
 */
export async function replacePasswordHash(
  db: Database,
  userId: string,
  { from, to, now }: { from: string; to: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passwords')
    .set({ hash: to, ...(to !== from && { updated_at: now }) })
    .where('user_id', '=', userId)
    .where('hash', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The session and its user; null when there is none or it has expired. */
export async function findSession(
  db: Database,
  sid: string,
  now: string,
): Promise<{ user: User; details: SessionDetails } | null> {
  const [row] = await sessionRows(db, sid, now)
  return row ? { user: rowToUser(row), details: JSON.parse(row.sess) as SessionDetails } : null
}

export async function insertSession(
  db: Database,
  userId: string,
  { sid, details, expire }: { sid: string; details: SessionDetails; expire: string },
): Promise<void> {
  const row: SessionRow = { sid, user_id: userId, sess: JSON.stringify(details), expire }
  await db.insertInto('sessions').values(row).execute()
}

export async function updateSession(
  db: Database,
  userId: string,
  { sid, details, expire }: { sid: string; details: SessionDetails; expire: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ sess: JSON.stringify(details), expire })
    .where('user_id', '=', userId)
    .where('sid', '=', sid)
    .execute()
}

export async function deleteSession(db: Database, userId: string, sid: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('sid', '=', sid).execute()
}

/** Ends every session of the user but one. */
export async function deleteOtherSessions(db: Database, userId: string, sid: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('sid', '!=', sid).execute()
}

/** Ends every session of the user. */
export async function deleteSessions(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** The sessions of a user that have not expired. */
export async function listSessions(
  db: Database,
  userId: string,
  now: string,
): Promise<{ sid: string; details: SessionDetails }[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['sid', 'sess'])
    .where('user_id', '=', userId)
    .where('expire', '>', now)
    .execute()
  return rows.map(({ sid, sess }) => ({ sid, details: JSON.parse(sess) as SessionDetails }))
}

/** Deletes a user and, by the database, every row that is theirs. */
export async function deleteUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

export async function deleteExpiredSessions(db: Database, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expire', '<=', now).execute()
}

export const USER_COLUMNS = [
  'users.id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.profile_image_url',
  'users.created_at',
  'users.updated_at',
] as const

const sessionRows = prepared(2, (db, sid: string, now: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(USER_COLUMNS)
    .select('sessions.sess')
    .where('sessions.sid', '=', sid)
    .where('sessions.expire', '>', now),
)

/** A user as it is answered, from the columns above. */
export function rowToUser(row: {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  profile_image_url: string | null
  created_at: string
  updated_at: string
}): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
