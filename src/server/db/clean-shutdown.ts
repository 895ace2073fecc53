import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

import { isMissing } from './sqlite-file.ts'

/** The mark exists only while no server is running. */
const markOf = (file: string) => `${file}.left`

/**
 * Marks a database as cleanly closed, so that the next start can skip the full check. Never fails: without the mark,
 * the next start checks the file.
 */
export function markCleanShutdown(file: string): void {
  try {
    if (isMissing(`${file}-wal`)) writeFileSync(markOf(file), describe(file), { mode: 0o600 })
  } catch {
    // The disk may be full, for example.
  }
}

/** Returns whether a database hasn't changed since a server closed it: the same file, with the same size and no later writes. */
export function wasShutDownCleanly(file: string): boolean {
  try {
    return isMissing(`${file}-wal`) && readFileSync(markOf(file), 'utf8') === describe(file)
  } catch {
    return false
  }
}

/**
 * Removes the mark. Call this before any write.
 * @throws the system's error when the folder isn't writable
 */
export function clearCleanShutdown(file: string): void {
  rmSync(markOf(file), { force: true })
}

/** Returns the state of a file. A copy has another inode, and any write or restored timestamp changes the ctime. */
function describe(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}
