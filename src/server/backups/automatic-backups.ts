import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { syncFolder } from '../disk/durable-file.ts'
import { StartError } from '../settings/start-error.ts'
import { UNFINISHED } from './backup-folder.ts'
import { type DatabaseManifest, databasePath, readManifest } from './manifest.ts'
import type { BackupTime, DatedBackup } from './rotation.ts'

/** Other names in the folder are never touched. */
const NAME = /^tenfold-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(-before-update)?$/

export type AutomaticBackup = DatedBackup & { folder: string; manifest: DatabaseManifest }

/** @param now ISO 8601 UTC */
export function backupName(now: string, isBeforeUpdate: boolean): string {
  const time = now.slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replaceAll(':', '')
  return `tenfold-${time}Z${isBeforeUpdate ? '-before-update' : ''}`
}

/** Lists the automatic backups in a folder by their names, oldest first, without opening them. */
export function listBackupTimes(backupFolder: string): BackupTime[] {
  if (!existsSync(backupFolder)) return []
  return readdirSync(backupFolder)
    .map(timeOf)
    .filter((time) => time !== null)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/**
 * Lists the automatic backups in a folder that have a readable manifest and a database of the right size, oldest first.
 * Manifests can be large, so don't call this on the server's main thread.
 * @throws the disk error if the folder exists but cannot be read
 */
export function listBackups(backupFolder: string): AutomaticBackup[] {
  return listBackupTimes(backupFolder).flatMap((time) => {
    const folder = join(backupFolder, time.name)
    const manifest = manifestOf(folder)
    return manifest ? [{ ...time, version: manifest.steps.at(-1) ?? '', folder, manifest }] : []
  })
}

/**
 * Removes old backups, and the leftovers of interrupted backups and removals. Call this while holding the lock on the folder.
 * Backups are renamed first, so that an interruption leaves no incomplete backup under its name.
 * @returns the names that can't be removed; the next backup tries again
 */
export function removeBackups(backupFolder: string, names: readonly string[] = []): string[] {
  const stuck = names.filter((name) => {
    const folder = join(backupFolder, name)
    return fails(() => renameSync(folder, `${folder}${UNFINISHED}`))
  })
  const leftovers = readdirSync(backupFolder).filter(
    (name) => name.endsWith(UNFINISHED) && timeOf(name.slice(0, -UNFINISHED.length)),
  )
  const isStuck = (name: string) =>
    fails(() => rmSync(join(backupFolder, name), { recursive: true, force: true }))
  return [...stuck, ...leftovers.filter(isStuck)]
}

function fails(remove: () => void): boolean {
  try {
    remove()
    return false
  } catch {
    return true
  }
}

/** Creates the folder if it is missing. Only the owner can read the folder. */
export function makeBackupFolder(backupFolder: string): void {
  if (existsSync(backupFolder)) return
  mkdirSync(backupFolder, { recursive: true, mode: 0o700 })
  syncFolder(join(backupFolder, '..'))
}

function timeOf(name: string): BackupTime | null {
  const [, day, hour, minute, second, suffix] = NAME.exec(name) ?? []
  if (day === undefined) return null
  const at = `${day}T${hour}:${minute}:${second}.000Z`
  return Number.isNaN(Date.parse(at)) ? null : { name, at, isBeforeUpdate: suffix !== undefined }
}

function manifestOf(folder: string): DatabaseManifest | null {
  try {
    const manifest = readManifest(folder)
    if (!('database' in manifest)) return null
    return statSync(databasePath(folder)).size === manifest.database.size ? manifest : null
  } catch (error) {
    // A newer version may have written it, so it is left alone.
    if (error instanceof StartError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
