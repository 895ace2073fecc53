import type { Task } from '#domain/tasks/task.ts'

import type { Database } from '../db/schema.ts'
import { listDependencies } from './dependencies-store.ts'
import { findTask } from './store.ts'

/** Reads what a rule needs to know about the tasks that a draft or patch refers to. */
export async function readRelations(
  db: Database,
  userId: string,
  { nodes, parent }: { nodes: boolean; parent: number | null },
  before: Task | null,
) {
  const isNew = parent !== null && parent !== before?.parentTaskId
  return {
    nodes: nodes ? await listDependencies(db, userId) : [],
    hasParent: isNew && (await findTask(db, userId, parent)) !== null,
  }
}
