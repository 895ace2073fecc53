import type { Selectable } from 'kysely'

import { type User, emailKey } from '#domain/account/account.ts'
import { DEFAULT_SETTINGS } from '#domain/account/commands.ts'
import type { FirstStep } from '#domain/account/first-steps.ts'
import type { Away, Settings } from '#domain/account/settings.ts'
import { foldCase } from '#domain/text.ts'

import { prepared } from '../db/prepared.ts'
import type { Database, SessionRow, SettingsRow, UserRow } from '../db/schema.ts'

/** A user and their password hash, or null without a password. */
export type Account = { user: User; hash: string | null }

/** The content of the `sess` column in the specification, stored as JSON. Times are ISO 8601 UTC. */
export type SessionDetails = { createdAt: string; lastUsedAt: string; userAgent: string | null }

/** Inserts a user. Returns false if the email already has an account. */
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

export async function hasUser(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function insertPassword(db: Database, userId: string, hash: string, now: string): Promise<void> {
  await db.insertInto('passwords').values({ user_id: userId, hash, updated_at: now }).execute()
}

/** Finds an account by email. If two accounts use two forms of one domain, each is found by its own form. */
export async function findAccount(db: Database, email: string): Promise<Account | null> {
  const keys = new Set([email.trim().normalize('NFC').toLowerCase(), foldCase(email), emailKey(email)])
  for (const key of keys) {
    const account = await findByKey(db, key)
    if (account) return account
  }
  return null
}

async function findByKey(db: Database, key: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(USER_COLUMNS)
    .select('passwords.hash')
    .where('users.email_key', '=', key)
    .executeTakeFirst()
  return row ? { user: rowToUser(row), hash: row.hash } : null
}

export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const row = await db.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst()
  return row?.hash ?? null
}

/** Replaces a hash that was read earlier, possibly with the same hash. Returns false if the password has changed. */
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

/** An unexpired session and its user. */
export type FoundSession = {
  sid: string
  user: User
  details: SessionDetails
  settings: Settings
}

/** Returns the first unexpired session among the given sids, or null. */
export async function findSession(
  db: Database,
  sids: readonly string[],
  now: string,
): Promise<FoundSession | null> {
  const [only, ...others] = sids
  if (only === undefined) return null
  const rows = others.length === 0 ? await sessionRows(db, only, now) : await listSessionRows(db, sids, now)
  const row = sids.map((sid) => rows.find((row) => row.sid === sid)).find((row) => row !== undefined)
  if (!row) return null
  return {
    sid: row.sid,
    user: rowToUser(row),
    details: JSON.parse(row.sess) as SessionDetails,
    settings: rowToSettings(row),
  }
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

export async function deleteOtherSessions(db: Database, userId: string, sid: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('sid', '!=', sid).execute()
}

export async function deleteSessions(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Returns the unexpired sessions of a user. */
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

/**
 * Returns when a user last used an unexpired session. If there is none, because the user signed out or all have expired,
 * returns the time of the last change to a task, or null without tasks.
 */
export async function findLastUse(db: Database, userId: string, now: string): Promise<string | null> {
  const uses = (await listSessions(db, userId, now)).map(({ details }) => details.lastUsedAt)
  const last = uses.toSorted().at(-1)
  if (last !== undefined) return last
  const { changed } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.max('updated_at').as('changed'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return changed
}

/** Writes a user's absence and keeps the other settings. */
export async function saveAway(db: Database, userId: string, away: Away): Promise<void> {
  const row = { away: JSON.stringify(away) }
  await db
    .insertInto('settings')
    .values({ user_id: userId, hides_banner: false, hides_steps: false, ...NO_LISTS, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

const NO_LISTS = {
  done_steps: '[]',
  sample_tasks: '[]',
  dismissed_slack: '[]',
  put_off_plans: '[]',
  moved_up_seen: '[]',
}

/** Deletes a user. The database deletes all dependent rows, except stream users of servers that stopped without removing them. */
export async function deleteUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('stream_users').where('user_id', '=', userId).execute()
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

export const SETTINGS_COLUMNS = [
  'settings.hides_banner',
  'settings.hides_steps',
  'settings.done_steps',
  'settings.sample_tasks',
  'settings.weekday_hours',
  'settings.day_starts_at',
  'settings.dismissed_slack',
  'settings.put_off_plans',
  'settings.moved_up_seen',
  'settings.away_panel_at',
  'settings.away',
] as const

/** Prepared because almost every request has exactly one cookie. */
const sessionRows = prepared(2, (db, sid: string, now: string) =>
  selectSessions(db, now).where('sessions.sid', '=', sid),
)

function listSessionRows(db: Database, sids: readonly string[], now: string) {
  return selectSessions(db, now).where('sessions.sid', 'in', sids).execute()
}

function selectSessions(db: Database, now: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('settings', 'settings.user_id', 'users.id')
    .select(USER_COLUMNS)
    .select(SETTINGS_COLUMNS)
    .select(['sessions.sid', 'sessions.sess'])
    .where('sessions.expire', '>', now)
}

type SettingsColumns = Omit<Selectable<SettingsRow>, 'user_id'>

/** Maps `SETTINGS_COLUMNS` to settings. Returns the defaults for a user without a row. */
export function rowToSettings(
  row: { [C in keyof SettingsColumns]: SettingsColumns[C] | null } | undefined,
): Settings {
  if (!row || row.hides_banner === null) return DEFAULT_SETTINGS
  return {
    hidesBanner: Boolean(row.hides_banner),
    hidesSteps: Boolean(row.hides_steps),
    doneSteps: JSON.parse(row.done_steps ?? '[]') as FirstStep[],
    sampleTasks: JSON.parse(row.sample_tasks ?? '[]') as number[],
    hoursPerWeekday: row.weekday_hours
      ? (JSON.parse(row.weekday_hours) as number[])
      : DEFAULT_SETTINGS.hoursPerWeekday,
    dayStartsAt: row.day_starts_at ?? DEFAULT_SETTINGS.dayStartsAt,
    dismissedSlack: JSON.parse(row.dismissed_slack ?? '[]') as Settings['dismissedSlack'],
    putOffPlans: JSON.parse(row.put_off_plans ?? '[]') as Settings['putOffPlans'],
    movedUpSeen: JSON.parse(row.moved_up_seen ?? '[]') as Settings['movedUpSeen'],
    awayPanelAt: row.away_panel_at,
    away: row.away ? (JSON.parse(row.away) as Settings['away']) : null,
  }
}

export function rowToUser(row: Omit<UserRow, 'email_key' | 'text_bytes'>): User {
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
