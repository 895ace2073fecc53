import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

import { FILE_HEAD_BYTES } from '#domain/file-type.ts'

import { syncFolder } from './durable-file.ts'
import { type UploadLimits, limitedBody } from './upload-body.ts'

/** The bytes of a file that was stored. `id` is its name in the folder or bucket, made here; no user has a say in it. */
export type StoredBlob = { id: string; size: number; head: Uint8Array }

/** The stored files: bytes under names of the program's own. Whose they are stands in the database. */
export type Files = {
  /**
   * Stores a body, piece by piece. It is kept, whole, when this answers; when this fails nothing is left.
   * The connection stays open, so that a refusal can be answered.
   * @throws TenfoldError `too_large`, `too_slow`, `invalid` when it broke off; what the disk or the store says
   */
  receive(body: Readable, limits: UploadLimits): Promise<StoredBlob>
  /**
   * Stores the bytes of a blob that has its name already, those of a backup. It is kept, whole, when this
   * answers; when this fails nothing is left.
   */
  put(id: string, body: Readable): Promise<void>
  /** The bytes of a blob; null when it is not there, or is not of this size. */
  read(id: string, size: number): Promise<Readable | null>
  /** Whether a blob is there, of this size. */
  has(id: string, size: number): Promise<boolean>
  remove(id: string): Promise<void>
  /** What has been there for so many milliseconds: blobs, and uploads that were never finished. */
  list(ageMs?: number): Promise<{ blobs: string[]; unfinished: string[] }>
  /** Removes an upload that was never finished. */
  removeUnfinished(id: string): Promise<void>
}

/** The names that the program gives to blobs. */
export const BLOB_NAME = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const UNFINISHED = '.part'

/** The files in a data folder. The folder `files` in it is made with the first of them. */
export function filesIn(dataDir: string): Files {
  const folder = join(dataDir, 'files')
  const pathOf = (id: string) => join(folder, id)
  const partOf = (id: string) => join(folder, `${id}${UNFINISHED}`)
  return {
    receive: async (body, limits) => {
      await makeFolder(folder)
      const id = randomUUID()
      try {
        const blob = { id, ...(await writeWhole(partOf(id), body, limits)) }
        await rename(partOf(id), pathOf(id))
        syncFolder(folder)
        return blob
      } catch (error) {
        // Should that fail too, the next start does it.
        await rm(partOf(id), { force: true }).catch(() => undefined)
        throw error
      }
    },
    put: async (id, body) => {
      await makeFolder(folder)
      try {
        // An attempt that was killed may have left one.
        await rm(partOf(id), { force: true })
        await writeFile(partOf(id), body, { flag: 'wx', mode: 0o600, flush: true })
        await rename(partOf(id), pathOf(id))
        syncFolder(folder)
      } catch (error) {
        await rm(partOf(id), { force: true }).catch(() => undefined)
        throw error
      }
    },
    read: async (id, size) => {
      const file = await openIfThere(pathOf(id))
      return file && readWhole(file, size)
    },
    has: async (id, size) => (await stat(pathOf(id)).catch(() => null))?.size === size,
    remove: (id) => rm(pathOf(id), { force: true }),
    list: async (ageMs = 0) => {
      const names = await namesIn(folder, ageMs)
      const parts = names.filter((name) => name.endsWith(UNFINISHED))
      return {
        blobs: names.filter((name) => BLOB_NAME.test(name)),
        unfinished: parts.map((name) => name.slice(0, -UNFINISHED.length)).filter((id) => BLOB_NAME.test(id)),
      }
    },
    removeUnfinished: (id) => rm(partOf(id), { force: true }),
  }
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) syncFolder(dirname(folder))
}

async function writeWhole(
  path: string,
  body: Readable,
  limits: UploadLimits,
): Promise<Omit<StoredBlob, 'id'>> {
  const file = await open(path, 'wx+', 0o600)
  try {
    await file.writeFile(limitedBody(body, limits))
    await file.sync()
    const { size } = await file.stat()
    return { size, head: await readHead(file) }
  } finally {
    await file.close()
  }
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
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function namesIn(folder: string, ageMs: number): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return ageMs === 0 ? names : await olderThan(folder, names, ageMs)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function olderThan(folder: string, names: readonly string[], ageMs: number): Promise<string[]> {
  const old: string[] = []
  for (const name of names) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs <= Date.now() - ageMs) old.push(name)
  }
  return old
}
