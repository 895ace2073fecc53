import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openSqlite } from '#server/db/connect.ts'
import type { Database } from '#server/db/schema.ts'

export type TestDatabase = { db: Database; close: () => Promise<void> }

/** An empty database with the newest schema, of this test alone. Another kind of database is another such function. */
export async function freshDatabase(): Promise<TestDatabase> {
  template ??= migratedBytes()
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-test-'))
  const file = join(folder, 'tenfold.db')
  writeFileSync(file, await template)
  const db = await openSqlite(file)
  return {
    db,
    close: async () => {
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Migrating takes many times as long as copying, so each process does it once. */
let template: Promise<Buffer> | null = null

async function migratedBytes(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-template-'))
  const file = join(folder, 'tenfold.db')
  const db = await openSqlite(file)
  await db.destroy()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}
