import { databasePath } from '../backups/manifest.ts'
import type { Database } from '../db/schema.ts'
import { readSqlite } from '../db/sqlite.ts'
import { inSnapshot } from '../db/transaction.ts'

/** Reads the database in an automatic backup without changing it. */
export async function readCopy<T>(folder: string, run: (copy: Database) => Promise<T>): Promise<T> {
  await using copy = readSqlite(databasePath(folder))
  return await inSnapshot(copy, run)
}
