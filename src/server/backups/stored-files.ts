import type { Database } from '../db/schema.ts'
import { listTables } from '../db/tables.ts'

/** A file referenced in the database. Several rows can reference the same file. */
export type StoredFile = { id: string; size: number }

/** The tables that reference blobs, oldest first. */
const FILE_TABLES = ['attachments', 'deleted_attachments'] as const

/** Returns every blob that a row references. Empty for a schema without attachments. */
export async function listStoredFiles(db: Database): Promise<StoredFile[]> {
  const there = new Set((await listTables(db)).map((table) => table.name))
  const sizes = new Map<string, number>()
  for (const table of FILE_TABLES.filter((name) => there.has(name))) {
    const rows = await db.selectFrom(table).select(['blob', 'size']).distinct().execute()
    for (const row of rows) sizes.set(row.blob, Number(row.size))
  }
  return Array.from(sizes, ([id, size]) => ({ id, size }))
}
