import type { Settings } from '../config.ts'
import { databaseFile, openDataFolder, requireWritable, shareDataFolder } from '../data-folder.ts'
import { isUpToDate, stepsTaken } from '../db/migrations.ts'
import { connectPostgres, databaseName, openPostgres, requirePostgres } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import { isMissing, requireOurs } from '../db/sqlite-file.ts'
import { connectSqlite, openSqlite, readSqlite } from '../db/sqlite.ts'
import { StartError } from '../start-error.ts'

type Place = Pick<Settings, 'dataDir' | 'databaseUrl'>

/**
 * Runs what only reads the database, beside a running server or without one. Nothing is changed: no step is taken, and
 * statements may take as long as they need.
 * @throws StartError when there is no database of this program, or it is damaged or of a newer version
 */
export async function readDatabase<T>(place: Place, run: (db: Database) => Promise<T>): Promise<T> {
  const db = await openForReading(place)
  try {
    if ((await stepsTaken(db)).length === 0) throw noDatabase(place)
    return await run(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Runs what changes the database, beside a running server or without one. A database that is not there yet is made, and
 * one of an older version brought up to date, as a start of the server does.
 * @throws StartError when it cannot be opened, or has to be brought up to date and a server is running on it
 */
export async function changeDatabase<T>(place: Place, run: (db: Database) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = place
  if (databaseUrl !== null) {
    shareDataFolder(dataDir)
    return runAndClose(await openPostgres(databaseUrl), run)
  }
  requireWritable(dataDir)
  const file = databaseFile(dataDir)
  if (isUpToDate(requireOurs(file))) return runAndClose(connectSqlite(file), run)
  // Nobody else may use the file while its schema changes.
  const folder = openDataFolder(dataDir)
  try {
    return await runAndClose(await openSqlite(file), run)
  } finally {
    folder.release()
  }
}

async function openForReading(place: Place): Promise<Database> {
  const { dataDir, databaseUrl } = place
  if (databaseUrl !== null) {
    await requirePostgres(databaseUrl)
    return connectPostgres(databaseUrl, { isPatient: true })
  }
  const file = databaseFile(dataDir)
  requireOurs(file)
  if (isMissing(file)) throw noDatabase(place)
  return readSqlite(file)
}

async function runAndClose<T>(db: Database, run: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}

function noDatabase({ dataDir, databaseUrl }: Place): StartError {
  return databaseUrl === null
    ? new StartError(`There is no database in ${dataDir} yet. Start Tenfold once, or correct DATA_DIR.`)
    : new StartError(
        `The database ${databaseName(databaseUrl)} is empty. Start Tenfold once, or correct DATABASE_URL.`,
      )
}
