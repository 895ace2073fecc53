import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'

import type { AppContext } from '../context.ts'

/** Adding up the files of a large folder takes seconds of disk time. */
const FOLDER_SIZE_MS = 3_600_000

/** Sizes in bytes. A size is missing if it isn't known. */
export type FileSizes = { database?: number; wal?: number; attachments?: number }

/**
 * Returns a function that reads the sizes of the database, its log and the folder of attachments. The size of the
 * folder is read at most once an hour, and is missing until the first read has finished.
 */
export function fileSizes({ db, config }: AppContext): () => Promise<FileSizes> {
  const { dataDir, databaseUrl, bucket } = config
  const attachments = bucket === null ? folderSize(join(dataDir, 'files')) : () => undefined
  return async () => {
    const known = { attachments: attachments() }
    const file = join(dataDir, 'tenfold.db')
    const sizes =
      databaseUrl === null
        ? { database: await sizeOf(file), wal: await sizeOf(`${file}-wal`) }
        : { database: await postgresSize(db) }
    return Object.fromEntries(
      Object.entries({ ...sizes, ...known }).filter(([, bytes]) => bytes !== undefined),
    )
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
}

async function postgresSize(db: AppContext['db']): Promise<number | undefined> {
  const query = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const result = await query.execute(db).catch(() => null)
  return result?.rows[0]?.bytes
}

/** Reads the size in the background, so that no request waits for it. */
function folderSize(folder: string): () => number | undefined {
  let bytes: number | undefined
  let readAt = -Infinity
  return () => {
    if (performance.now() - readAt > FOLDER_SIZE_MS) {
      readAt = performance.now()
      void sumOf(folder).then((sum) => (bytes = sum))
    }
    return bytes
  }
}

async function sumOf(folder: string): Promise<number> {
  let sum = 0
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  for (const entry of entries)
    if (entry.isFile()) sum += (await sizeOf(join(entry.parentPath, entry.name))) ?? 0
  return sum
}
