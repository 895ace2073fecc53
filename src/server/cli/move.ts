import { type Settings, readConfig } from '../config.ts'
import { databaseFile, openDataFolder } from '../start/data-folder.ts'
import { type RowCounts, databaseSource, fillDatabase } from '../db/fill.ts'
import { createPostgres, requireEmptyPostgres } from '../db/postgres.ts'
import { isMissing, requireOurs } from '../db/sqlite-file.ts'
import { readSqlite } from '../db/sqlite.ts'
import { listTables } from '../db/tables.ts'
import { inSnapshot } from '../db/transaction.ts'
import { StartError } from '../settings/start-error.ts'
import { countsInWords } from './words.ts'

/**
 * Copies the SQLite database of the data folder into an empty PostgreSQL database, completely or not at all. The SQLite
 * file and the attachment files remain unchanged.
 * @param to the address of the database, `postgres://user:password@host:port/database`
 * @returns a summary for the terminal
 * @throws StartError, for example while a server is using the folder, because the server's later writes would be lost
 */
export async function move(settings: Settings, to: string): Promise<string[]> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl !== null) {
    throw new StartError(
      'DATABASE_URL is set, so Tenfold already uses PostgreSQL. Unset DATABASE_URL to move the SQLite database.',
    )
  }
  const target = readAddress(to)
  const file = databaseFile(dataDir)
  requireOurs(file)
  if (isMissing(file)) throw new StartError(`There is no database in ${dataDir}. Correct DATA_DIR.`)
  await requireEmptyPostgres(target)
  using _ = openDataFolder(dataDir)
  const counts = await copy(file, target)
  return [
    `Move complete: ${countsInWords(counts)}. Every row was read back and compared.`,
    `Set DATABASE_URL to the new address before you start Tenfold again. ${settings.bucket ? 'The attachment files stay in their bucket.' : 'Keep DATA_DIR: the attachment files stay there.'}`,
    `The old database is unchanged. Delete it once Tenfold works with PostgreSQL: ${file}`,
  ]
}

/** @throws StartError if `to` is not a PostgreSQL address; the message omits `to`, which may contain a password */
function readAddress(to: string): string {
  try {
    return readConfig({ DATABASE_URL: to }).databaseUrl ?? ''
  } catch {
    throw new StartError('--to is not an address such as postgres://user:password@localhost:5432/tenfold.')
  }
}

async function copy(file: string, target: string): Promise<RowCounts> {
  await using from = readSqlite(file)
  return await inSnapshot(from, async (from) => {
    const source = await databaseSource(from, await listTables(from))
    return createPostgres(target, (db) => fillDatabase(db, source))
  })
}
