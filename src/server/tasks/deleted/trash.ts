import { DELETED_TASKS_MAX, type TrashedTask, expiryOfDeleted } from '#domain/tasks/deleted-task.ts'
import type { Change } from '#domain/tasks/change.ts'
import type { DependencyNode } from '#domain/tasks/dependency.ts'
import type { Task } from '#domain/tasks/task.ts'

import type { Actor } from '../../run/actor.ts'
import { noteChanges } from '../../run/change-log.ts'
import { deleteFilesOf } from '../../files/store.ts'
import type { Log } from '../../files/unused.ts'
import { databaseFailure } from '../../db/failure.ts'
import type { Database } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { partsOf } from '../parts.ts'
import { type Relinked, listDependencies, updateDependencies } from '../dependencies-store.ts'
import { deleteTasks, insertRestored, listTasksById } from '../store.ts'
import {
  findOldestWithFiles,
  forgetDeleted,
  keepDeleted,
  listExpired,
  listOldestDeleted,
  listRestorable,
  restoreFiles,
  updateDeleted,
} from './store.ts'

type Editor = Pick<Actor, 'userId' | 'now'>

const EXPIRED_AT_ONCE = 200

const TRASHED_TASKS_GONE: Change = { kind: 'trash', id: 'task', deleted: true }

/**
 * Moves tasks and their files to the trash, and removes the tasks from the dependencies of others. Runs in a
 * transaction.
 * @returns the blobs of the oldest deleted tasks if there are too many; they may now be unused
 */
export async function moveToDeleted(db: Database, editor: Editor, ids: readonly number[]): Promise<string[]> {
  const { userId, now } = editor
  await putInTrash(db, editor, ids)
  return forgetDeleted(db, userId, await listOldestDeleted(db, userId, DELETED_TASKS_MAX, now))
}

async function putInTrash(db: Database, { userId, now }: Editor, ids: readonly number[]): Promise<void> {
  const nodes = await listDependencies(db, userId)
  const dependentsById = mapDependents(nodes, ids)
  for (const some of partsOf(ids)) {
    const tasks = await listTasksById(db, userId, some)
    const trashed = tasks.map((task) => ({ task, dependents: dependentsById.get(task.id) ?? [] }))
    await keepDeleted(db, userId, trashed, now)
    await deleteFilesOf(db, userId, some)
    await deleteTasks(db, userId, some)
  }
  await updateDependencies(db, userId, unlinkAll(nodes, dependentsById), now)
}

/**
 * Deletes tasks for good, whether or not they are in the trash, even if the trash is full. Runs in a transaction.
 * @returns the blobs that may now be unused
 */
export async function removeForGood(
  db: Database,
  editor: Editor,
  { tasks, trashed }: { tasks: readonly number[]; trashed: readonly number[] },
): Promise<string[]> {
  await putInTrash(db, editor, tasks)
  if (trashed.length > 0) noteChanges(db, [TRASHED_TASKS_GONE])
  return forgetDeleted(db, editor.userId, [...tasks, ...trashed])
}

export type Restored = { trashed: TrashedTask; task: Task; dependents: readonly number[] }

/** Writes restored tasks back, with their files, dependents and links. Runs in a transaction. */
export async function writeRestored(
  db: Database,
  { userId, now }: Editor,
  restored: readonly Restored[],
): Promise<void> {
  const tasks = restored.map(({ task }) => task)
  const ids = tasks.map(({ id }) => id)
  await insertRestored(db, tasks)
  await restoreFiles(db, userId, ids)
  await updateDependencies(db, userId, relinkAll(await listDependencies(db, userId), restored), now)
  await forgetDeleted(db, userId, ids)
  await keepDeletedLinks(db, { userId, now }, restored)
}

/**
 * Deletes the oldest deleted task with files for good, to free space. Runs in a transaction.
 * @returns the blobs that may now be unused; null when there is no such task
 */
