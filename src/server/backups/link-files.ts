import { link, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Files } from '../files/files.ts'
import type { AutomaticBackup } from './automatic-backups.ts'
import { checksumOfFile, writeHashed } from './hashed-file.ts'
import { FILES, type FileEntry, filePath } from './manifest.ts'
import type { StoredFile } from './stored-files.ts'

/**
 * The stored files. `isLinked` is true if they are in the `files` folder of the data folder, where they can be linked.
 */
export type FileSource = { dataDir: string; isLinked: boolean; files: Files }

type Linking = {
  folder: string
  last: AutomaticBackup | undefined
  /** Throws if this number of bytes would fill the disk of the backup. */
  requireRoom: (bytes: number) => void
}

/**
 * Adds stored files to a backup. A file never changes, so a hard link to the stored file, or to its copy in the last
 * backup, is enough and uses no space. A file is copied only if neither link is possible. If the last backup has the
 * file, the checksum is taken from its manifest.
 * @returns the files of the backup, and the ids of those that are missing or of the wrong size
 */
export async function linkFiles(
  wanted: readonly StoredFile[],
  { dataDir, isLinked, files }: FileSource,
  { folder, last, requireRoom }: Linking,
): Promise<{ files: FileEntry[]; missing: string[] }> {
  const known = new Map(last?.manifest.files.map((file) => [file.id, file]))
  const added: FileEntry[] = []
  const unlinked: StoredFile[] = []
  for (const { id, size } of wanted) {
    const path = filePath(folder, id)
    const before = known.get(id)?.size === size ? known.get(id) : undefined
    const links = [
      ...(isLinked ? [join(dataDir, FILES, id)] : []),
      ...(last && before ? [filePath(last.folder, id)] : []),
    ]
    if (await linkFirst(links, path, size)) added.push(before ?? { id, ...(await checksumOfFile(path)) })
    else unlinked.push({ id, size })
  }
  const missing: string[] = []
  let left = unlinked.reduce((sum, { size }) => sum + size, 0)
  for (const { id, size } of unlinked) {
    requireRoom(left)
    left -= size
    const bytes = await files.read(id, size)
    if (bytes) added.push({ id, ...(await writeHashed(filePath(folder, id), bytes)) })
    else missing.push(id)
  }
  return { files: added, missing }
}

/** Links the path to the first of these files that has the right size. Returns false if none can be linked. */
async function linkFirst(sources: readonly string[], path: string, size: number): Promise<boolean> {
  for (const source of sources) {
    try {
      if ((await stat(source)).size !== size) continue
      await link(source, path)
      return true
    } catch {
      // The file is missing, on another disk, or on a disk without hard links.
    }
  }
  return false
}
