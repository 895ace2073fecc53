import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a small file that only its owner reads. It appears whole or not at all, and survives a power cut. One that
 * somebody else made meanwhile is left as it is.
 */
export function createDurably(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.new`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // A rename would do the same where there are no links, but for replacing another's.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
  syncFolder(dirname(file))
}

/** Makes a rename in the folder survive a power cut. Windows cannot do this, and needs it not. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
