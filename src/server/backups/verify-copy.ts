import SqliteDatabase from 'better-sqlite3'

import { MIGRATION_TABLE } from '../db/migrations.ts'
import { APPLICATION_ID } from '../db/sqlite-file.ts'

/** Turns a copied database into one file without a log, so that it can be read from a read-only disk. */
export function makeStandalone(file: string): void {
  const copy = new SqliteDatabase(file)
  try {
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
}

/**
 * Opens a copied database and checks every page and index.
 * @param steps the migrations that the copy must have
 * @returns the first fault, or null
 */
export function findFault(file: string, steps: readonly string[]): string | null {
  let copy: SqliteDatabase.Database | null = null
  try {
    copy = new SqliteDatabase(file, { readonly: true })
    if (copy.pragma('application_id', { simple: true }) !== APPLICATION_ID) return 'it is not from Tenfold'
    const damage = copy.pragma('integrity_check(1)', { simple: true })
    if (damage !== 'ok') return String(damage).replaceAll('\n', ' ')
    const taken = copy.prepare(`select name from ${MIGRATION_TABLE} order by name`).pluck().all()
    return taken.join() === steps.join() ? null : 'its schema is not the one in its manifest'
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError) return error.message
    throw error
  } finally {
    copy?.close()
  }
}
