import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Settings } from '../config.ts'
import type { Clock } from '../context.ts'
import { databaseSource } from '../db/fill.ts'
import { digesting } from '../db/rows.ts'
import type { Database } from '../db/schema.ts'
import { listTables } from '../db/tables.ts'
import { inSnapshot } from '../db/transaction.ts'
import { syncFolder } from '../disk/durable-file.ts'
import type { Files } from '../files/files.ts'
import { openFiles } from '../files/open-files.ts'
import { StartError } from '../settings/start-error.ts'
import { appearingWhole, requireFree } from '../backups/backup-folder.ts'
import { type Checksum, writeHashed } from '../backups/hashed-file.ts'
import { toLines } from './json-lines.ts'
import {
  FILES,
  ROWS_FORM,
  type RowsManifest,
  type TableEntry,
  filePath,
  tablePath,
  writeManifest,
} from '../backups/manifest.ts'
import { readDatabase } from './open-database.ts'
import { type StoredFile, listStoredFiles } from '../backups/stored-files.ts'
import { listFileOwners } from './store.ts'
import { bytesInWords, countsInWords, inWords } from './words.ts'

/** The maximum number of attempts. If all of them fail, users remove files faster than they can be copied. */
const ATTEMPTS_MAX = 20

/**
 * Writes a backup into an empty or new folder: every row as of one moment, and the files that the rows reference. The
 * folder appears complete or not at all. Follows a link to an empty folder.
 * @returns a summary for the terminal
 * @throws StartError
 */
export async function backup(settings: Settings, path: string, clock: Clock): Promise<string[]> {
  const folder = existsSync(path) ? realpathSync(path) : path
  requireFree(folder)
  const { files, tables } = await readDatabase(settings, (db) =>
    appearingWhole(folder, (unfinished) =>
      writeBackup(db, { files: openFiles(settings), clock, folder: unfinished }),
    ),
  )
  const bytes = bytesInWords(files.reduce((sum, file) => sum + file.size, 0))
  const counts = countsInWords(Object.fromEntries(tables.map(({ name, rows }) => [name, rows])))
  return [`Backed up ${counts}, ${inWords(files.length, 'file')} (${bytes}) to ${folder}.`]
}

/**
 * Copies files both before and during the snapshot, so that users have little time to remove a file before it is
 * copied. If a file in the snapshot is gone because its attachment has since been removed, the backup is retried with a
 * new snapshot.
 */
export async function writeBackup(
  db: Database,
  { files, clock, folder }: { files: Files; clock: Clock; folder: string },
): Promise<RowsManifest> {
  mkdirSync(join(folder, FILES))
  const copied = new Map<string, Checksum>()
  let gone: readonly string[] = await copyFiles(await listStoredFiles(db), files, folder, copied)
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const manifest = await inSnapshot(db, async (db) => {
      const wanted = await listStoredFiles(db)
      gone = await requireTransient(db, gone, await copyFiles(wanted, files, folder, copied))
      return gone.length === 0 ? writeTables(db, { folder, createdAt: clock.now(), wanted, copied }) : null
    })
    if (manifest) return manifest
  }
  throw new StartError(
    'Files are being removed faster than they can be copied. Try again when the server is less busy.',
  )
}

/** Copies the files that haven't been copied yet. Returns the ids of those that are missing or have the wrong size. */
async function copyFiles(
  wanted: readonly StoredFile[],
  files: Files,
  folder: string,
  copied: Map<string, Checksum>,
): Promise<string[]> {
  const gone: string[] = []
  for (const { id, size } of wanted) {
    if (copied.has(id)) continue
    const bytes = await files.read(id, size)
    if (bytes) copied.set(id, await writeHashed(filePath(folder, id), bytes))
    else gone.push(id)
  }
  return gone
}

/**
 * Rows are deleted before their files. A file that is still referenced but was missing before this snapshot is
 * therefore lost.
 * @throws StartError if a file is lost, because a backup without it would look complete
 */
async function requireTransient(
  db: Database,
  before: readonly string[],
  now: readonly string[],
): Promise<readonly string[]> {
  const lost = now.filter((id) => before.includes(id))
  if (lost.length === 0) return now
  const owners = await listFileOwners(db, lost)
  throw new StartError(
    ...owners.map(
      ({ id, name, taskId, email }) =>
        `Task ${taskId} of ${email}: the file ${JSON.stringify(name)} is missing or damaged (${FILES}/${id}).`,
    ),
    'No backup was written, because it would be incomplete. Restore these files from an earlier backup, or remove the attachments, and try again.',
  )
}

type Snapshot = {
  folder: string
  createdAt: string
  wanted: readonly StoredFile[]
  copied: ReadonlyMap<string, Checksum>
}

/** Writes the rows and, once everything else is complete, the manifest. */
async function writeTables(db: Database, snapshot: Snapshot): Promise<RowsManifest> {
  const { folder, createdAt, wanted, copied } = snapshot
  const kept = new Set(wanted.map((file) => file.id))
  for (const id of copied.keys()) if (!kept.has(id)) await rm(filePath(folder, id))
  mkdirSync(dirname(tablePath(folder, '')))
  const source = await databaseSource(
    db,
    (await listTables(db)).filter((table) => table.inBackup),
  )
  const tables: TableEntry[] = []
  for (const { name, lastNumber, ...table } of source.tables) {
    const { rows, digest } = digesting(table.rows())
    const checksum = await writeHashed(tablePath(folder, name), toLines(rows))
    tables.push({ name, rows: digest().rows, lastNumber, ...checksum })
  }
  const list = [...copied].filter(([id]) => kept.has(id)).map(([id, checksum]) => ({ id, ...checksum }))
  const content = { createdAt, steps: [...source.steps], tables, files: list }
  const manifest: RowsManifest = { tenfoldBackup: ROWS_FORM, ...content }
  writeManifest(folder, manifest)
  for (const path of [join(folder, FILES), dirname(tablePath(folder, ''))]) syncFolder(path)
  return manifest
}
