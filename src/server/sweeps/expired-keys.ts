import { setImmediate } from 'node:timers/promises'

import type { AppContext } from '../context.ts'
import { expiryOf } from '../run/idempotency/run-once.ts'
import { deleteExpiredKeys } from '../run/idempotency/store.ts'
import { deleteExpiredUndos } from '../run/undo-store.ts'
import type { SweepRun } from './hourly.ts'

/** The number of keys deleted per statement, because other requests wait for it on SQLite. */
const KEYS_AT_ONCE = 500

/** Deletes the expired keys and undo data of all users. */
export async function sweepKeys(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { canExpire, closing }: SweepRun,
): Promise<void> {
  if (!canExpire) return
  const until = expiryOf(clock.now())
  while (!closing.aborted && (await deleteExpiredKeys(db, until, KEYS_AT_ONCE))) await setImmediate()
  await deleteExpiredUndos(db, until)
}
