import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Settings } from '../config.ts'
import type { Clock } from '../context.ts'
import { databaseSource } from '../db/fill.ts'
import { digesting } from '../db/rows.ts'
import type { Database } from '../db/schema.ts'
import { listTables } from '../db/tables.ts'
import { inSnapshot } from '../db/transaction.ts'
import { syncFolder } from '../durable-file.ts'
import type { Files } from '../files.ts'
import { openFiles } from '../open-files.ts'
import { StartError } from '../start-error.ts'
import { appearingWhole, requireFree } from './backup-folder.ts'
import { type Checksum, writeHashed } from './hashed-file.ts'
import { toLines } from './json-lines.ts'
import {
  FILES,
  MANIFEST,
  type Manifest,
  type TableEntry,
  filePath,
  makeManifest,
  tablePath,
} from './manifest.ts'
import { readDatabase } from './open-database.ts'
import { type StoredFile, listFileOwners, listStoredFiles } from './store.ts'
import { bytesInWords, countsInWords, inWords } from './words.ts'

/** After so many attempts somebody removes files faster than they can be copied. */
const ATTEMPTS_MAX = 20

/**
 * Writes a backup into a folder that is empty or not there: every row as of one moment, and the files these rows name. It
 * appears whole or not at all.
 * @returns what was done, in words
 * @throws StartError
 */
export async function backup(settings: Settings, folder: string, clock: Clock): Promise<string[]> {
  requireFree(folder)
  const manifest = await readDatabase(settings, (db) =>
    appearingWhole(folder, (unfinished) =>
      writeBackup(db, { files: openFiles(settings), clock, folder: unfinished }),
    ),
  )
  const bytes = manifest.files.reduce((sum, file) => sum + file.size, 0)
  const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]))
  const files = `${inWords(manifest.files.length, 'file')} (${bytesInWords(bytes)})`
  return [`The backup ${folder} is written: ${countsInWords(rows)}, ${files}.`]
}

/**
 * Files are copied before the snapshot as well as in it, so that almost none is left for the time in which one may go. A
 * file whose attachment was removed after the snapshot is gone: then the whole backup is of a later moment.
 */
export async function writeBackup(
  db: Database,
  { files, clock, folder }: { files: Files; clock: Clock; folder: string },
): Promise<Manifest> {
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
  throw new StartError('Files are removed faster than they can be copied. Try again when less is going on.')
}

/** Copies what was not copied before. Answers the ids of those that are not there as the database knows them. */
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
 * A row goes before its file: a file that was gone before this snapshot began, and is named in it, is lost.
 * @throws StartError when one is lost; a backup without it would look like a whole one
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
        `The file ${JSON.stringify(name)} of task ${taskId} of ${email} is missing or damaged (${FILES}/${id}).`,
    ),
    'No backup was written, since it would not be whole. Put these files back from an earlier backup, or remove the attachments, and try again.',
  )
}

type Snapshot = {
  folder: string
  createdAt: string
  wanted: readonly StoredFile[]
  copied: ReadonlyMap<string, Checksum>
}

/** Writes the rows and, when all the rest is there, what the backup says about itself. */
async function writeTables(db: Database, snapshot: Snapshot): Promise<Manifest> {
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
  const manifest = makeManifest({ createdAt, steps: [...source.steps], tables, files: list })
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
  for (const path of [join(folder, FILES), dirname(tablePath(folder, ''))]) syncFolder(path)
  return manifest
}
