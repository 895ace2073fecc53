import type { FastifyBaseLogger } from 'fastify'

import { hasUsers } from '../auth/store.ts'
import type { AppContext } from '../context.ts'
import { listUsed } from './store.ts'

type Stores = Pick<AppContext, 'db' | 'files'>

/** No upload takes so long: what is older is not one that another server is just taking. */
const SHARED_AGE_MS = 24 * 3_600_000

/**
 * Removes those of the blobs from the disk that have no row any more. To be called after the commit that deleted the
 * rows. It never fails: what could not be removed is removed at the next start.
 */
export async function removeUnused(
  { db, files }: Stores,
  log: Pick<FastifyBaseLogger, 'warn'>,
  blobs: readonly string[],
): Promise<void> {
  if (blobs.length === 0) return
  try {
    const used = await listUsed(db, blobs)
    for (const blob of blobs) if (!used.has(blob)) await files.remove(blob)
  } catch (error) {
    log.warn({ err: error }, 'a file could not be removed; it will be at the next start')
  }
}

/**
 * Removes uploads that were never finished and blobs without a row: what a server leaves that ended while it stored or
 * removed a file. To be called before the first request. It never fails. Servers that share a PostgreSQL database share
 * the folder too, so with one only what has lain for a day is removed.
 */
export async function sweepFiles(
  { db, files, config }: Stores & Pick<AppContext, 'config'>,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    const { unfinished, unused } = await listLeftOvers({ db, files }, sweptAgeMs(config))
    for (const id of unfinished) await files.removeUnfinished(id)
    if (unused.length > 0 && !(await hasUsers(db))) {
      // An empty database may stand in the place of a lost one that is yet to be restored.
      log.warn({ files: unused.length }, 'the database is new, so files that it does not know are left alone')
      return
    }
    for (const blob of unused) await files.remove(blob)
    if (unfinished.length + unused.length > 0) {
      log.info({ unfinished: unfinished.length, unused: unused.length }, 'left-over files were removed')
    }
  } catch (error) {
    log.warn({ err: error }, 'left-over files could not be removed')
  }
}

/** Uploads that were never finished and blobs without a row that have lain for so many milliseconds. */
export async function listLeftOvers(
  { db, files }: Stores,
  ageMs: number,
): Promise<{ unfinished: string[]; unused: string[] }> {
  const { blobs, unfinished } = await files.list(ageMs)
  const used = await listUsed(db, blobs)
  return { unfinished, unused: blobs.filter((blob) => !used.has(blob)) }
}

/** How long a left-over must have lain until a start removes it, in milliseconds. */
export function sweptAgeMs({ databaseUrl }: Pick<AppContext['config'], 'databaseUrl'>): number {
  return databaseUrl === null ? 0 : SHARED_AGE_MS
}
