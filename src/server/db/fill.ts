import { lastStep, migrate, stepsTaken } from './migrations.ts'
import {
  type PortableRow,
  digestOf,
  digesting,
  setLastNumber,
  insertRows,
  lastNumber,
  readRows,
} from './rows.ts'
import type { Database } from './schema.ts'
import { type Table, listTables } from './tables.ts'
import { indexAllTasks } from './task-words.ts'

/** The rows of a whole database, from another database or from a backup. */
export type RowSource = {
  /** The migrations already applied to the source's schema. */
  steps: readonly string[]
  tables: readonly SourceTable[]
}

export type SourceTable = {
  name: string
  /** The highest id that the table has ever generated. */
  lastNumber: number
  /** Each row has the columns of its table after the migrations in `steps`. */
  rows: () => AsyncIterable<PortableRow>
}

export type RowCounts = Record<string, number>

/**
 * Returns the tables of a database as a source of rows. Call this inside a snapshot, and read the source before the
 * snapshot ends.
 */
export async function databaseSource(db: Database, tables: readonly Table[]): Promise<RowSource> {
  const sources = await Array.fromAsync(tables, async (table) => ({
    name: table.name,
    lastNumber: await lastNumber(db, table),
    rows: () => readRows(db, table),
  }))
  return { steps: await stepsTaken(db), tables: sources }
}

/**
 * Fills an empty database: creates the schema of the rows, adds them, reads them back to compare, and migrates to the
 * current schema. Call this in a transaction, so that it happens completely or not at all.
 * @throws Error when a table is missing or unknown, or the rows read back differ
 */
export async function fillDatabase(db: Database, source: RowSource): Promise<RowCounts> {
  const step = lastStep(source.steps)
  if (step === null) throw new Error('the rows have a schema that this version does not know')
  await migrate(db, step)
  const tables = await listTables(db)
  requireTables(tables, source)
  const counts: RowCounts = {}
  for (const table of tables) {
    const rows = source.tables.find((other) => other.name === table.name)
    if (rows) counts[table.name] = await copyTable(db, table, rows)
  }
  await migrate(db)
  await indexAllTasks(db)
  return counts
}

function requireTables(tables: readonly Table[], source: RowSource): void {
  const given = source.tables.map((table) => table.name)
  const missing = tables.find((table) => table.inBackup && !given.includes(table.name))
  if (missing) throw new Error(`the rows of the table ${missing.name} are missing`)
  const unknown = given.find((name) => !tables.some((table) => table.name === name))
  if (unknown !== undefined) throw new Error(`the table ${unknown} is unknown`)
}

/** Returns the number of rows. */
async function copyTable(db: Database, table: Table, source: SourceTable): Promise<number> {
  const { rows, digest } = digesting(source.rows())
  await insertRows(db, table, rows)
  await setLastNumber(db, table, source.lastNumber)
  const wanted = digest()
  const there = await digestOf(db, table)
  const isSame = there.rows === wanted.rows && there.sum === wanted.sum
  const continues = table.serial === null || (await lastNumber(db, table)) >= source.lastNumber
  if (isSame && continues) return wanted.rows
  throw new Error(`the rows read back from the table ${table.name} differ from those written`)
}
