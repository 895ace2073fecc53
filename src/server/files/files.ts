import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { FILE_HEAD_BYTES } from '#domain/attachments/file-type.ts'

import { syncFolder } from '../disk/durable-file.ts'
import { ifThere, namesIn, statIfThere } from '../disk/if-there.ts'
import { BLOB_NAME, type OrphanedFiles, makeFolder, orphanedIn } from './orphaned-folder.ts'
import { type UploadLimits, limitedBody } from './upload-body.ts'

/** The bytes of a stored file. `id` is its name in the folder or bucket, generated here and never by users. */
export type StoredBlob = { id: string; size: number; head: Uint8Array }

/** The stored files: bytes under generated names. The database records their owners. */
export type Files = OrphanedFiles & {
  /**
   * Stores a body as it arrives. When this returns, the file is complete. When it throws, nothing remains
   * stored. The connection stays open, so that an error can be sent.
   * @throws TenfoldError `too_large`, `too_slow`, `busy`, or `invalid` when the body was cut off; or the error of the
   *   disk or the store
   */
  receive(body: Readable, limits: UploadLimits): Promise<StoredBlob>
  /**
   * Stores the bytes of a blob that already has a name, as when restoring a backup. When this returns, the blob is
   * complete. When it throws, nothing remains stored.
   */
  put(id: string, body: Readable): Promise<void>
  /** Returns the bytes of a blob, or null when it is missing or has a different size. Moves an orphaned blob back. */
  read(id: string, size: number): Promise<Readable | null>
  /** Returns whether a blob of this size is stored, orphaned or not. Changes nothing. */
  has(id: string, size: number): Promise<boolean>
  /** Removes a blob, orphaned or not. Does nothing when it is missing. */
  remove(id: string): Promise<void>
  /**
   * Lists blobs and unfinished uploads, without orphaned blobs.
   * @param before only those last written before this time, in milliseconds since 1970
   */
  list(before?: number): Promise<{ blobs: string[]; unfinished: string[] }>
  /** Removes an upload that was never finished. */
  removeUnfinished(id: string): Promise<void>
}

const UNFINISHED = '.part'

/** Returns the files in a data folder. The folder `files` in it is created with the first file. */
export function filesIn(dataDir: string): Files {
  const folder = join(dataDir, 'files')
  const pathOf = (id: string) => join(folder, id)
  const partOf = (id: string) => join(folder, `${id}${UNFINISHED}`)
  const orphaned = orphanedIn(folder)
  /** Stores a complete blob, or nothing if writing its unfinished file fails. */
  const store = async <T>(id: string, write: (part: string) => Promise<T>): Promise<T> => {
    await makeFolder(folder)
    try {
      const written = await write(partOf(id))
      await rename(partOf(id), pathOf(id))
      syncFolder(folder)
      return written
    } catch (error) {
      // If that fails too, a sweep removes the file.
      await rm(partOf(id), { force: true }).catch(() => undefined)
      throw error
    }
  }
  return {
    receive: async (body, limits) => {
      const id = randomUUID()
      return { id, ...(await store(id, (part) => writeWhole(part, body, limits))) }
    },
    put: (id, body) =>
      store(id, async (part) => {
        // An interrupted attempt may have left a partial file.
        await rm(part, { force: true })
        await writeFile(part, body, { flag: 'wx', mode: 0o600, flush: true })
      }),
    read: async (id, size) => {
      let file = await openIfThere(pathOf(id))
      if (!file) {
        await orphaned.moves.moveBack(id)
        file = await openIfThere(pathOf(id))
      }
      return file && readWhole(file, size)
    },
    has: async (id, size) => {
      const there = (await statIfThere(pathOf(id))) ?? (await statIfThere(orphaned.pathOf(id)))
      return there?.size === size
    },
    remove: async (id) => {
      for (const path of [pathOf(id), orphaned.pathOf(id)]) await rm(path, { force: true })
    },
    list: async (before) => {
      const names = await namesIn(folder, before)
      const parts = names.filter((name) => name.endsWith(UNFINISHED))
      return {
        blobs: names.filter((name) => BLOB_NAME.test(name)),
        unfinished: parts.map((name) => name.slice(0, -UNFINISHED.length)).filter((id) => BLOB_NAME.test(id)),
      }
    },
    removeUnfinished: (id) => rm(partOf(id), { force: true }),
    ...orphaned.moves,
  }
}

async function writeWhole(
  path: string,
  body: Readable,
  limits: UploadLimits,
): Promise<Omit<StoredBlob, 'id'>> {
  await using file = await open(path, 'wx+', 0o600)
  await file.writeFile(limitedBody(body, limits))
  await file.sync()
  const { size } = await file.stat()
  return { size, head: await readHead(file) }
}

async function readHead(file: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(FILE_HEAD_BYTES), { position: 0 })
  return buffer.subarray(0, bytesRead)
}

async function readWhole(file: FileHandle, size: number): Promise<Readable | null> {
  const isWhole = await file.stat().then(
    (stat) => stat.size === size,
    () => false,
  )
  if (isWhole) return file.createReadStream()
  await file.close()
  return null
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  return ifThere(open(path, 'r'))
}
