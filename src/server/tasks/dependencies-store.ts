import type { DependencyNode } from '#domain/tasks/dependency.ts'

import { withGiven } from '../db/given-rows.ts'
import type { Database } from '../db/schema.ts'
import { countTexts } from '../db/text-tally.ts'
import { noteVersions } from './note-versions.ts'
import { readList } from './task-row.ts'

export async function listDependencies(db: Database, userId: string): Promise<DependencyNode[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'dependencies'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, dependencies }) => ({ id, dependencies: readList(dependencies) }))
}

/** New dependencies of a task, and its dependencies as read in this transaction. */
export type Relinked = { id: number; before: readonly string[]; after: readonly string[] }

/** Writes the dependencies of tasks, and increases the version of each. */
export async function updateDependencies(
  db: Database,
  userId: string,
  relinked: readonly Relinked[],
  now: string,
): Promise<void> {
  if (relinked.length === 0) return
  const rows = relinked.map(({ id, before, after }) => ({
    id,
    before: JSON.stringify(before),
    dependencies: JSON.stringify(after),
  }))
  const updated = await withGiven(db, { id: 'integer', dependencies: 'text' }, rows)
    .updateTable('tasks')
    .from('given')
    .set((eb) => ({
      dependencies: eb.ref('given.dependencies'),
      version: eb('tasks.version', '+', 1),
      updated_at: now,
    }))
    .where('tasks.user_id', '=', userId)
    .whereRef('tasks.id', '=', 'given.id')
    .returning(['tasks.id', 'tasks.version'])
    .execute()
  const added = rows.reduce((bytes, row) => bytes + row.dependencies.length - row.before.length, 0)
  countTexts(db, added)
  noteVersions(db, relinked, updated)
}