export async function forgetOldestFiles(db: Database, { userId, now }: Editor): Promise<string[] | null> {
  const id = await findOldestWithFiles(db, userId, now)
  if (id === null) return null
  noteChanges(db, [TRASHED_TASKS_GONE])
  return forgetDeleted(db, userId, [id])
}

/** Deletes the expired tasks of all users for good. Skips users whose change fails. Returns blobs that may have no row. */
export async function forgetExpired(db: Database, now: string, log: Log): Promise<string[]> {
  const blobs: string[] = []
  // PostgreSQL rejects an empty list in a condition.
  const skipped = ['']
  for (;;) {
    const expired = await listExpired(db, expiryOfDeleted(now), EXPIRED_AT_ONCE, skipped)
    for (const [userId, tasks] of Map.groupBy(expired, (one) => one.userId)) {
      const ids = tasks.map(({ id }) => id)
      try {
        blobs.push(...(await inTransaction(db, userId, (db) => forgetDeleted(db, userId, ids))))
      } catch (err) {
        // If the database is unavailable, the changes of all other users would also wait and fail.
        if (databaseFailure(err as Error) === 'lost') throw err
        skipped.push(userId)
        log.warn({ err, user: userId }, 'could not delete a user’s expired tasks')
      }
    }
    if (expired.length < EXPIRED_AT_ONCE) return blobs
  }
}

/** Returns the tasks that depend on each of these. A dependent can itself be one of these tasks. */
function mapDependents(nodes: readonly DependencyNode[], ids: readonly number[]): Map<number, number[]> {
  const dependents = new Map<number, number[]>(ids.map((id) => [id, []]))
  for (const node of nodes) for (const id of node.dependencies) dependents.get(Number(id))?.push(node.id)
  return dependents
}

/** Returns the dependencies that remain when the keys of `dependentsById` are deleted. */
function unlinkAll(
  nodes: readonly DependencyNode[],
  dependentsById: ReadonlyMap<number, readonly number[]>,
): Relinked[] {
  const byId = new Map(nodes.map((node) => [node.id, node.dependencies]))
  const others = new Set([...dependentsById.values()].flat().filter((id) => !dependentsById.has(id)))
  return [...others].map((id) => {
    const before = byId.get(id) ?? []
    return { id, before, after: before.filter((other) => !dependentsById.has(Number(other))) }
  })
}

/** Returns the new dependencies of the tasks that regain their links to restored tasks. */
function relinkAll(nodes: readonly DependencyNode[], restored: readonly Restored[]): Relinked[] {
  const byId = new Map(nodes.map((node) => [node.id, node.dependencies]))
  const links = restored.flatMap(({ task, dependents }) => dependents.map((id) => ({ id, on: task.id })))
  return [...Map.groupBy(links, (link) => link.id)].flatMap(([id, own]) => {
    const before = byId.get(id)
    return before ? [{ id, before, after: [...before, ...own.map(({ on }) => String(on))] }] : []
  })
}

/**
 * Keeps the links of restored tasks to tasks that are still deleted, so that the order of restoring doesn't matter.
 */
async function keepDeletedLinks(
  db: Database,
  { userId, now }: Editor,
  restored: readonly Restored[],
): Promise<void> {
  const related = restored.flatMap(({ trashed: { task, dependents } }) => [
    ...dependents,
    ...task.dependencies.map(Number),
  ])
  for (const ids of partsOf([...new Set(related)])) {
    const others = await listRestorable(db, userId, ids, now)
    const linked = others.map((other) => withLinks(other, restored))
    await updateDeleted(db, userId, linked)
  }
}

function withLinks({ task, dependents }: TrashedTask, restored: readonly Restored[]): TrashedTask {
  const ids = (isLinked: (other: TrashedTask) => boolean) =>
    restored.filter(({ trashed }) => isLinked(trashed)).map(({ task }) => task.id)
  const dependencies = ids((other) => other.dependents.includes(task.id))
  const others = ids((other) => other.task.dependencies.includes(String(task.id)))
  return {
    task: { ...task, dependencies: [...new Set([...task.dependencies, ...dependencies.map(String)])] },
    dependents: [...new Set([...dependents, ...others])],
  }
}
