import type { Author } from '#domain/command.ts'
import { changeTask, orderLevel } from '#domain/tasks/commands.ts'
import { dueUrgency } from '#domain/tasks/due-date.ts'
import { comparePlaces, openTasksAtLevel } from '#domain/tasks/level.ts'
import type { Level } from '#domain/tasks/priority.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { LevelOrder, Task, TaskPatch } from '#domain/tasks/task.ts'

import type { Present } from '../../sync/runner/command.ts'
import * as words from '../words.ts'

/** Compares tasks in the API's order: priority, position, id. */
export function compareTasks(a: ShortTask, b: ShortTask): number {
  return a.priority - b.priority || comparePlaces(a, b)
}

/**
 * Applies a change to one task with the same rule as the server.
 * @throws TenfoldError if the rule rejects the change
 */
export function changeInList(
  tasks: readonly ShortTask[],
  change: { id: number; patch: TaskPatch; waits?: boolean },
  present: Present,
): readonly ShortTask[] {
  const task = tasks.find(({ id }) => id === change.id)
  if (!task) return tasks
  const { places } = changeTask.needs(change)
  const others = tasks.filter(({ id }) => id !== change.id)
  const level = places ? openTasksAtLevel(others, places === 'same' ? task.priority : places) : []
  const state = { task: asTask(task), level, nodes: tasks, hasParent: true }
  return putInList(tasks, [changeTask.rule(state, change, authorOf(tasks, present)).after])
}

/**
 * Reorders a level with the same rule as the server.
 * @throws TenfoldError if the rule rejects the order
 */
export function orderInList(
  tasks: readonly ShortTask[],
  { level, order }: { level: Level; order: LevelOrder },
  present: Present,
): readonly ShortTask[] {
  const places = openTasksAtLevel(tasks, level)
  const moved = orderLevel.rule({ places }, { level, order }, authorOf(tasks, present))
  const positionById = new Map(moved.map(({ id, position }) => [id, position]))
  return tasks
    .map((task) => {
      const position = positionById.get(task.id)
      return position === undefined ? task : { ...task, position }
    })
    .toSorted(compareTasks)
}

/** Passes a task to a rule. The rules copy long text without reading it, so missing text stays missing. */
export function asTask(task: ShortTask): Task {
  return task as Task
}

/** All tasks of a list belong to the same user. */
export function authorOf(tasks: readonly ShortTask[], present: Present): Author {
  return { ...present, userId: tasks[0]?.userId ?? '' }
}

const STATE = ['completed', 'completedAt', 'priority', 'position'] as const

/** Restores the earlier state and position of tasks, and the given fields. */
export function putStateBack(
  tasks: readonly ShortTask[],
  former: readonly ShortTask[],
  fields: readonly (keyof Task)[] = [],
): ShortTask[] {
  const listedById = new Map(tasks.map((task) => [task.id, task]))
  return putInList(
    tasks,
    former.flatMap((before) => {
      const task = listedById.get(before.id)
      // The list can lack long texts.
      const known = [...STATE, ...fields].filter((field) => field in before)
      const values = Object.fromEntries(known.map((field) => [field, (before as Task)[field]]))
      return task ? [{ ...task, ...values }] : []
    }),
  )
}

/** Adds tasks or replaces them by id. */
export function putInList(tasks: readonly ShortTask[], changed: readonly ShortTask[]): ShortTask[] {
  const changedById = new Map(changed.map((task) => [task.id, task]))
  const kept = tasks.filter((task) => !changedById.has(task.id))
  return [...kept, ...changed].toSorted(compareTasks)
}

/** Applies tasks from a response unless the list has newer versions; responses can arrive in any order. */
export function putAnswered(tasks: readonly ShortTask[], answered: readonly ShortTask[]): ShortTask[] {
  const shownById = new Map(tasks.map((task) => [task.id, task]))
  return putInList(
    tasks,
    answered.filter((task) => isAsNew(task, shownById.get(task.id))),
  )
}

/** Returns whether a task from a response may replace the shown task. Never drops loaded text of the same version. */
function isAsNew(task: ShortTask, shown: ShortTask | undefined): boolean {
  if (!shown || task.version > shown.version) return true
  return task.version === shown.version && (hasTexts(task) || !hasTexts(shown))
}

/** Updates a task unless the list has a newer version or no longer includes the task. */
export function putIfNewer(tasks: readonly ShortTask[], read: ShortTask): ShortTask[] {
  const shown = tasks.find((task) => task.id === read.id)
  return shown && shown.version <= read.version ? putInList(tasks, [read]) : [...tasks]
}

/**
 * Merges a loaded list with changes made while it was loading.
 * @param before the list when the request was sent
 * @param shown the current list
 */
export function putRead(
  before: readonly ShortTask[],
  shown: readonly ShortTask[],
  read: readonly ShortTask[],
): ShortTask[] {
  const versionBefore = new Map(before.map(({ id, version }) => [id, version]))
  const shownById = new Map(shown.map((task) => [task.id, task]))
  // A task that was deleted and then restored has a new version.
  const isGone = ({ id, version }: ShortTask) => !shownById.has(id) && version === versionBefore.get(id)
  const readIds = new Set(read.map(({ id }) => id))
  const added = shown.filter(({ id }) => !versionBefore.has(id) && !readIds.has(id))
  const newest = read
    .filter((task) => !isGone(task))
    .map((task) => {
      const seen = shownById.get(task.id)
      return seen && seen.version > task.version ? seen : task
    })
  return [...newest, ...added].toSorted(compareTasks)
}

/** Removes deleted tasks, including from the dependencies of others. */
export function removeFromList(tasks: readonly ShortTask[], removed: readonly { id: number }[]): ShortTask[] {
  const ids = new Set(removed.map(({ id }) => id))
  return tasks
    .filter(({ id }) => !ids.has(id))
    .map((task) =>
      task.dependencies.some((id) => ids.has(Number(id)))
        ? { ...task, dependencies: task.dependencies.filter((id) => !ids.has(Number(id))) }
        : task,
    )
}

/**
 * Describes the open tasks: '25 open, 3 due today'. Overdue tasks aren't due today.
 * @param zone the user's IANA time zone, which decides the day of a due date with an offset
 */
export function describeOpenTasks(
  tasks: readonly ShortTask[],
  today: Temporal.PlainDate,
  zone: string,
): string {
  const open = tasks.filter((task) => !task.completed)
  const dueToday = open.filter((task) => dueUrgency(task.dueDate, today, zone) === 'today').length
  return words.openTasks(open.length, dueToday)
}
