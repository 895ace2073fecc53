import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { syncFolder } from '../disk/durable-file.ts'
import { StartError } from '../settings/start-error.ts'

/** The suffix of a backup folder's temporary name. */
export const UNFINISHED = '.unfinished'

/** @throws StartError if the folder exists and isn't empty */
export function requireFree(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found && !(found.isDirectory() && readdirSync(folder).length === 0)) {
    throw new StartError(`${folder} already exists. Choose an empty or new folder.`)
  }
  if (found && found.dev !== lstatSync(dirname(folder)).dev) {
    throw new StartError(
      `${folder} is a mount point. Choose a folder inside it, such as ${join(folder, 'tenfold')}.`,
    )
  }
}

/** Writes a folder under a temporary name and renames it once everything is on disk. */
export async function appearingWhole<T>(
  folder: string,
  write: (unfinished: string) => Promise<T>,
): Promise<T> {
  const unfinished = `${folder}${UNFINISHED}`
  if (existsSync(unfinished)) {
    throw new StartError(
      `${unfinished} exists: another backup is running, or one was interrupted. If none is running, delete it and try again.`,
    )
  }
  const remove = () => rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(unfinished, { mode: 0o700 })
  process.once('exit', remove)
  try {
    const result = await write(unfinished)
    syncFolder(unfinished)
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(unfinished, folder)
    syncFolder(dirname(folder))
    return result
  } finally {
    remove()
    process.off('exit', remove)
  }
}
