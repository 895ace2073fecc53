import { lastStep, migrate, stepsTaken } from './migrations.ts'
import { type PortableRow, digestOf, digesting, goOnFrom, insertRows, lastNumber, readRows } from './rows.ts'
import type { Database } from './schema.ts'
import { type Table, listTables } from './tables.ts'

/** The rows of a whole database, be they in another one or in a backup. */
export type RowSource = {
  /** The steps that their schema has taken. */
  steps: readonly string[]
  tables: readonly SourceTable[]
}

export type SourceTable = {
  name: string
  /** The highest number the table ever gave to a row. */
  lastNumber: number
  /** Each row has the columns of its table at those steps. */
  rows: () => AsyncIterable<PortableRow>
}

/** How many rows there are, by table. */
export type RowCounts = Record<string, number>

/** Tables of a database as a source of rows. To be called in a snapshot, in which it is read to its end. */
export async function databaseSource(db: Database, tables: readonly Table[]): Promise<RowSource> {
  const sources: SourceTable[] = []
  for (const table of tables) {
    sources.push({
      name: table.name,
      lastNumber: await lastNumber(db, table),
      rows: () => readRows(db, table),
    })
  }
  return { steps: await stepsTaken(db), tables: sources }
}

/**
 * Fills an empty database: makes the schema of the rows, adds them, reads them back and compares, and brings the schema
 * up to date. To be called in a transaction, so that all of it happens or nothing.
 * @throws Error when a table is missing or unknown, or what was written is not what was read
 */
export async function fillDatabase(db: Database, source: RowSource): Promise<RowCounts> {
  const step = lastStep(source.steps)
  if (step === null) throw new Error('the rows are of a schema that this version does not know')
  await migrate(db, step)
  const tables = await listTables(db)
  requireTables(tables, source)
  const counts: RowCounts = {}
  for (const table of tables) {
    const rows = source.tables.find((other) => other.name === table.name)
    if (rows) counts[table.name] = await copyTable(db, table, rows)
  }
  await migrate(db)
  return counts
}

function requireTables(tables: readonly Table[], source: RowSource): void {
  const given = source.tables.map((table) => table.name)
  const missing = tables.find((table) => table.inBackup && !given.includes(table.name))
  if (missing) throw new Error(`the rows of the table ${missing.name} are missing`)
  const unknown = given.find((name) => !tables.some((table) => table.name === name))
  if (unknown !== undefined) throw new Error(`there is no table ${unknown} for its rows`)
}

/** Answers how many rows there were. */
async function copyTable(db: Database, table: Table, source: SourceTable): Promise<number> {
  const { rows, digest } = digesting(source.rows())
  await insertRows(db, table, rows)
  await goOnFrom(db, table, source.lastNumber)
  const wanted = digest()
  const there = await digestOf(db, table)
  const isSame = there.rows === wanted.rows && there.sum === wanted.sum
  if (isSame && (await lastNumber(db, table)) >= source.lastNumber) return wanted.rows
  throw new Error(`what was written to the table ${table.name} is not what was read`)
}
