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
  type RestoredLinks,
  type TrashedLinks,
  type TrashedTask,
  restoreLinks,
  restoreTask as restore,
} from './deleted-task.ts'
import type { DependencyNode } from './dependency.ts'
import { notFound, requireFound } from '../error.ts'
import { type Place, endOfLevel, hasRoom } from './level.ts'
import type { Task } from './task.ts'
import { undoCall } from './undo.ts'

/** Changes several tasks, all or none. Throws `not_found`, `changed` and `level_full` with the tasks that caused it. */
export const changeSeveral = defineCommand({
  name: 'task.changeSeveral',
  needs: ({ changes }: { changes: readonly BulkChange[] }) => ({ changes }),
  rule: (state: BulkState, { changes }, author) => changeTasks(changes, state, author),
})

/** Deletes several tasks, all or none. Each can be restored for 30 days. Throws `not_found` and `changed`. */
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
  /** The open tasks at the task's level; empty unless the input has `waits`. */
  level: readonly Place[]
}

/**
 * Restores a deleted task to its old place, or with `waits` at the end of the level if the level is full. Returns null if
 * it is not deleted. Throws `not_found`.
 */
export const restoreTask = defineCommand({
  name: 'task.restore',
  needs: ({ id, waits = false }: { id: number; waits?: boolean | undefined }) => ({
    task: id,
    trashed: id,
    places: waits,
  }),
  rule: ({ task, trashed, nodes, level }: RestoreState, { waits }, author) => {
    if (task) return null
    const found = requireFound(trashed)
    const restored = { trashed: found, ...restore(found, nodes, author) }
    const { priority, completed } = found.task
    if (!waits || completed || hasRoom(priority, level.length)) return restored
    return { ...restored, task: { ...restored.task, position: endOfLevel(level) } }
  },
})

type RestoreSeveralState = {
  /** The named tasks that are not deleted. */
  present: ReadonlySet<number>
  trashedById: ReadonlyMap<number, TrashedLinks>
  nodes: readonly DependencyNode[]
}

/** Restores several deleted tasks, all or none. Skips tasks that are not deleted. Throws `not_found`. */
export const restoreSeveral = defineCommand({
  name: 'task.restoreSeveral',
  needs: ({ tasks }: { tasks: readonly TaskRef[] }) => ({ tasks: tasks.map(({ id }) => id) }),
  rule: ({ present, trashedById, nodes }: RestoreSeveralState, { tasks }): RestoredLinks[] => {
    const gone = tasks.filter(({ id }) => !present.has(id))
    const missing = gone.filter(({ id }) => !trashedById.has(id))
    if (missing.length > 0) throw notFound({ tasks: missing.map(({ id }) => ({ id })) })
    return restoreLinks(
      gone.map(({ id }) => trashedById.get(id) as TrashedLinks),
      nodes,
    )
  },
})

/** All commands about several tasks, and those that restore or undo. */
export const bulkCommands = [changeSeveral, deleteSeveral, restoreTask, restoreSeveral, undoCall]
