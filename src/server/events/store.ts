import { type Insertable, type Selectable, sql } from 'kysely'

import type { Change } from '#domain/change.ts'

import { dialectOf, noticeOfChange } from '../db/dialect.ts'
import { prepared, preparedRow } from '../db/prepared.ts'
import type { ChangeRow, Database } from '../db/schema.ts'

/** A change and its number, by which the user's changes are counted. */
export type NumberedChange = Change & { number: number }

/** Who has missed more of them reads everything anew: that is quicker. The one before them is kept to know them by. */
export const CHANGES_KEPT = 1000

/** Old ones are forgotten with every so many new ones. */
const FORGOTTEN_AT_ONCE = 100

/** In the place of a kind: whatever was read before may be stale. */
const SNAPSHOT = 'snapshot'

/**
 * Notes changes in the transaction that makes them, and tells the other servers once it is committed. The stores of
 * what changes call it, so that no change can be forgotten.
 */
export async function recordChanges(db: Database, userId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.length > CHANGES_KEPT ? [SNAPSHOT_ROW] : changes.map(changeToRow)
  const [only] = rows
  const numbers = only && rows.length === 1 ? insertNext(db, only, userId) : insertAll(db, userId, rows)
  const last = Number((await numbers).at(-1)?.number)
  await forgetOldChanges(db, userId, last - rows.length, last)
}

/** One row and its number in one statement: so is most of what is changed. */
const insertNext = preparedRow(1, (db, row: NewRow, userId: string) =>
  db
    .insertInto('changes')
    .values({ ...row, user_id: userId, number: sql`(${lastNumber(db, userId)}) + 1` })
    .returning(['number', ...noticeOfChange(dialectOf(db))]),
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

/** The number of the user's last change; 0 before the first. */
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
 * The changes after a number, in order; null when they are no longer known, or when there never was a change of that
 * number, as in a database that was restored from before it.
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
 * Has everybody's browsers read everything anew, in a database that was filled from a backup: they may know changes that
 * it never had.
 * @param number one that no change had before, such as the present in milliseconds
 */
export async function beginChangesAnew(db: Database, number: number): Promise<void> {
  const users = await db.selectFrom('users').select('id').execute()
  for (let i = 0; i < users.length; i += ROWS_AT_ONCE) {
    const some = users.slice(i, i + ROWS_AT_ONCE)
    const rows = some.map(({ id }) => ({ ...SNAPSHOT_ROW, user_id: id, number }))
    await db.insertInto('changes').values(rows).execute()
  }
}

/** Those of the sessions that have ended, of whomever. The server asks for those of its open streams. */
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
    id: kind === 'category' ? entity : Number(entity),
    ...(version !== null && { version }),
    ...(Boolean(deleted) && { deleted: true as const }),
  }
}
