import { createReadStream } from 'node:fs'

import type { Task } from '#domain/tasks/task.ts'

import type { Settings } from '../config.ts'
import { databaseFile, openDataFolder, requireWritable, shareDataFolder } from '../start/data-folder.ts'
import { type RowCounts, type RowSource, type SourceTable, databaseSource, fillDatabase } from '../db/fill.ts'
import { UnknownOutcomeError, createPostgres, requireEmptyPostgres } from '../db/postgres.ts'
import type { PortableRow } from '../db/rows.ts'
import type { Database } from '../db/schema.ts'
import { isMissing, requireOurs } from '../db/sqlite-file.ts'
import { createSqlite } from '../db/sqlite.ts'
import { listTables } from '../db/tables.ts'
import { restartChangeLog } from '../events/store.ts'
import type { Files } from '../files/files.ts'
import { openFiles, placeOfFiles } from '../files/open-files.ts'
import { sweepEach } from '../files/unused.ts'
import { StartError } from '../settings/start-error.ts'
import { checksumOf } from '../backups/hashed-file.ts'
import { readLines } from './json-lines.ts'
import { readCopy } from './read-copy.ts'
import {
  type FileEntry,
  type Manifest,
  type RowsManifest,
  filePath,
  readManifest,
  tablePath,
} from '../backups/manifest.ts'
import { verifyBackup } from './verify-backup.ts'
import { countsInWords, inWords } from './words.ts'

const SKIPPED = 1_000_000
const SKIPS_SINCE_MS = Date.UTC(2026, 0)

/**
 * Restores a backup into an empty data folder and database, completely or not at all. Migrates a backup from an older
 * version.
 * @returns a summary for the terminal
 * @throws StartError
 */
export async function restore(settings: Settings, folder: string): Promise<string[]> {
  const manifest = readManifest(folder)
  await requireNothingThere(settings, manifest)
  await verifyBackup(folder, manifest)
  const counts = await writeAll(settings, folder, manifest)
  const files = inWords(manifest.files.length, 'file')
  return [
    `Restore complete: backup of ${manifest.createdAt} (${countsInWords(counts)}, ${files}).`,
    'Start Tenfold. All users must sign in again.',
  ]
}

/** @throws StartError if the restore would overwrite existing data or mix with it */
async function requireNothingThere(settings: Settings, manifest: Manifest): Promise<void> {
  const { dataDir, databaseUrl, bucket } = settings
  requireWritable(dataDir)
  if (databaseUrl === null) requireNoSqlite(dataDir)
  else await requireEmptyPostgres(databaseUrl)
  const known = new Set(manifest.files.map((file) => file.id))
  const { blobs } = await openFiles(settings).list()
  if (blobs.every((id) => known.has(id))) return
  throw new StartError(
    `${placeOfFiles(settings)} contains other files, so nothing was restored. ${bucket ? 'Add an unused prefix to ATTACHMENTS_URL' : 'Set DATA_DIR to an empty folder'}, or move these files elsewhere.`,
  )
}

function requireNoSqlite(dataDir: string): void {
  const file = databaseFile(dataDir)
  if (isMissing(file)) {
    requireOurs(file)
    return
  }
  throw new StartError(
    `${dataDir} already contains a database, so nothing was restored. Set DATA_DIR to an empty folder, or move ${file} elsewhere.`,
  )
}

async function writeAll(settings: Settings, folder: string, manifest: Manifest): Promise<RowCounts> {
  const { dataDir, databaseUrl } = settings
  using _ = databaseUrl === null ? openDataFolder(dataDir) : shareDataFolder(dataDir)
  // Checks again, now that the folder is locked.
  if (databaseUrl === null) requireNoSqlite(dataDir)
  return await withFiles(openFiles(settings), folder, manifest, () =>
    withSource(folder, manifest, (source) =>
      databaseUrl === null
        ? createSqlite(databaseFile(dataDir), (db) => db.transaction().execute((db) => fill(db, source)))
        : createPostgres(databaseUrl, (db) => fill(db, source)),
    ),
  )
}

async function fill(db: Database, source: RowSource): Promise<RowCounts> {
  const now = Date.now()
  const skip = (last: number) => skipNumbers(last, now)
  const tables = source.tables.map((table) => ({
    name: table.name,
    lastNumber: skip(table.lastNumber),
    rows: () => skipVersions(table, skip),
  }))
  const counts = await fillDatabase(db, { ...source, tables })
  await restartChangeLog(db, now)
  return counts
}

/**
 * Returns the number to continue from instead of `last`. Browsers may store text, time and changes of tasks that the
 * backup lacks, so no id or version may be reused, even by another restore of the same backup. The number grows by one
 * each second and remains a valid id until 2094.
 */
function skipNumbers(last: number, now: number): number {
  const number = SKIPPED + Math.floor((now - SKIPS_SINCE_MS) / 1000)
  return number > last ? number : last + SKIPPED
}

async function* skipVersions(
  { name, rows }: SourceTable,
  skip: (version: number) => number,
): AsyncGenerator<PortableRow> {
  for await (const row of rows()) {
    if (name === 'tasks') yield { ...row, version: skip(Number(row['version'])) }
    else if (name === 'deleted_tasks') {
      const task = JSON.parse(String(row['task'])) as Task
      yield { ...row, task: JSON.stringify({ ...task, version: skip(task.version) }) }
    } else yield row
  }
}

/** Reads the rows of either form of backup. */
async function withSource<T>(
  folder: string,
  manifest: Manifest,
  run: (source: RowSource) => Promise<T>,
): Promise<T> {
  if ('tables' in manifest) return run(sourceOfTables(folder, manifest))
  return readCopy(folder, async (copy) => {
    const tables = (await listTables(copy)).filter((table) => table.inBackup)
    return run(await databaseSource(copy, tables))
  })
}

function sourceOfTables(folder: string, { tables, steps }: RowsManifest): RowSource {
  const rowsOf = (name: string) => () => readLines(tablePath(folder, name))
  return { steps, tables: tables.map(({ name, lastNumber }) => ({ name, lastNumber, rows: rowsOf(name) })) }
}

/**
 * Stores the files before the rows that reference them. Removes the files only if the rows were definitely not written.
 */
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
    if (error instanceof UnknownOutcomeError) {
      throw new StartError(...error.lines, 'The restored attachment files were kept.')
    }
    // A failed removal must not hide the reason. Another attempt reuses the files that remain.
    await sweepEach(stored, (id) => files.remove(id), { warn: () => undefined }).catch(() => undefined)
    throw error
  }
}

/** Returns whether the file already exists, from an interrupted attempt or next to a lost database. */
async function isThere(files: Files, { id, size, sha256 }: FileEntry): Promise<boolean> {
  const bytes = await files.read(id, size)
  return bytes !== null && (await checksumOf(bytes)).sha256 === sha256
}
