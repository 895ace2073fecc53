import type { ChangedTask } from '#domain/change.ts'
import { requireDependencies } from '#domain/dependency.ts'
import { invalid, notFound } from '#domain/error.ts'
import { orderLevel } from '#domain/level.ts'
import type { Level } from '#domain/priority.ts'
import { canMove, changeTask, createTask } from '#domain/task-rules.ts'
import type { LevelOrder, Task, TaskDraft, TaskPatch } from '#domain/task.ts'

import { deleteAttachments } from '../attachments/store.ts'
import type { Database } from '../db/schema.ts'
import { listChanges } from '../events/store.ts'
import { runOnce } from '../idempotency/run-once.ts'
import { requireUnchanged } from './if-match.ts'
import { type LocalActor, goOnWithSeries } from './series/go-on.ts'
import {
  deleteTask,
  findTask,
  insertTask,
  listDependencies,
  listLastPlace,
  listOpenTasks,
  listPlaces,
  listTasksById,
  updatePlaces,
  updateTask,
} from './store.ts'

/** Who changes something, and when. Every command runs inside one transaction, which is its first parameter. */
export type Actor = { userId: string; now: string }

/**
 * Makes a task, once per key.
 * @throws TenfoldError `invalid`, `unknown_dependency`
 */
export async function runCreateTask(
  db: Database,
  { userId, now }: Actor,
  draft: TaskDraft,
  key: string | undefined,
): Promise<Task> {
  return runOnce(db, { userId, now, call: 'POST /api/tasks', key }, async () => {
    await requireRelations(db, userId, null, draft)
    const level = await listLastPlace(db, userId, draft.priority)
    return insertTask(db, createTask(draft, level, { userId, now }))
  })
}

/** What a change came to: the next occurrence that it made, and the blobs that may have no row any more. */
type Changed = { task: Task; next: Task | null; released: string[] }

/**
 * Changes a task, once per key. Completing a recurring one makes its next occurrence. A file whose name is left out is
 * deleted.
 * @throws TenfoldError `not_found`, `changed`, `level_full`, `invalid`, `unknown_dependency`, `dependency_cycle`
 */
export async function runChangeTask(
  db: Database,
  actor: LocalActor,
  id: number,
  patch: TaskPatch,
  { ifMatch, key }: { ifMatch?: string | undefined; key?: string | undefined },
): Promise<Changed> {
  const { userId, now } = actor
  const call = `PATCH /api/tasks/${id}`
  return runOnce(db, { userId, now, call, key }, () => applyChange(db, actor, id, patch, ifMatch))
}

async function applyChange(
  db: Database,
  actor: LocalActor,
  id: number,
  patch: TaskPatch,
  ifMatch: string | undefined,
): Promise<Changed> {
  const { userId, now } = actor
  const before = await requireTask(db, userId, id)
  requireUnchanged(before, ifMatch)
  await requireRelations(db, userId, before, patch)
  const level = canMove(patch) ? await listPlaces(db, userId, patch.priority ?? before.priority, id) : []
  const task = changeTask(before, patch, level, { now })
  if (task === before) return { task, next: null, released: [] }
  await updateTask(db, userId, before, task)
  const released = patch.attachments ? await deleteAttachments(db, userId, id, task.attachments) : []
  return { task, next: await goOnWithSeries(db, actor, before, task), released }
}

/**
 * Deletes a task for good, and its files; it disappears from what others depend on. Answers the blobs that may have no
 * row any more.
 * @throws TenfoldError `not_found`, `changed`
 */
export async function runDeleteTask(
  db: Database,
  { userId, now }: Actor,
  id: number,
  ifMatch: string | undefined,
): Promise<string[]> {
  requireUnchanged(await requireTask(db, userId, id), ifMatch)
  const released = await deleteAttachments(db, userId, id)
  await deleteTask(db, userId, id)
  for (const node of await listDependencies(db, userId)) {
    if (!node.dependencies.includes(String(id))) continue
    const dependent = await requireTask(db, userId, node.id)
    const dependencies = dependent.dependencies.filter((other) => other !== String(id))
    await updateTask(db, userId, dependent, {
      ...dependent,
      dependencies,
      version: dependent.version + 1,
      updatedAt: now,
    })
  }
  return released
}

/**
 * Puts a level in order, all or nothing, and answers its open tasks.
 * @throws TenfoldError `not_found` when a task is not an open one of this level, `invalid`
 */
export async function runOrderLevel(
  db: Database,
  { userId, now }: Actor,
  level: Level,
  order: LevelOrder,
): Promise<Task[]> {
  const before = await listPlaces(db, userId, level)
  const positionById = new Map(before.map((place) => [place.id, place.position]))
  const moved = orderLevel(before, order).filter((place) => positionById.get(place.id) !== place.position)
  await updatePlaces(db, userId, moved, now)
  return listOpenTasks(db, userId, level)
}

/**
 * The tasks that changed after a change, as they are now, then those that are gone; null when it is no longer known
 * which these are.
 */
export async function listChangedTasks(
  db: Database,
  userId: string,
  since: number,
): Promise<ChangedTask[] | null> {
  const changes = await listChanges(db, userId, since)
  if (!changes) return null
  const ids = new Set(changes.filter(({ kind }) => kind === 'task').map(({ id }) => Number(id)))
  const tasks = await listTasksById(db, userId, [...ids])
  for (const { id } of tasks) ids.delete(id)
  return [...tasks, ...Array.from(ids, (id) => ({ id, deleted: true as const }))]
}

/** The task, or the answer that it is not there or not the user's. */
export async function requireTask(db: Database, userId: string, id: number): Promise<Task> {
  const task = await findTask(db, userId, id)
  if (!task) throw notFound()
  return task
}

/** The tasks that a task newly names must be the user's own. The first of its series may be deleted by now. */
async function requireRelations(
  db: Database,
  userId: string,
  before: Task | null,
  { dependencies, parentTaskId }: Pick<TaskPatch, 'dependencies' | 'parentTaskId'>,
): Promise<void> {
  if (dependencies && dependencies.length > 0) {
    requireDependencies(before?.id ?? null, dependencies, await listDependencies(db, userId))
  }
  if (!parentTaskId || parentTaskId === before?.parentTaskId) return
  if (!(await findTask(db, userId, parentTaskId))) {
    throw invalid('parentTaskId', `There is no task ${parentTaskId}.`)
  }
}
