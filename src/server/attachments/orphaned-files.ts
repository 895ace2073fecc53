import { hasUsers } from '../auth/store.ts'
import type { AppContext } from '../context.ts'
import { forgetExpiredTrash } from '../trash/expired.ts'
import type { Files } from '../files/files.ts'
import { listUsed } from '../files/store.ts'
import { removeUnused, sweepEach } from '../files/unused.ts'
import type { SweepRun } from '../sweeps/hourly.ts'

type Stores = Pick<AppContext, 'db' | 'files'>

const HOUR_MS = 3_600_000

/** Newer files are left alone, because a server may still be storing them. No upload takes this long. */
export const GRACE_MS = 24 * HOUR_MS

/** How long an orphaned file is kept after it is moved. Restoring a database within this time loses no file. */
const KEPT_MS = 7 * 24 * HOUR_MS

/** Deletes expired items in the trash, with their files. */
export async function sweepTrash(
  { db, files, clock }: Stores & Pick<AppContext, 'clock'>,
  { canExpire, log }: SweepRun,
): Promise<void> {
  if (canExpire) await removeUnused({ db, files }, log, await forgetExpiredTrash(db, clock.now(), log))
}

/**
 * Removes unfinished uploads, moves blobs without a row to the orphaned files, and deletes these after 7 days. Moves
 * orphaned blobs back if a row references them again, as after restoring an older database.
 */
export async function sweepFiles(
  { db, files, clock }: Stores & Pick<AppContext, 'clock'>,
  { canExpire, closing, log }: SweepRun,
): Promise<void> {
  const now = Date.parse(clock.now())
  const sweep = (ids: Iterable<string>, change: Files['moveBack']) =>
    sweepEach(
      Iterator.from(ids).filter(() => !closing.aborted),
      change,
      log,
    )
  const { unfinished, unused } = await listOrphanedFiles({ db, files }, now)
  const counts = { unfinished: 0, moved: 0, back: 0, removed: 0 }
  counts.unfinished = await sweep(unfinished, (id) => files.removeUnfinished(id))
  const orphaned = await files.listOrphaned()
  const used = await listUsed(db, orphaned)
  counts.back = await sweep(used, (id) => files.moveBack(id))
  const nameless = unused.length + orphaned.length - used.size
  if (nameless > 0 && !(await hasUsers(db))) {
    // The files may belong to a lost database that is about to be restored over this empty one.
    log.warn({ files: nameless }, 'the database has no account, so orphaned files are left alone')
    return
  }
  const old = canExpire ? await files.listOrphaned(now - KEPT_MS) : []
  const expired = old.filter((id) => !used.has(id))
  counts.removed = await sweep(expired, (id) => files.removeOrphaned(id))
  counts.moved = await sweep(unused, (id) => files.moveToOrphaned(id))
  if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'swept orphaned files')
}

/**
 * Lists unfinished uploads and blobs without a row, older than the grace period.
 * @param now in milliseconds since 1970
 */
export async function listOrphanedFiles(
  { db, files }: Stores,
  now: number,
): Promise<{ unfinished: string[]; unused: string[] }> {
  const { blobs, unfinished } = await files.list(now - GRACE_MS)
  const used = await listUsed(db, blobs)
  return { unfinished, unused: blobs.filter((blob) => !used.has(blob)) }
}
