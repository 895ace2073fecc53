import { defineCommand } from '../command.ts'
import {
  type BulkChange,
  type BulkState,
  type NamedTask,
  type TaskRef,
  changeTasks,
  requireTasks,
} from './bulk.ts'
import {
  type PlacesAt,
  type RestoredLinks,
  type TrashedLinks,
  type TrashedTask,
  restoreLinks,
  restoreTask as restore,
} from './deleted-task.ts'
import type { DependencyNode } from './dependency.ts'
import { notFound, requireFound } from '../error.ts'
import type { Task } from './task.ts'

export { undoCall } from './undo.ts'

/** Changes several tasks, all or none. Throws `not_found`, `changed` or `level_full` with the tasks at fault. */
export const changeSeveral = defineCommand({
  name: 'task.changeSeveral',
  needs: ({ changes }: { changes: readonly BulkChange[] }) => ({ changes }),
  rule: (state: BulkState, { changes }, author) => changeTasks(changes, state, author),
})

/** Deletes several tasks, all or none. Each task can be restored for 30 days. Throws `not_found` and `changed`. */
export const deleteSeveral = defineCommand({
  name: 'task.deleteSeveral',
  needs: ({ tasks }: { tasks: readonly TaskRef[] }) => ({ tasks: tasks.map(({ id }) => id) }),
  rule: ({ taskById }: { taskById: ReadonlyMap<number, NamedTask> }, { tasks }) =>
    requireTasks(tasks, taskById).map(({ id }) => id),
})

type RestoreState = {
  task: Task | null
  trashed: TrashedTask | null
  nodes: readonly DependencyNode[]
  placesAt: PlacesAt
}

/**
 * Restores a deleted task to its old position, or to the end of the waiting line if its old position would take another
 * task's slot. Returns null if the task is not deleted. Throws `not_found`.
 */
export const restoreTask = defineCommand({
  name: 'task.restore',
  needs: ({ id }: { id: number }) => ({ task: id, trashed: id }),
  rule: ({ task, trashed, nodes, placesAt }: RestoreState, _input, author) => {
    if (task) return null
    const found = requireFound(trashed)
    return { trashed: found, ...restore(found, nodes, placesAt, author) }
  },
})

type RestoreSeveralState = {
  /** The named tasks that are not deleted. */
  present: ReadonlySet<number>
  trashedById: ReadonlyMap<number, TrashedLinks>
  nodes: readonly DependencyNode[]
  placesAt: PlacesAt
}

/** Restores several deleted tasks, all or none. Skips tasks that are not deleted. Throws `not_found`. */
export const restoreSeveral = defineCommand({
  name: 'task.restoreSeveral',
  needs: ({ tasks }: { tasks: readonly TaskRef[] }) => ({ tasks: tasks.map(({ id }) => id) }),
  rule: ({ present, trashedById, nodes, placesAt }: RestoreSeveralState, { tasks }): RestoredLinks[] => {
    const gone = tasks.filter(({ id }) => !present.has(id))
    const missing = gone.filter(({ id }) => !trashedById.has(id))
    if (missing.length > 0) throw notFound({ tasks: missing.map(({ id }) => ({ id })) })
    return restoreLinks(
      gone.map(({ id }) => trashedById.get(id) as TrashedLinks),
      nodes,
      placesAt,
    )
  },
})
