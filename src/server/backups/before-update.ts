import { statSync } from 'node:fs'

import { formatSize } from '#domain/format-size.ts'

import type { Settings } from '../config.ts'
import { databaseFailure } from '../db/failure.ts'
import { isUpToDate } from '../db/migrations.ts'
import { StartError } from '../settings/start-error.ts'
import { listBackups } from './automatic-backups.ts'
import { type BackupPlace, WAIT_MS, makeBackup } from './make-backup.ts'

export type BackupSettings = BackupPlace & Pick<Settings, 'backups'>

/**
 * Backs up a SQLite database that is about to be migrated. Does nothing if the database has no pending migration, is
 * empty, or is unchanged since the last such backup. Call this while no server uses the database.
 * @param steps the migrations applied to the database
 * @returns a line for the terminal, or null if no backup was made
 * @throws StartError if the backup failed, because without a backup the update could not be undone
 */
export async function backUpBeforeUpdate(
  settings: BackupSettings,
  file: string,
  steps: readonly string[],
): Promise<string | null> {
  const { backups, backupFolder } = settings
  if (!backups || steps.length === 0 || isUpToDate(steps)) return null
  const now = new Date().toISOString()
  try {
    if (isBackedUp(backupFolder, file, steps, now)) return null
    const request = { file, now, isBeforeUpdate: true, pace: null, waitMs: WAIT_MS }
    const { folder, bytes } = await makeBackup(settings, request)
    return `Backed up the database (${formatSize(bytes)}) to ${folder} before updating it.`
  } catch (error) {
    throw new StartError(
      `The database needs an update, but backing it up first failed: ${backupFailure(error)}`,
      `Nothing was changed. Free some space, set BACKUP_FOLDER to another disk, or set BACKUPS=off to update without a backup.`,
    )
  }
}

/** Returns why a backup failed, in one sentence. */
export function backupFailure(error: unknown): string {
  if (error instanceof StartError) return error.lines.join(' ')
  const failure = error instanceof Error ? error : new Error(String(error))
  const { code } = failure as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || databaseFailure(failure) === 'disk_full'
  return isFull ? 'The disk is full.' : `${failure.message.replaceAll('\n', ' ')}.`
}

/** Returns whether the current state is already backed up, so that repeated failed starts make only one backup. */
function isBackedUp(backupFolder: string, file: string, steps: readonly string[], now: string): boolean {
  // A backup from the future was made while the clock was wrong, so it seems newer than any change.
  const last = listBackups(backupFolder).findLast(({ isBeforeUpdate, at }) => isBeforeUpdate && at <= now)
  if (!last || last.manifest.steps.join() !== steps.join()) return false
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  return (log?.size ?? 0) === 0 && statSync(file).mtimeMs < Date.parse(last.manifest.createdAt)
}
