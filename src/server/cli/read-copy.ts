import { databasePath } from '../backups/manifest.ts'
import type { Database } from '../db/schema.ts'
import { readSqlite } from '../db/sqlite.ts'
import { inSnapshot } from '../db/transaction.ts'

/** Reads the database in an automatic backup without changing it. */
export async function readCopy<T>(folder: string, run: (copy: Database) => Promise<T>): Promise<T> {
  const copy = readSqlite(databasePath(folder))
  try {
    return await inSnapshot(copy, run)
  } finally {
    await copy.destroy()
  }
}
