import { defineCommand } from '../command.ts'
import { TenfoldError, invalid, requireFound } from '../error.ts'
import { type DependencyNode, requireDependencies } from './dependency.ts'
import { duplicateTask as copyTask } from './duplicate.ts'
import { type Place, orderLevel as orderPlaces } from './level.ts'
import type { Level } from './priority.ts'
import { TASK_CHANGED } from './task-changed.ts'
import {
  canMove,
  changeTask as applyPatch,
  createTask as draftToTask,
  createTasks as draftsToTasks,
} from './task-rules.ts'
import type { LevelOrder, Task, TaskDatesChange, TaskDraft, TaskPatch } from './task.ts'
import type { SeveralTasks } from './task-draft.ts'

type ById = { id: number }

/** The tasks that a draft or patch refers to. */
export type Relations = {
  /** All of the user's tasks; empty if the input has no dependencies. */
  nodes: readonly DependencyNode[]
  /** Whether the parent exists; false if the input doesn't change it. */
  hasParent: boolean
}

type Named = Pick<TaskPatch, 'dependencies' | 'parentTaskId'>

/** Creates a task at its position, by default the end of its level. Throws `invalid` and `unknown_dependency`. */
export const createTask = defineCommand({
  name: 'task.create',
  needs: (draft: TaskDraft) => ({ lastPlace: draft.priority, ...relationsOf(draft) }),
  rule: ({ level, ...relations }: Relations & { level: readonly Place[] }, draft, author) => {
    requireRelations(null, draft, relations)
    return draftToTask(draft, level, author)
  },
})

/** Creates several tasks, all or none. A task without a position goes to the end of its level. Throws `invalid`. */
export const createTasks = defineCommand({
  name: 'task.createSeveral',
  needs: ({ tasks }: SeveralTasks) => ({ lastPlaces: [...new Set(tasks.map(({ priority }) => priority))] }),
  rule: ({ levels }: { levels: ReadonlyMap<Level, readonly Place[]> }, { tasks }, author) =>
    draftsToTasks(
      tasks.map((task) => ({ ...task, dependencies: [], parentTaskId: null })),
      levels,
      author,
    ),
})

type ChangeState = Relations & { task: Task; level: readonly Place[] }

type TaskChange = ById & {
  patch: TaskPatch
  /** Whether a move to a full level joins its waiting line instead of failing. */
  waits?: boolean
}

/**
 * Changes fields of a task. `after` is the same object as `before` if nothing changes.
 * Throws `not_found`, `level_full`, `invalid`, `unknown_dependency` and `dependency_cycle`.
 */
export const changeTask = defineCommand({
  name: 'task.change',
  needs: ({ id, patch }: TaskChange) => ({
    task: id,
    /** The level whose positions are read: 'same' is the task's level; null reads none. */
    places: canMove(patch) ? (patch.priority ?? ('same' as const)) : null,
    ...relationsOf(patch),
  }),
  rule: ({ task, level, ...relations }: ChangeState, { patch, waits }, author) => {
    requireRelations(task, patch, relations)
    return { before: task, after: applyPatch(task, patch, level, author, waits) }
  },
})

/** Copies a task. Throws `not_found`. */
export const duplicateTask = defineCommand({
  name: 'task.duplicate',
  needs: ({ id }: ById) => ({ task: id, places: 'same' as const }),
  rule: ({ task, level }: { task: Task; level: readonly Place[] }, _input, author) =>
    copyTask(task, level, author),
})

/** Deletes a task. The task can be restored for 30 days. Throws `not_found`. */
export const deleteTask = defineCommand({
  name: 'task.delete',
  needs: ({ id }: ById) => ({ task: id }),
  rule: ({ task }: { task: Task }) => task,
})

/** Reorders a level. Returns the tasks that move. Throws `invalid` and `not_found`. */
export const orderLevel = defineCommand({
  name: 'task.orderLevel',
  needs: ({ level }: { level: Level; order: LevelOrder }) => ({ places: level }),
  rule: ({ places }: { places: readonly Place[] }, { order }) => {
    const positionById = new Map(places.map(({ id, position }) => [id, position]))
    return orderPlaces(places, order).filter(({ id, position }) => positionById.get(id) !== position)
  },
})

/** Changes the dates of several tasks, all or none. Throws `not_found` and `changed`. */
export const changeDates = defineCommand({
  name: 'task.changeDates',
  needs: ({ changes }: { changes: readonly TaskDatesChange[] }) => ({ tasks: changes.map(({ id }) => id) }),
  rule: ({ taskById }: { taskById: ReadonlyMap<number, Task> }, { changes }, author) =>
    changes.map(({ id, version, ...dates }) => {
      const before = requireFound(taskById.get(id))
      if (version !== undefined && version !== before.version)
        throw new TenfoldError('changed', TASK_CHANGED, { task: before })
      return { before, after: applyPatch(before, dates, [], author) }
    }),
})

/** Returns what to read for the tasks that a draft or patch refers to. */
export function relationsOf({ dependencies, parentTaskId }: Named) {
  return { nodes: dependencies !== undefined && dependencies.length > 0, parent: parentTaskId ?? null }
}

/** Only new references must exist: the first task of a series can be deleted before the others. */
export function requireRelations(
  before: Task | null,
  { dependencies, parentTaskId }: Named,
  { nodes, hasParent }: Relations,
): void {
  if (dependencies && dependencies.length > 0) requireDependencies(before?.id ?? null, dependencies, nodes)
  if (parentTaskId && parentTaskId !== before?.parentTaskId && !hasParent)
    throw invalid('parentTaskId', `There is no task ${parentTaskId}.`)
}
