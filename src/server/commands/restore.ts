import { createReadStream } from 'node:fs'

import type { Settings } from '../config.ts'
import { databaseFile, openDataFolder, requireWritable, shareDataFolder } from '../data-folder.ts'
import { type RowCounts, type RowSource, fillDatabase } from '../db/fill.ts'
import { createPostgres, requireEmptyPostgres } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import { isMissing, requireOurs } from '../db/sqlite-file.ts'
import { createSqlite } from '../db/sqlite.ts'
import { beginChangesAnew } from '../events/store.ts'
import type { Files } from '../files.ts'
import { openFiles } from '../open-files.ts'
import { StartError } from '../start-error.ts'
import { checksumOf } from './hashed-file.ts'
import { readLines } from './json-lines.ts'
import { type FileEntry, type Manifest, filePath, readManifest, tablePath } from './manifest.ts'
import { verifyBackup } from './verify-backup.ts'
import { countsInWords, inWords } from './words.ts'

/**
 * Restores a backup into a data folder and a database that are empty: all of it or nothing. One of an older version is
 * brought up to date on the way.
 * @returns what was done, in words
 * @throws StartError
 */
export async function restore(settings: Settings, folder: string): Promise<string[]> {
  const manifest = readManifest(folder)
  await requireNothingThere(settings, manifest)
  await verifyBackup(folder, manifest)
  const counts = await writeAll(settings, folder, manifest)
  const files = inWords(manifest.files.length, 'file')
  return [
    `The backup of ${manifest.createdAt} is restored: ${countsInWords(counts)}, ${files}.`,
    'Start Tenfold, and let everybody sign in again.',
  ]
}

/** @throws StartError when there is something that restoring would write over, or mix with */
async function requireNothingThere(settings: Settings, manifest: Manifest): Promise<void> {
  const { dataDir, databaseUrl } = settings
  requireWritable(dataDir)
  if (databaseUrl === null) requireNoSqlite(dataDir)
  else await requireEmptyPostgres(databaseUrl)
  const known = new Set(manifest.files.map((file) => file.id))
  const { blobs } = await openFiles(settings).list()
  if (blobs.every((id) => known.has(id))) return
  throw new StartError(
    `The folder ${dataDir} holds files that are not of this backup, so nothing was restored. Set DATA_DIR to an empty folder, or move its files away.`,
  )
}

function requireNoSqlite(dataDir: string): void {
  const file = databaseFile(dataDir)
  if (isMissing(file)) {
    requireOurs(file)
    return
  }
  throw new StartError(
    `There is a database in ${dataDir} already, so nothing was restored. Set DATA_DIR to an empty folder, or move ${file} away.`,
  )
}

async function writeAll(settings: Settings, folder: string, manifest: Manifest): Promise<RowCounts> {
  const { dataDir, databaseUrl } = settings
  const target = databaseUrl === null ? openDataFolder(dataDir) : shareDataFolder(dataDir)
  try {
    // Nobody can have begun to use the folder since it was looked at, now that it is held.
    if (databaseUrl === null) requireNoSqlite(dataDir)
    const source = backupSource(folder, manifest)
    const fill = async (db: Database) => {
      const counts = await fillDatabase(db, source)
      await beginChangesAnew(db, Date.now())
      return counts
    }
    return await withFiles(openFiles(settings), folder, manifest, () =>
      databaseUrl === null
        ? createSqlite(databaseFile(dataDir), (db) => db.transaction().execute(fill))
        : createPostgres(databaseUrl, fill),
    )
  } finally {
    target.release()
  }
}

function backupSource(folder: string, manifest: Manifest): RowSource {
  const tables = manifest.tables.map(({ name, lastNumber }) => ({
    name,
    lastNumber,
    rows: () => readLines(tablePath(folder, name)),
  }))
  return { steps: manifest.steps, tables }
}

/** The files come before the rows that name them, and go again when these cannot be written. */
async function withFiles<T>(
  files: Files,
  folder: string,
  manifest: Manifest,
  run: () => Promise<T>,
): Promise<T> {
  const stored: string[] = []
  try {
    for (const file of manifest.files) {
      if (await isThere(files, file)) continue
      stored.push(file.id)
      await files.put(file.id, createReadStream(filePath(folder, file.id)))
    }
    return await run()
  } catch (error) {
    for (const id of stored) await files.remove(id)
    throw error
  }
}

/** A file of the same name and content may have stayed, of an attempt that was killed, or beside a database that was lost. */
async function isThere(files: Files, { id, size, sha256 }: FileEntry): Promise<boolean> {
  const bytes = await files.read(id, size)
  return bytes !== null && (await checksumOf(bytes)).sha256 === sha256
}
