import { CATEGORY_PROJECT } from '../categories/category.ts'
import { invalid } from '../error.ts'
import { type Place, endOfLevel, hasRoom, requireRoom } from './level.ts'
import type { Level } from './priority.ts'
import type { Task, TaskDraft, TaskPatch } from './task.ts'

/** The current time, an ISO 8601 UTC instant. Rules never read the clock. */
export type Present = { now: string }

/** A task without the id that the database generates. */
export type NewTask = Omit<Task, 'id'>

/**
 * Creates a task from a draft. A full level doesn't reject the task: it joins the waiting line.
 * @param level the open tasks at the draft's priority; the last one is enough
 * @throws TenfoldError `invalid` when the task recurs without a frequency
 */
export function createTask(
  draft: TaskDraft,
  level: readonly Place[],
  who: { userId: string } & Present,
): NewTask {
  const task: NewTask = {
    ...draft,
    projectName: draft.category === CATEGORY_PROJECT ? draft.projectName : null,
    position: draft.position || endOfLevel(level),
    completedAt: draft.completed ? who.now : null,
    userId: who.userId,
    version: 1,
    createdAt: who.now,
    updatedAt: who.now,
  }
  requireFrequency(task)
  return task
}

/**
 * Creates several tasks, even at a full level. A task without a position goes to the end of its level.
 * @param levels the last open task of each level that the drafts use
 * @throws TenfoldError the same errors as `createTask`
 */
export function createTasks(
  drafts: readonly TaskDraft[],
  levels: ReadonlyMap<Level, readonly Place[]>,
  who: { userId: string } & Present,
): NewTask[] {
  const lastAtLevel = new Map(levels)
  return drafts.map((draft) => {
    const last = lastAtLevel.get(draft.priority) ?? []
    const task = createTask(draft, last, who)
    if (!draft.completed) lastAtLevel.set(draft.priority, [...last, { id: 0, position: task.position }])
    return task
  })
}

/** Returns whether a change can move the task. If so, the rule needs the tasks at the target level. */
export function canMove(patch: TaskPatch): boolean {
  return patch.priority !== undefined || patch.completed !== undefined
}

/**
 * Returns the task after a change: the same object if nothing changes, otherwise a copy with the next version.
 * @param level the other open tasks at the task's new priority; needed only if `canMove` is true
 * @param waits whether an open task that moves to a full level joins its waiting line
 * @throws TenfoldError `level_full` when an open task moves to a full level without waiting, `invalid` when a task
 *   recurs without a frequency or would be its own parent
 */
export function changeTask(
  task: Task,
  patch: TaskPatch,
  level: readonly Place[],
  { now }: Present,
  waits = false,
): Task {
  const { position, ...fields } = patch
  if (patch.parentTaskId === task.id) throw invalid('parentTaskId', 'A task cannot be its own parent.')
  const next: Task = { ...task, ...fields }
  if (next.category !== CATEGORY_PROJECT) next.projectName = null
  next.completedAt = next.completed ? (task.completedAt ?? now) : null

  const reopened = task.completed && !next.completed
  const moved = next.priority !== task.priority
  const joins = waits && !hasRoom(next.priority, level.length)
  if (moved && !next.completed && !reopened && !joins) requireRoom(next.priority, level.length)
  if (moved) next.position = (!joins && position) || endOfLevel(level)
  else if (reopened) next.position = endOfLevel(level)

  requireFrequency(next)
  if (!isChanged(task, next)) return task
  next.version = task.version + 1
  next.updatedAt = now
  return next
}

/** Returns whether this change completes an occurrence, so that the next one must be created. */
export function completesOccurrence(before: Task, after: Task): boolean {
  return !before.completed && after.completed && after.isRecurring
}

function requireFrequency(task: NewTask): void {
  if (task.isRecurring && !task.recurrenceFrequency)
    throw invalid('recurrenceFrequency', 'Choose how often the task recurs.')
}

function isChanged(before: Task, after: Task): boolean {
  return (Object.keys(after) as (keyof Task)[]).some((key) => !isSame(before[key], after[key]))
}

/** Returns whether two values of a task's field are the same. */
export function isSame(a: Task[keyof Task] | undefined, b: Task[keyof Task] | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => entry === b[i])
  return a === b
}
