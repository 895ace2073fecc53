import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '../db/schema.ts'
import { PASSING, StoreError } from './bucket/client.ts'
import type { Files } from './files.ts'
import { listUsed } from './store.ts'

export type Log = Pick<FastifyBaseLogger, 'warn'>

/**
 * Removes the blobs that no row references anymore. Call this after the commit that deleted the rows. Never throws: the
 * hourly sweep removes anything left over.
 */
export async function removeUnused(
  { db, files }: { db: Database; files: Files },
  log: Log,
  blobs: readonly string[],
): Promise<void> {
  if (blobs.length === 0) return
  try {
    const used = await listUsed(db, blobs)
    const unused = blobs.filter((blob) => !used.has(blob))
    await sweepEach(unused, (blob) => files.remove(blob), log)
  } catch (error) {
    log.warn({ err: error }, 'could not remove files; a later sweep removes them')
  }
}

/** Removes or moves each file, even if the store rejects some of the changes. Returns the number of changed files. */
export async function sweepEach(ids: Iterable<string>, change: Files['moveBack'], log: Log) {
  let count = 0
  for (const id of ids) {
    try {
      await change(id)
      count++
    } catch (error) {
      // If the store is down or busy, each of the other files would wait for the retries too.
      if (error instanceof StoreError && (error.status === null || PASSING.has(error.status))) throw error
      log.warn({ err: error, file: id }, 'could not sweep a file')
    }
  }
  return count
}
