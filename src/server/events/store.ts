import { type Insertable, type Selectable, sql } from 'kysely'

import type { Change } from '#domain/tasks/change.ts'

import { dialectOf, noticeOfChange } from '../db/dialect.ts'
import { prepared, preparedRow, raw } from '../db/prepared.ts'
import type { ChangeRow, Database } from '../db/schema.ts'

/** A change with its number. Changes are numbered per user. */
export type NumberedChange = Change & { number: number }

/**
 * The number of changes kept per user. A client that missed more refetches everything, which is faster. One older
 * change is also kept, so that a client that missed exactly this many still finds the last change it received.
 */
export const CHANGES_KEPT = 1000

/** Old changes are deleted after every 100 new changes. */
const FORGOTTEN_AT_ONCE = 100

/** The kind of a row that marks all earlier reads as possibly stale. */
const SNAPSHOT = 'snapshot'

/**
 * Writes changes to the log in the transaction that makes them, and notifies the other servers after the commit. Only
 * the executor calls this: stores call `noteChanges`.
 */
export async function recordChanges(db: Database, userId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.length > CHANGES_KEPT ? [SNAPSHOT_ROW] : changes.map(changeToRow)
  const [only] = rows
  if (only && rows.length === 1 && dialectOf(db) === 'postgres') {
    await postNext(db, only, userId)
    await postForgetting(db, userId, userId)
    return
  }
  const numbers = only && rows.length === 1 ? insertNext(db, only, userId) : insertAll(db, userId, rows)
  const last = Number((await numbers).at(-1)?.number)
  await forgetOldChanges(db, userId, last - rows.length, last)
}

/** Inserts a single change, the most common case, and computes its number in the same statement. */
const insertNext = preparedRow(1, nextRow)

const postNext = preparedRow(1, nextRow, { isPosted: true })

function nextRow(db: Database, row: NewRow, userId: string) {
  return db
    .insertInto('changes')
    .values({ ...row, user_id: userId, number: sql`(${lastNumber(db, userId)}) + 1` })
    .returning(['number', ...noticeOfChange(dialectOf(db))])
}

/** Deletes old changes after every 100 new changes, without a round trip to learn the number. */
const postForgetting = prepared(
  2,
  (db, userId: string, ownerId: string) =>
    raw(
      db,
      sql`delete from changes using (select max(number) as last from changes where user_id = ${userId}) as newest
        where user_id = ${ownerId} and number < last - ${sql.lit(CHANGES_KEPT)} and last % ${sql.lit(FORGOTTEN_AT_ONCE)} = 0`,
    ),
  { isPosted: true },
)

async function insertAll(db: Database, userId: string, rows: readonly NewRow[]) {
  const last = await lastChange(db, userId)
  const numbered = rows.map((row, index) => ({ ...row, user_id: userId, number: last + 1 + index }))
  return db
    .insertInto('changes')
    .values(numbered)
    .returning(['number', ...noticeOfChange(dialectOf(db))])
    .execute()
}

/** Returns the number of the user's last change, or 0 before the first. */
export async function lastChange(db: Database, userId: string): Promise<number> {
  const [row] = await lastNumbers(db, userId)
  return Number(row?.last)
}

const lastNumbers = prepared(1, lastNumber)

function lastNumber(db: Database, userId: string) {
  return db
    .selectFrom('changes')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .where('user_id', '=', userId)
}

/**
 * Returns the changes after a number, in order. Returns null when the log no longer has them all or the number never
 * existed, as after restoring an older database.
 */
export async function listChanges(
  db: Database,
  userId: string,
  since: number,
): Promise<NumberedChange[] | null> {
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('number', '>=', since)
    .orderBy('number')
    .execute()
  const isKnown = since === 0 ? Number(rows[0]?.number ?? 1) === 1 : Number(rows[0]?.number) === since
  const missed = since === 0 ? rows : rows.slice(1)
  if (!isKnown || missed.some((row) => row.kind === SNAPSHOT)) return null
  return missed.map(rowToChange)
}

/**
 * Makes all browsers refetch everything after a database was filled from a backup, because they may have seen changes
 * that the backup lacks.
 * @param number higher than any change so far, such as the current time in milliseconds
 */
export async function restartChangeLog(db: Database, number: number): Promise<void> {
  const users = await db.selectFrom('users').select('id').execute()
  for (let i = 0; i < users.length; i += ROWS_AT_ONCE) {
    const some = users.slice(i, i + ROWS_AT_ONCE)
    const rows = some.map(({ id }) => ({ ...SNAPSHOT_ROW, user_id: id, number }))
    await db.insertInto('changes').values(rows).execute()
  }
}

/**
 * Returns the sessions in this list that have ended, whichever users they belong to. The server calls this with the
 * sessions of its open streams.
 */
export async function listEndedSessions(
  db: Database,
  sids: readonly string[],
  now: string,
): Promise<Set<string>> {
  const ended = new Set(sids)
  for (let i = 0; i < sids.length; i += ROWS_AT_ONCE) {
    const some = sids.slice(i, i + ROWS_AT_ONCE)
    const rows = await db
      .selectFrom('sessions')
      .select('sid')
      .where('sid', 'in', some)
      .where('expire', '>', now)
      .execute()
    for (const { sid } of rows) ended.delete(sid)
  }
  return ended
}

/** A statement has a limited number of parameters. */
const ROWS_AT_ONCE = 500

async function forgetOldChanges(db: Database, userId: string, before: number, last: number): Promise<void> {
  if (Math.floor(before / FORGOTTEN_AT_ONCE) === Math.floor(last / FORGOTTEN_AT_ONCE)) return
  await db
    .deleteFrom('changes')
    .where('user_id', '=', userId)
    .where('number', '<', last - CHANGES_KEPT)
    .execute()
}

type NewRow = Omit<Insertable<ChangeRow>, 'user_id' | 'number'>

const SNAPSHOT_ROW: NewRow = { kind: SNAPSHOT, entity: '', version: null, deleted: false }

function changeToRow({ kind, id, version, deleted }: Change): NewRow {
  return { kind, entity: String(id), version: version ?? null, deleted: deleted ?? false }
}

function rowToChange({ number, kind, entity, version, deleted }: Selectable<ChangeRow>): NumberedChange {
  return {
    number: Number(number),
    kind: kind as Change['kind'],
    id: kind === 'task' || kind === 'template' ? Number(entity) : entity,
    ...(version !== null && { version }),
    ...(Boolean(deleted) && { deleted: true as const }),
  }
}
