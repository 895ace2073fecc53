import type { Call } from '../sync/runner/calls.ts'
import { dependentsOf } from './stored-calls.ts'
import type { Waiting } from './waiting.ts'

/** Returns the stored call of the page's latest action if it was never sent and no other tab's call needs what it creates. */
export function findUnsent(
  calls: readonly Call[],
  entries: readonly Waiting[],
  page: string,
): Waiting | null {
  const last = calls.findLast(({ isAction }) => isAction)
  const latest = last?.isWaiting && entries.find(({ key }) => key === last.key)
  if (!latest || latest.triedAt !== null || latest.page !== page) return null
  return dependentsOf(latest, entries).every((one) => one.page === page) ? latest : null
}
