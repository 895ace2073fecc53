import { dueUrgency } from './due-date.ts'
import { type Place, comparePlaces, openTasksAtLevel, orderLevel } from './level.ts'
import type { Level } from './priority.ts'
import { type Present, changeTask } from './task-rules.ts'
import type { LevelOrder, Task, TaskPatch } from './task.ts'

/** The order in which the API lists tasks: by priority, position, id. */
export function compareTasks(a: Task, b: Task): number {
  return a.priority - b.priority || comparePlaces(a, b)
}

/**
 * The list after a change of one task, by the same rule the server runs.
 * @throws TenfoldError what `changeTask` throws
 */
export function changeInList(tasks: readonly Task[], id: number, patch: TaskPatch, present: Present): Task[] {
  const task = tasks.find((task) => task.id === id)
  if (!task) return [...tasks]
  const others = tasks.filter((task) => task.id !== id)
  const level = openTasksAtLevel(others, patch.priority ?? task.priority)
  return putInList(tasks, [changeTask(task, patch, level, present)])
}

/**
 * The list after a level was put in order.
 * @throws TenfoldError what `orderLevel` throws
 */
export function orderInList(tasks: readonly Task[], level: Level, order: LevelOrder): Task[] {
  const places = orderLevel(openTasksAtLevel(tasks, level), order)
  const positionById = new Map(places.map((place: Place) => [place.id, place.position]))
  return tasks
    .map((task) => {
      const position = positionById.get(task.id) ?? task.position
      return position === task.position ? task : { ...task, position }
    })
    .toSorted(compareTasks)
}

/** The list with these tasks added, or put in the place of older versions of themselves. */
export function putInList(tasks: readonly Task[], changed: readonly Task[]): Task[] {
  const changedById = new Map(changed.map((task) => [task.id, task]))
  const kept = tasks.filter((task) => !changedById.has(task.id))
  return [...kept, ...changed].toSorted(compareTasks)
}

/** The list with tasks as they were answered, but for those that it has newer: answers come in any order. */
export function putAnswered(tasks: readonly Task[], answered: readonly Task[]): Task[] {
  const versions = new Map(tasks.map((task) => [task.id, task.version]))
  return putInList(
    tasks,
    answered.filter((task) => task.version >= (versions.get(task.id) ?? 0)),
  )
}

/** The list with a task as it was read, unless the list has it newer, or no more. */
export function putIfNewer(tasks: readonly Task[], read: Task): Task[] {
  const shown = tasks.find((task) => task.id === read.id)
  return shown && shown.version <= read.version ? putInList(tasks, [read]) : [...tasks]
}

/**
 * The list as it was read, with what was answered to changes that were made while it was on its way.
 * @param before what was shown when it was asked for
 * @param shown what is shown now
 */
export function putRead(before: readonly Task[], shown: readonly Task[], read: readonly Task[]): Task[] {
  const idsBefore = new Set(before.map(({ id }) => id))
  const shownById = new Map(shown.map((task) => [task.id, task]))
  const isGone = ({ id }: Task) => idsBefore.has(id) && !shownById.has(id)
  const readIds = new Set(read.map(({ id }) => id))
  const added = shown.filter(({ id }) => !idsBefore.has(id) && !readIds.has(id))
  const newest = read
    .filter((task) => !isGone(task))
    .map((task) => {
      const seen = shownById.get(task.id)
      return seen && seen.version > task.version ? seen : task
    })
  return [...newest, ...added].toSorted(compareTasks)
}

/** The list without a deleted task, which also disappears from what others depend on. */
export function removeFromList(tasks: readonly Task[], id: number): Task[] {
  return tasks
    .filter((task) => task.id !== id)
    .map((task) =>
      task.dependencies.includes(String(id))
        ? { ...task, dependencies: task.dependencies.filter((other) => other !== String(id)) }
        : task,
    )
}

/** How much there is to do: '25 open, 3 due today'. Overdue tasks are not due today. */
export function describeOpenTasks(tasks: readonly Task[], today: Temporal.PlainDate): string {
  const open = tasks.filter((task) => !task.completed)
  const dueToday = open.filter((task) => dueUrgency(task.dueDate, today) === 'today').length
  return dueToday > 0 ? `${open.length} open, ${dueToday} due today` : `${open.length} open`
}
