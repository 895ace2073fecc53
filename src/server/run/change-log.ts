import type { Change } from '#domain/tasks/change.ts'

import type { Database } from '../db/schema.ts'

/** The changes that stores have made so far, by transaction. */
const logs = new WeakMap<Database, Change[]>()

/** Starts collecting the changes of a transaction. Returns the list that `noteChanges` adds to. */
export function collectChanges(db: Database): readonly Change[] {
  const changes: Change[] = []
  logs.set(db, changes)
  return changes
}

/**
 * Adds changes to the list of the transaction. Each store that writes a task, category, template or settings calls
 * this.
 * @throws Error outside a command, because the change would be missing from the change log
 */
export function noteChanges(db: Database, changes: readonly Change[]): void {
  const log = logs.get(db)
  if (!log) throw new Error('Only commands can change tasks, categories, templates and settings.')
  for (const change of changes) log.push(change)
}
