import { sql } from 'kysely'
import { DatabaseError } from 'pg'

import { textQuotaFull } from './text-quota.ts'

import { dialectOf } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'

/** The bytes of text that a transaction has added so far, minus those it removed. */
const tallies = new WeakMap<Database, number>()

/** The maximum bytes of one user's text, for each database with such a limit. */
const limits = new WeakMap<Database, number>()

export function limitTexts(db: Database, bytesMax: number): void {
  limits.set(db, bytesMax)
}

/**
 * Records that a transaction adds or removes text of its user. Every store that writes user text calls this function, and
 * `inTransaction` adds up the total.
 * @param bytes negative for removed text
 */
export function countTexts(db: Database, bytes: number): void {
  if (!db.isTransaction) throw new Error('Text can only be changed in a transaction.')
  tallies.set(db, (tallies.get(db) ?? 0) + bytes)
}

/** Counts the UTF-8 bytes of a row's text columns, as `textBytes` does in SQL. */
export function rowTextBytes<C extends string>(
  row: Readonly<Partial<Record<C, unknown>>>,
  columns: readonly C[],
): number {
  let bytes = 0
  for (const column of columns) {
    const text = row[column]
    if (typeof text === 'string') bytes += Buffer.byteLength(text)
  }
  return bytes
}

/**
 * Adds a transaction's total to its user's count. Text can always be removed or shortened, even above the limit.
 * @param root the database on which the transaction began
 * @throws TenfoldError `text_quota` when the transaction adds text and the user is above the limit
 */
export async function settleTexts(root: Database, db: Database, userId: string): Promise<void> {
  const added = tallies.get(db) ?? 0
  if (added === 0) return
  const bytesMax = limits.get(root) ?? Infinity
  if (dialectOf(db) === 'postgres') {
    const max = added > 0 && bytesMax < Infinity ? bytesMax : Number.MAX_SAFE_INTEGER
    return void (await postTextBytes(db, added, max, userId))
  }
  const [user] = await addTextBytes(db, added, userId)
  if (added > 0 && Number(user?.text_bytes) > bytesMax) throw textQuotaFull(bytesMax)
}

/** Converts a transaction's error to `text_quota` if PostgreSQL rejected the count from `settleTexts`. */
export function toQuotaError(root: Database, error: unknown): unknown {
  const isFull = error instanceof DatabaseError && error.message.includes(`"${TOO_MANY}"`)
  return isFull ? textQuotaFull(limits.get(root) ?? Infinity) : error
}

/** This text isn't a number, so the conversion fails and PostgreSQL quotes it in the message. */
const TOO_MANY = 'text_quota'

/**
 * Fails above the limit, so that the check needs no extra round trip. A violated constraint would write the user's
 * row to the database's log.
 */
const postTextBytes = prepared(3, (db, bytes: number, bytesMax: number, userId: string) =>
  db
    .updateTable('users')
    .set({
      // `nullif` depends on the row, so that PostgreSQL doesn't convert the text when it plans the statement.
      text_bytes: sql<number>`case when text_bytes + ${bytes}::bigint <= ${bytesMax}::bigint then text_bytes + ${bytes}::bigint
        else concat(${sql.lit(TOO_MANY)}, nullif(text_bytes, text_bytes))::bigint end`,
    })
    .where('id', '=', userId),
)

const addTextBytes = prepared(2, (db, bytes: number, userId: string) =>
  db
    .updateTable('users')
    .set((eb) => ({ text_bytes: eb('text_bytes', '+', bytes) }))
    .where('id', '=', userId)
    .returning('text_bytes'),
)
