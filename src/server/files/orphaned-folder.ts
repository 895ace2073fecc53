import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { syncFolder } from '../disk/durable-file.ts'
import { ifThere, namesIn } from '../disk/if-there.ts'

export const BLOB_NAME = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** A folder inside the folder or prefix of the files, so that a file moves within one disk or bucket. */
export const ORPHANED = 'orphaned'

/** Files without a row, kept for a while in case an older database was restored by mistake. */
export type OrphanedFiles = {
  /** Moves a blob to the orphaned files. Does nothing when it is missing. */
  moveToOrphaned(id: string): Promise<void>
  /** Moves an orphaned blob back. Does nothing when there is none. */
  moveBack(id: string): Promise<void>
  /** @param before only those moved before this time, in milliseconds since 1970 */
  listOrphaned(before?: number): Promise<string[]>
  /** Removes an orphaned blob. Does nothing when there is none. */
  removeOrphaned(id: string): Promise<void>
}

/** Returns the orphaned files of a folder of blobs. Creates the folder `orphaned` in it when needed. */
export function orphanedIn(folder: string): { pathOf: (id: string) => string; moves: OrphanedFiles } {
  const orphanedFolder = join(folder, ORPHANED)
  const pathOf = (id: string) => join(orphanedFolder, id)
  return {
    pathOf,
    moves: {
      moveToOrphaned: async (id) => {
        const path = join(folder, id)
        const now = new Date()
        // The age counts from this time. Set before the move, so that after a crash the file seems younger, never older.
        if ((await ifThere(utimes(path, now, now).then(() => true))) === null) return
        await makeFolder(orphanedFolder)
        await renameIfThere(path, pathOf(id))
      },
      moveBack: (id) => renameIfThere(pathOf(id), join(folder, id)),
      listOrphaned: async (before) =>
        (await namesIn(orphanedFolder, before)).filter((name) => BLOB_NAME.test(name)),
      removeOrphaned: (id) => rm(pathOf(id), { force: true }),
    },
  }
}

/** Creates a folder that only its owner can access, if it is missing. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) syncFolder(dirname(folder))
}

/** Servers that share the folder can move the same file at the same time. */
async function renameIfThere(from: string, to: string): Promise<void> {
  if ((await ifThere(rename(from, to).then(() => true))) === null) return
  for (const path of [from, to]) syncFolder(dirname(path))
}
