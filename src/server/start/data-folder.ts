import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { folderError } from './folder-error.ts'
import { lockFolder } from './folder-lock.ts'

/** The data folder. With PostgreSQL, the folder contains everything except the database. */
export type DataFolder = Disposable & { path: string; release: () => void }

export function databaseFile(path: string): string {
  return join(path, 'tenfold.db')
}

/**
 * Checks that the folder, if it exists, is writable. Changes nothing.
 * @throws StartError if the folder is not writable
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
 * Creates the folder if necessary and locks it for this process.
 * @throws StartError if the folder cannot be created or written to, or if another server is using it
 */
export function openDataFolder(path: string): DataFolder {
  const folder = shareDataFolder(path)
  const release = lockFolder(path)
  return { ...folder, release, [Symbol.dispose]: release }
}

/**
 * Creates the folder if necessary without locking it: servers that share a PostgreSQL database also share the files.
 * @throws StartError if the folder cannot be created or written to
 */
export function shareDataFolder(path: string): DataFolder {
  try {
    makeFolder(path)
  } catch (error) {
    throw folderError(path, error)
  }
  requireWritable(path)
  return { path, release: () => undefined, [Symbol.dispose]: () => undefined }
}

/** Creates the folder and its parents. Node's recursive `mkdir` never returns below `/proc`. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another server may have created it at the same time.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
