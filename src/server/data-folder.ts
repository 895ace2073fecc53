import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { folderError } from './folder-error.ts'
import { lockFolder } from './folder-lock.ts'

/** The folder everything is kept in; with PostgreSQL, everything but the database. */
export type DataFolder = { path: string; release: () => void }

export function databaseFile(path: string): string {
  return join(path, 'tenfold.db')
}

/**
 * Looks whether the folder, if it is there, can be written, without changing anything.
 * @throws StartError when it cannot
 */
export function requireWritable(path: string): void {
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return
    readdirSync(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    if (existsSync(databaseFile(path))) accessSync(databaseFile(path), constants.R_OK | constants.W_OK)
  } catch (error) {
    throw folderError(path, error)
  }
}

/**
 * Makes the folder if it is not there, and takes it for this process.
 * @throws StartError when it cannot be made or written, or another server holds it
 */
export function openDataFolder(path: string): DataFolder {
  const folder = shareDataFolder(path)
  return { ...folder, release: lockFolder(path) }
}

/**
 * Makes the folder if it is not there, and leaves it to other servers too: those that share a PostgreSQL database share
 * the files.
 * @throws StartError when it cannot be made or written
 */
export function shareDataFolder(path: string): DataFolder {
  try {
    makeFolder(path)
  } catch (error) {
    throw folderError(path, error)
  }
  requireWritable(path)
  return { path, release: () => undefined }
}

/** Makes the folder and those above it. (Node's own way to do that never ends below `/proc`.) */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another server may have made it at the same moment.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
