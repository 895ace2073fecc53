import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

import { isMissing } from './sqlite-file.ts'

/** Beside the database, only while no server runs. */
const markOf = (file: string) => `${file}.left`

/**
 * Notes how a database lies that was closed in order, so that the next start need not look all of it over. It never fails:
 * without the note, it is looked over.
 */
export function noteLeft(file: string): void {
  try {
    if (isMissing(`${file}-wal`)) writeFileSync(markOf(file), describe(file), { mode: 0o600 })
  } catch {
    // A full disk, perhaps.
  }
}

/** Whether a database lies as a server left it: the same file, of the same size, and not written to since. */
export function isAsLeft(file: string): boolean {
  try {
    return isMissing(`${file}-wal`) && readFileSync(markOf(file), 'utf8') === describe(file)
  } catch {
    return false
  }
}

/** Takes the note away, before anything is written. @throws when the folder cannot be written */
export function forgetLeft(file: string): void {
  rmSync(markOf(file), { force: true })
}

/** A copy has another inode, and whatever writes to the file, or restores its times, another time of its last change. */
function describe(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}
