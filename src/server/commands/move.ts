import { type Settings, readConfig } from '../config.ts'
import { databaseFile, openDataFolder } from '../data-folder.ts'
import { type RowCounts, databaseSource, fillDatabase } from '../db/fill.ts'
import { createPostgres, requireEmptyPostgres } from '../db/postgres.ts'
import { isMissing, requireOurs } from '../db/sqlite-file.ts'
import { readSqlite } from '../db/sqlite.ts'
import { listTables } from '../db/tables.ts'
import { inSnapshot } from '../db/transaction.ts'
import { StartError } from '../start-error.ts'
import { countsInWords } from './words.ts'

/**
 * Copies the SQLite database of the data folder into an empty PostgreSQL database, all of it or nothing. The SQLite file
 * stays as it is, and the files of attachments where they are.
 * @param to the address of the database, `postgres://user:password@host:port/database`
 * @returns what was done, in words
 * @throws StartError, also while a server is running on the folder: what it wrote after the copy would be left behind
 */
export async function move(settings: Settings, to: string): Promise<string[]> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl !== null) {
    throw new StartError(
      'DATABASE_URL is set, so Tenfold is on PostgreSQL already. To move its SQLite database, unset it.',
    )
  }
  const target = readAddress(to)
  const file = databaseFile(dataDir)
  requireOurs(file)
  if (isMissing(file)) throw new StartError(`There is no database in ${dataDir}. Correct DATA_DIR.`)
  await requireEmptyPostgres(target)
  const folder = openDataFolder(dataDir)
  try {
    const counts = await copy(file, target)
    return [
      `The database is moved: ${countsInWords(counts)}, and all was read back and compared.`,
      'From now on set DATABASE_URL to the address you gave, and leave DATA_DIR as it is: the files of attachments stay there.',
      `The old database is as it was. Once Tenfold has run on the new one for a while, remove it: ${file}`,
    ]
  } finally {
    folder.release()
  }
}

/** @throws StartError when it is not the address of a PostgreSQL database; what was given is never printed */
function readAddress(to: string): string {
  try {
    return readConfig({ DATABASE_URL: to }).databaseUrl ?? ''
  } catch {
    throw new StartError(
      '--to: it is not an address such as postgres://user:password@localhost:5432/tenfold.',
    )
  }
}

async function copy(file: string, target: string): Promise<RowCounts> {
  const from = readSqlite(file)
  try {
    return await inSnapshot(from, async (from) => {
      const source = await databaseSource(from, await listTables(from))
      return createPostgres(target, (db) => fillDatabase(db, source))
    })
  } finally {
    await from.destroy()
  }
}
