import {
  type Stats,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { syncFolder } from '../durable-file.ts'
import { StartError } from '../start-error.ts'

/** @throws StartError when the folder cannot become a backup */
export function requireFree(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && !isEmptyFolder(folder, found)) {
    throw new StartError(`${folder} is there already. Name a folder that is empty or not there.`)
  }
  if (found && found.dev !== statSync(dirname(folder)).dev) {
    throw new StartError(
      `${folder} is a disk of its own. Name a folder on it, such as ${join(folder, 'tenfold')}.`,
    )
  }
}

function isEmptyFolder(folder: string, found: Stats): boolean {
  return found.isDirectory() && readdirSync(folder).length === 0
}

/** Runs what writes into a folder under another name, which gets its own when all of it is on the disk. */
export async function appearingWhole<T>(
  folder: string,
  write: (unfinished: string) => Promise<T>,
): Promise<T> {
  const unfinished = `${folder}.unfinished`
  if (existsSync(unfinished)) {
    throw new StartError(
      `${unfinished} is there: another backup is being written, or one was broken off. If none is, remove it and try again.`,
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
