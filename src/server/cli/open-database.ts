import { backUpBeforeUpdate } from '../backups/before-update.ts'
import type { Settings } from '../config.ts'
import { databaseFile, openDataFolder, requireWritable, shareDataFolder } from '../start/data-folder.ts'
import { isUpToDate, stepsTaken } from '../db/migrations.ts'
import { connectPostgres, databaseName, openPostgres, requirePostgres } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import { isMissing, requireOurs } from '../db/sqlite-file.ts'
import { connectSqlite, openSqlite, readSqlite } from '../db/sqlite.ts'
import { StartError } from '../settings/start-error.ts'

type Source = Pick<Settings, 'dataDir' | 'databaseUrl'>

/**
 * Runs a read-only command, with or without a running server. Doesn't migrate, and has no statement timeout.
 * @throws StartError if there is no Tenfold database, or it is damaged or from a newer version
 */
export async function readDatabase<T>(source: Source, run: (db: Database) => Promise<T>): Promise<T> {
  await using db = await openForReading(source)
  if ((await stepsTaken(db)).length === 0) throw noDatabase(source)
  return await run(db)
}

/**
 * Runs a command that changes the database, with or without a running server. Like the server, it first creates or
 * migrates the database, with a backup before a migration.
 * @throws StartError if the database cannot be opened, or needs a migration while a server is running
 */
export async function changeDatabase<T>(settings: Settings, run: (db: Database) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl !== null) {
    shareDataFolder(dataDir)
    await using db = await openPostgres(databaseUrl, { isPatient: true })
    return await run(db)
  }
  requireWritable(dataDir)
  const file = databaseFile(dataDir)
  const steps = requireOurs(file)
  // Nothing else may use the file during a migration.
  using folder = isUpToDate(steps) ? null : openDataFolder(dataDir)
  if (folder) await backUpBeforeUpdate(settings, file, steps)
  await using db = folder ? await openSqlite(file) : connectSqlite(file)
  return await run(db)
}

async function openForReading(source: Source): Promise<Database> {
  const { dataDir, databaseUrl } = source
  if (databaseUrl !== null) {
    await requirePostgres(databaseUrl)
    return connectPostgres(databaseUrl, { isPatient: true })
  }
  const file = databaseFile(dataDir)
  requireOurs(file)
  if (isMissing(file)) throw noDatabase(source)
  return readSqlite(file)
}

function noDatabase({ dataDir, databaseUrl }: Source): StartError {
  return databaseUrl === null
    ? new StartError(`There is no database in ${dataDir} yet. Start Tenfold once, or correct DATA_DIR.`)
    : new StartError(
        `The database ${databaseName(databaseUrl)} is empty. Start Tenfold once, or correct DATABASE_URL.`,
      )
}
