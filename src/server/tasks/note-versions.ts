import type { Database } from '../db/schema.ts'
import { noteChanges } from '../run/change-log.ts'

/**
 * Adds written tasks to the change log, in the order of `given`.
 * @throws Error if one was not written
 */
export function noteVersions(
  db: Database,
  given: readonly { id: number }[],
  written: readonly { id: number; version: number }[],
): void {
  const versions = new Map(written.map(({ id, version }) => [id, version]))
  noteChanges(
    db,
    given.map(({ id }) => {
      const version = versions.get(id)
      if (version === undefined) throw new Error('A task to update does not exist.')
      return { kind: 'task', id, version }
    }),
  )
}
