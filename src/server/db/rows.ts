import { createHash } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { dialectOf } from './dialect.ts'
import type { Database } from './schema.ts'
import type { Table } from './tables.ts'

/** A row, by column name, in a form that fits every database: times as ISO 8601 UTC strings, booleans as 1 and 0. */
export type PortableRow = Record<string, string | number | null>

type AnyTables = Record<string, Record<string, unknown>>

const ROWS_AT_ONCE = 200

/** Reads the rows of a table one by one, in no particular order. */
export async function* readRows(db: Database, table: Table): AsyncGenerator<PortableRow> {
  const rows = dialectOf(db) === 'sqlite' ? streamSqlite(db, table) : streamPostgres(db, table)
  for await (const row of rows) {
    yield Object.fromEntries(table.columns.map((column) => [column, toPortable(row[column])]))
  }
}

/** @throws the database's error if a row doesn't fit */
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

/** Returns the highest id that a table has ever generated, even for a deleted row; 0 if it generates none. */
export async function lastNumber(db: Database, table: Table): Promise<number> {
  if (table.serial === null) return 0
  const query =
    dialectOf(db) === 'sqlite'
      ? sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table.name}`
      : sql<{ last: number }>`
          select case when is_called then last_value else 0 end as last from ${await sequenceOf(db, table)}`
  return (await query.execute(db)).rows[0]?.last ?? 0
}

/** Makes the table generate numbers above this one and above those of all its rows. */
export async function setLastNumber(db: Database, table: Table, last: number): Promise<void> {
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

/** A checksum of rows, regardless of their order. Two tables with the same digest have the same rows. */
export type Digest = { rows: number; sum: string }

const DIGEST_BITS = 256

/** Passes rows on and counts them. The digest is complete after the last row. */
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

export async function digestOf(db: Database, table: Table): Promise<Digest> {
  const { rows, digest } = digesting(readRows(db, table))
  for await (const _ of rows);
  return digest()
}

function streamSqlite(db: Database, table: Table): AsyncIterable<Record<string, unknown>> {
  return anyTables(db).selectFrom(table.name).select(table.columns).stream()
}

/** Uses a cursor, because the driver alone would load the whole table into memory. */
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
