import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a small file that only its owner can read. The file appears completely or not at all, and survives a power
 * failure. Does not change a file that another process created in the meantime.
 */
export function createDurably(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.new`
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true })
    linkSync(unfinished, file)
  } catch (error) {
    // Without hard links a rename does the same, except that it can replace another process's file.
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== 'link') throw error
    if (code !== 'EEXIST') renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
  syncFolder(dirname(file))
}

/** Makes a rename in the folder survive a power failure. Windows can't do this and doesn't need it. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Writes the changes to a file to the disk. */
export function syncFile(file: string): void {
  sync(file, 'r+')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
