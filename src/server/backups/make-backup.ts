import { existsSync, mkdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

import { formatSize } from '#domain/format-size.ts'

import type { Settings } from '../config.ts'
import { stepsTaken } from '../db/migrations.ts'
import { type Pace, withSqliteSnapshot } from '../db/sqlite-copy.ts'
import { syncFile, syncFolder } from '../disk/durable-file.ts'
import { lockFile } from '../disk/lock-file.ts'
import { openFiles } from '../files/open-files.ts'
import { StartError } from '../settings/start-error.ts'
import {
  type AutomaticBackup,
  backupName,
  listBackups,
  makeBackupFolder,
  removeBackups,
} from './automatic-backups.ts'
import { appearingWhole } from './backup-folder.ts'
import { checksumOfFile } from './hashed-file.ts'
import { linkFiles } from './link-files.ts'
import { DATABASE_FORM, type DatabaseManifest, FILES, databasePath, writeManifest } from './manifest.ts'
import { surplusBackups } from './rotation.ts'
import { listStoredFiles } from './stored-files.ts'
import { findFault, makeStandalone } from './verify-copy.ts'

/** Free space that a backup leaves for the server, in addition to a tenth of the copy's size. */
const SPARE_BYTES = 16 * 2 ** 20
/**
 * The maximum number of snapshots. If files are missing from every snapshot, users remove them faster than they can be
 * linked.
 */
const SNAPSHOTS_MAX = 5
const LOCK = 'backup.lock'

/** How long the backup process of a killed server can take to end. */
export const WAIT_MS = 30_000

export type BackupPlace = Pick<Settings, 'dataDir' | 'backupFolder' | 'bucket'>

export type BackupRequest = {
  file: string
  /** ISO 8601 UTC. */
  now: string
  isBeforeUpdate: boolean
  /** The pace of the copy while a server runs, or null for full speed. */
  pace: Pace | null
  /** How long to wait for another backup to end. */
  waitMs: number
  /** Called when the database has been copied and only needs verification. */
  onCopied?: () => void
}

export type BackupResult = {
  folder: string
  /** The size of the database in bytes. */
  bytes: number
  files: number
  /** The ids of files that rows reference but that are missing. */
  lost: string[]
  /** The names of old backups that were removed. */
  removed: string[]
  /** The names of old backups and leftovers that can't be removed. */
  stuck: string[]
}

/**
 * Makes an automatic backup of a SQLite database and its files, verifies the backup, and removes surplus old backups. A
 * backup appears complete or not at all.
 * @throws StartError or a disk error if the backup failed; earlier backups remain unchanged
 */
export async function makeBackup(place: BackupPlace, request: BackupRequest): Promise<BackupResult> {
  const { backupFolder } = place
  const { now, isBeforeUpdate } = request
  makeBackupFolder(backupFolder)
  const unlock = lockBackups(backupFolder, request.waitMs)
  try {
    removeBackups(backupFolder)
    requireRoom(backupFolder, request.file)
    const folder = freeFolder(backupFolder, now, isBeforeUpdate)
    const earlier = listBackups(backupFolder)
    const { database, files, lost } = await appearingWhole(folder, (unfinished) =>
      writeCopy(place, request, unfinished, earlier.at(-1)),
    )
    const surplus = surplusBackups(listBackups(backupFolder), now, Temporal.Now.timeZoneId())
    const names = surplus.map(({ name }) => name)
    const stuck = removeBackups(backupFolder, names)
    const removed = names.filter((name) => !stuck.some((one) => one.startsWith(name)))
    return { folder, bytes: database.size, files: files.length, lost, removed, stuck }
  } finally {
    unlock()
  }
}

/** Removes the leftovers of an interrupted backup, unless a backup is running. */
export function removeLeftovers(backupFolder: string): void {
  if (!existsSync(backupFolder)) return
  let unlock: (() => void) | null = null
  try {
    unlock = lockBackups(backupFolder, 0)
    removeBackups(backupFolder)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
  } finally {
    unlock?.()
  }
}

/** Returns an unused path, so that two backups in one second get different names. */
function freeFolder(backupFolder: string, now: string, isBeforeUpdate: boolean): string {
  const folder = join(backupFolder, backupName(now, isBeforeUpdate))
  if (!existsSync(folder)) return folder
  const later = Temporal.Instant.from(now).add({ seconds: 1 }).toString({ fractionalSecondDigits: 3 })
  return freeFolder(backupFolder, later, isBeforeUpdate)
}

function lockBackups(backupFolder: string, waitMs: number): () => void {
  try {
    return lockFile(join(backupFolder, LOCK), waitMs)
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code)
    if (!code.startsWith('SQLITE_BUSY')) throw error
    throw new StartError(`Another backup to ${backupFolder} is already running.`)
  }
}

/** Checks for free space first, because a backup that fills the disk would make the server reject writes. */
function requireRoom(backupFolder: string, file: string, bytesOfFiles = 0): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const wanted = (statSync(file).size + log) * 1.1 + bytesOfFiles + SPARE_BYTES
  const { bavail, bsize } = statfsSync(backupFolder)
  const free = bavail * bsize
  if (free >= wanted) return
  throw new StartError(
    `The disk that holds ${backupFolder} is too full for a backup: it has ${formatSize(free)} free and needs ${formatSize(wanted)}.`,
  )
}

async function writeCopy(
  place: BackupPlace,
  { file, now, pace, onCopied }: BackupRequest,
  folder: string,
  last: AutomaticBackup | undefined,
): Promise<DatabaseManifest> {
  const { steps, files, lost } = await copySnapshot({ file, pace, folder, place, last })
  onCopied?.()
  const copy = databasePath(folder)
  makeStandalone(copy)
  const fault = findFault(copy, steps)
  if (fault !== null) {
    throw new StartError(
      `The copy failed verification and was deleted (${fault}). The database itself may be damaged: run the doctor command.`,
    )
  }
  syncFile(copy)
  syncFolder(join(folder, FILES))
  const database = await checksumOfFile(copy)
  const content = { createdAt: now, steps, database, files, lost }
  const manifest: DatabaseManifest = { tenfoldBackup: DATABASE_FORM, ...content }
  writeManifest(folder, manifest)
  return manifest
}

type Copying = {
  file: string
  pace: Pace | null
  folder: string
  place: BackupPlace
  last: AutomaticBackup | undefined
}

/**
 * Rows are deleted before their files. A file that is missing during one snapshot may just have been deleted. A file
 * that is missing during two snapshots is lost.
 */
async function copySnapshot({ file, pace, folder, place, last }: Copying) {
  const source = { dataDir: place.dataDir, isLinked: place.bucket === null, files: openFiles(place) }
  let gone: readonly string[] = []
  for (let snapshot = 1; ; snapshot++) {
    rmSync(join(folder, FILES), { recursive: true, force: true })
    mkdirSync(join(folder, FILES), { mode: 0o700 })
    const copied = await withSqliteSnapshot(file, pace, async (db, copyTo) => {
      const stored = await listStoredFiles(db)
      const { files, missing } = await linkFiles(stored, source, {
        folder,
        last,
        requireRoom: (bytes) => requireRoom(place.backupFolder, file, bytes),
      })
      const isNew = missing.some((id) => !gone.includes(id))
      gone = missing
      if (isNew && snapshot < SNAPSHOTS_MAX) return null
      await copyTo(databasePath(folder))
      return { steps: await stepsTaken(db), files, lost: missing }
    })
    if (copied) return copied
  }
}
