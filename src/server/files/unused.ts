import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '../db/schema.ts'
import type { Files } from './files.ts'
import { listUsed } from './store.ts'

/**
 * Removes the blobs that no row references anymore. Call it after the commit that deleted the rows. Never throws: the
 * hourly sweep removes anything left over.
 */
export async function removeUnused(
  { db, files }: { db: Database; files: Files },
  log: Pick<FastifyBaseLogger, 'warn'>,
  blobs: readonly string[],
): Promise<void> {
  if (blobs.length === 0) return
  try {
    const used = await listUsed(db, blobs)
    for (const blob of blobs) if (!used.has(blob)) await files.remove(blob)
  } catch (error) {
    log.warn({ err: error }, 'could not remove a file; a later sweep removes it')
  }
}
