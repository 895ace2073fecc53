import { TenfoldError, notFound } from '../error.ts'
import type { Place } from './level.ts'
import { type Level, slotsAtLevel } from './priority.ts'
import { TASK_CHANGED } from './task-changed.ts'
import { type Present, changeTask, completesOccurrence } from './task-rules.ts'
import type { Task, TaskPatch } from './task.ts'

/** A task in a bulk request, with the version that the client read. */
export type TaskRef = { id: number; version?: number | undefined }

/** The fields that a bulk request can change. */
export const BULK_FIELDS = [
  'completed',
  'priority',
  'category',
  'projectName',
  'startDate',
  'endDate',
  'dueDate',
  'plannedFor',
  'elapsedTime',
] as const

export type BulkPatch = Pick<TaskPatch, (typeof BULK_FIELDS)[number]>

export type BulkChange = TaskRef & BulkPatch

/** The task fields that decide whether a request may change a task, and that identify the task in an error. */
export type NamedTask = Pick<Task, 'id' | 'title' | 'version'>

/**
 * Returns the named tasks, in order.
 * @throws TenfoldError `not_found` or `changed`, with the tasks at fault
 */
export function requireTasks<T extends NamedTask>(
  refs: readonly TaskRef[],
  taskById: ReadonlyMap<number, T>,
): T[] {
  const missing = refs.filter(({ id }) => !taskById.has(id))
  if (missing.length > 0) throw notFound({ tasks: missing.map(({ id }) => ({ id })) })
  const tasks = refs.map(({ id }) => taskById.get(id) as T)
  const changed = tasks.filter((task, i) => (refs[i]?.version ?? task.version) !== task.version)
  if (changed.length > 0) throw new TenfoldError('changed', TASK_CHANGED, { tasks: changed.map(nameTask) })
  return tasks
}

/**
 * Changes several tasks, all or none, with the same result as changing them one at a time.
 * @param placesAt the open tasks at each level that `readsPlaces` names
 * @returns each task before and after; both are the same object if the task doesn't change
 * @throws TenfoldError `not_found`, `changed`, `level_full` or `invalid`; the first three with the tasks at fault
 */
export function changeTasks(
  changes: readonly BulkChange[],
  { taskById, placesAt, continued }: BulkState,
  present: Present,
): { before: Task; after: Task }[] {
  const tasks = requireTasks(changes, taskById)
  const places = new Map(placesAt)
  const stuck: Task[] = []
  const changed = changes.map((change, i) => {
    const before = tasks[i] as Task
    const level = change.priority ?? before.priority
    const open = readsPlaces(before, change) ? (places.get(level) ?? []) : []
    const others = open.filter(({ id }) => id !== before.id)
    try {
      const after = changeTask(before, patchOf(change), others, present)
      leave(places, before)
      const hasNext = completesOccurrence(before, after) && !continued.has(after.id)
      // The next occurrence takes the place of a completed one.
      enter(places, hasNext ? { ...after, completed: false } : after)
      return { before, after }
    } catch (error) {
      if (!(error instanceof TenfoldError) || error.code !== 'level_full') throw error
      stuck.push({ ...before, priority: level })
      return { before, after: before }
    }
  })
  const [first] = stuck
  if (first) throw levelFilledUp(first.priority, placesAt, stuck)
  return changed
}

export type BulkState = {
  taskById: ReadonlyMap<number, Task>
  placesAt: ReadonlyMap<Level, readonly Place[]>
  /** The tasks whose next occurrence was created earlier. */
  continued: ReadonlySet<number>
}

/** Returns whether a change can move the task to the end of a level, or fail because that level is full. */
export function readsPlaces(before: Task, { priority, completed }: BulkPatch): boolean {
  const isMoved = priority !== undefined && priority !== before.priority
  return isMoved || (before.completed && completed === false)
}

function patchOf(change: BulkChange): TaskPatch {
  return Object.fromEntries(
    BULK_FIELDS.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])),
  )
}

function leave(places: Map<Level, readonly Place[]>, { id, priority, completed }: Task): void {
  const others = places.get(priority)?.filter((one) => one.id !== id)
  if (others && !completed) places.set(priority, others)
}

function enter(places: Map<Level, readonly Place[]>, { id, position, priority, completed }: Task): void {
  const open = places.get(priority)
  if (open && !completed) places.set(priority, [...open, { id, position }])
}

function levelFilledUp(level: Level, placesAt: BulkState['placesAt'], stuck: readonly Task[]): TenfoldError {
  const free = Math.max(0, slotsAtLevel(level) - (placesAt.get(level) ?? []).length)
  return new TenfoldError('level_full', slotsFreeMessage(level, free), { tasks: stuck.map(nameTask) })
}

function nameTask({ id, title }: NamedTask): { id: number; title: string } {
  return { id, title }
}

/** Returns the message for a level with too few free slots for several tasks, such as 'Level 5 has only 2 free slots.' */
function slotsFreeMessage(level: Level, freeCount: number): string {
  const free = freeCount === 0 ? 'no' : `only ${freeCount}`
  return `Level ${level} has ${free} free ${freeCount === 1 ? 'slot' : 'slots'}.`
}
