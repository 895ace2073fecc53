import { createHash } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { dialectOf } from './dialect.ts'
import type { Database } from './schema.ts'
import type { Table } from './tables.ts'

/** A row as every database can hold it: times are ISO 8601 UTC texts, true and false are 1 and 0. Columns by name. */
export type PortableRow = Record<string, string | number | null>

/** Rows of whatever table. */
type AnyTables = Record<string, Record<string, unknown>>

const ROWS_AT_ONCE = 200

/** The rows of a table one after the other, in no order. To be called in a transaction, which can do nothing else meanwhile. */
export async function* readRows(db: Database, table: Table): AsyncGenerator<PortableRow> {
  const rows = dialectOf(db) === 'sqlite' ? streamSqlite(db, table) : streamPostgres(db, table)
  for await (const row of rows) {
    yield Object.fromEntries(table.columns.map((column) => [column, toPortable(row[column])]))
  }
}

/**
 * Adds rows to a table.
 * @throws what the database says when they do not fit
 */
export async function insertRows(
  db: Database,
  table: Table,
  rows: AsyncIterable<PortableRow>,
): Promise<void> {
  let batch: Record<string, unknown>[] = []
  const insert = async () => {
    if (batch.length > 0) await anyTables(db).insertInto(table.name).values(batch).execute()
    batch = []
  }
  for await (const row of rows) {
    batch.push(fromPortable(row, table))
    if (batch.length === ROWS_AT_ONCE) await insert()
  }
  await insert()
}

/** The highest number that a table ever gave to a row, be it there still or not: it is not given again. 0 when it gives none. */
export async function lastNumber(db: Database, table: Table): Promise<number> {
  if (table.serial === null) return 0
  const query =
    dialectOf(db) === 'sqlite'
      ? sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table.name}`
      : sql<{ last: number }>`
          select case when is_called then last_value else 0 end as last from ${await sequenceOf(db, table)}`
  return (await query.execute(db)).rows[0]?.last ?? 0
}

/** From now on the table gives numbers above this one, and above those of all its rows. */
export async function goOnFrom(db: Database, table: Table, last: number): Promise<void> {
  if (table.serial === null) return
  const { rows } = await sql<{ highest: number | null }>`
    select max(${sql.ref(table.serial)}) as highest from ${sql.table(table.name)}`.execute(db)
  const number = Math.max(last, rows[0]?.highest ?? 0)
  if (number === 0) return
  if (dialectOf(db) === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table.name}, ${table.serial}), ${number})`.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table.name}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${number})`.execute(db)
}

/** What rows amount to, whatever their order: two tables with the same digest hold the same. */
export type Digest = { rows: number; sum: string }

const DIGEST_BITS = 256

/** Hands rows on and counts them. The digest is right when all have passed. */
export function digesting(rows: AsyncIterable<PortableRow>): {
  rows: AsyncGenerator<PortableRow>
  digest: () => Digest
} {
  let count = 0
  let sum = 0n
  async function* pass() {
    for await (const row of rows) {
      count++
      const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
      sum = BigInt.asUintN(DIGEST_BITS, sum + BigInt(`0x${hash}`))
      yield row
    }
  }
  return { rows: pass(), digest: () => ({ rows: count, sum: sum.toString(16) }) }
}

/** The digest of what a table holds. */
export async function digestOf(db: Database, table: Table): Promise<Digest> {
  const { rows, digest } = digesting(readRows(db, table))
  for await (const _ of rows);
  return digest()
}

function streamSqlite(db: Database, table: Table): AsyncIterable<Record<string, unknown>> {
  return anyTables(db).selectFrom(table.name).select(table.columns).stream()
}

/** By a cursor, since the driver alone would read the whole table at once. */
async function* streamPostgres(db: Database, table: Table): AsyncGenerator<Record<string, unknown>> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  await sql`declare all_rows no scroll cursor for select ${columns} from ${sql.table(table.name)}`.execute(db)
  const fetch = sql<Record<string, unknown>>`fetch forward ${sql.lit(ROWS_AT_ONCE)} from all_rows`
  for (;;) {
    const { rows } = await fetch.execute(db)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close all_rows`.execute(db)
}

async function sequenceOf(db: Database, table: Table) {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(${table.name}, ${table.serial}) as name`.execute(db)
  return sql.raw(rows[0]?.name ?? '')
}

function toPortable(value: unknown): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value as string | number | null)
}

function fromPortable(row: PortableRow, table: Table): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      table.booleans.has(column) && value !== null ? value !== 0 : value,
    ]),
  )
}

function anyTables(db: Database): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>
}
