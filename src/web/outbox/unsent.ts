import type { Call } from '../sync/runner/calls.ts'
import { setTemplateTasks } from '../templates/commands.ts'
import { temporaryIdsOf } from './client-commands.ts'
import { dependentsOf } from './stored-calls.ts'
import type { Waiting } from './waiting.ts'

/** Returns the stored call of the page's latest change if it was never sent and no other tab's call needs what it creates. */
export function findUnsent(
  calls: readonly Call[],
  entries: readonly Waiting[],
  page: string,
): Waiting | null {
  const last = calls.findLast(({ isOther }) => !isOther)
  let latest = last?.isWaiting && entries.find(({ key }) => key === last.key)
  if (latest && latest.name === setTemplateTasks.name) {
    // Creating a template takes two calls, but undo treats it as one action.
    const { id } = latest.input as { id: number }
    latest = entries.find(({ name, input, key }) => temporaryIdsOf(name, input, key).includes(id)) ?? latest
  }
  if (!latest || latest.triedAt !== null || latest.page !== page) return null
  return dependentsOf(latest, entries).every((one) => one.page === page) ? latest : null
}
