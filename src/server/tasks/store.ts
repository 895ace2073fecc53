import type { Insertable, Updateable } from 'kysely'

import type { Change } from '#domain/change.ts'
import type { CompletedFilter, CompletedRange, CompletedTotal } from '#domain/completed.ts'
import type { DependencyNode } from '#domain/dependency.ts'
import type { Place } from '#domain/level.ts'
import type { Level } from '#domain/priority.ts'
import type { NewTask } from '#domain/task-rules.ts'
import type { Task } from '#domain/task.ts'

import { prepared, preparedRow } from '../db/prepared.ts'
import type { Database, TaskRow } from '../db/schema.ts'
import { recordChanges } from '../events/store.ts'
import { changedRow, readList, rowToTask, taskToRow } from './task-row.ts'

/** Every task of the user, completed ones too, by priority, position, id. */
export async function listTasks(db: Database, userId: string): Promise<Task[]> {
  return (await allRows(db, userId)).map(rowToTask)
}

const allRows = prepared(1, (db, userId: string) => tasksInOrder(db, userId))

/** The open tasks of the user, or the completed ones, in the order of `listTasks`. */
export async function listTasksByState(db: Database, userId: string, completed: boolean): Promise<Task[]> {
  const rows = await (completed ? completedRows(db, userId) : openRows(db, userId))
  return rows.map(rowToTask)
}

const openRows = prepared(1, (db, userId: string) => tasksInOrder(db, userId).where('completed', '=', false))

const completedRows = prepared(1, (db, userId: string) =>
  tasksInOrder(db, userId).where('completed', '=', true),
)

/** Those of the tasks that are there and the user's, in the order of `listTasks`. */
export async function listTasksById(db: Database, userId: string, ids: readonly number[]): Promise<Task[]> {
  if (ids.length === 0) return []
  return (await tasksInOrder(db, userId).where('id', 'in', ids).execute()).map(rowToTask)
}

/** The completed tasks, newest first, ties by higher id. `after` is the place of the last task received. */
export async function listCompletedTasks(
  db: Database,
  userId: string,
  { category, from, to, limit }: CompletedFilter,
  after: Task | null,
): Promise<Task[]> {
  let query = db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('completed', '=', true)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
  if (category !== undefined) query = query.where('category', '=', category)
  if (from !== undefined) query = query.where('completed_at', '>=', from)
  if (to !== undefined) query = query.where('completed_at', '<=', to)
  if (limit !== undefined) query = query.limit(limit)
  if (after) {
    // The first condition follows from the second: without it SQLite would read the index from its start each time.
    query = query
      .where('completed_at', '<=', after.completedAt)
      .where((where) => where.or([where('completed_at', '<', after.completedAt), where('id', '<', after.id)]))
  }
  return (await query.execute()).map(rowToTask)
}

/** How many tasks were completed, and the seconds they took, by category. */
export async function totalCompletedTasks(
  db: Database,
  userId: string,
  { from, to }: CompletedRange,
): Promise<CompletedTotal[]> {
  let query = db
    .selectFrom('tasks')
    .select(({ fn }) => ['category', fn.countAll().as('count'), fn.sum('elapsed_time').as('elapsedTime')])
    .where('user_id', '=', userId)
    .where('completed', '=', true)
    .groupBy('category')
    .orderBy('category')
  if (from !== undefined) query = query.where('completed_at', '>=', from)
  if (to !== undefined) query = query.where('completed_at', '<=', to)
  const rows = await query.execute()
  return rows.map(({ category, count, elapsedTime }) => ({
    category,
    count: Number(count),
    elapsedTime: Number(elapsedTime),
  }))
}

export async function findTask(db: Database, userId: string, id: number): Promise<Task | null> {
  const [row] = await taskRows(db, userId, id)
  return row ? rowToTask(row) : null
}

const taskRows = prepared(2, (db, userId: string, id: number) =>
  db.selectFrom('tasks').selectAll().where('user_id', '=', userId).where('id', '=', id),
)

/** The open tasks at a level, in order; without the task `exceptId` where one is being moved. */
export async function listPlaces(
  db: Database,
  userId: string,
  level: Level,
  exceptId: number | null = null,
): Promise<Place[]> {
  const places = await placeRows(db, userId, level)
  return exceptId === null ? places : places.filter(({ id }) => id !== exceptId)
}

const placeRows = prepared(2, (db, userId: string, level: Level) =>
  db
    .selectFrom('tasks')
    .select(['id', 'position'])
    .where('user_id', '=', userId)
    .where('completed', '=', false)
    .where('priority', '=', level)
    .orderBy('position')
    .orderBy('id'),
)

/** The last of the open tasks at a level, alone; none when there is none. */
export async function listLastPlace(db: Database, userId: string, level: Level): Promise<Place[]> {
  return lastPlaceRows(db, userId, level)
}

const lastPlaceRows = prepared(2, (db, userId: string, level: Level) =>
  db
    .selectFrom('tasks')
    .select(['id', 'position'])
    .where('user_id', '=', userId)
    .where('completed', '=', false)
    .where('priority', '=', level)
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

/** The open tasks at a level, whole, in order. */
export async function listOpenTasks(db: Database, userId: string, level: Level): Promise<Task[]> {
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('completed', '=', false)
    .where('priority', '=', level)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(rowToTask)
}

/** What each task of the user depends on. */
export async function listDependencies(db: Database, userId: string): Promise<DependencyNode[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'dependencies'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, dependencies }) => ({ id, dependencies: readList(dependencies) }))
}

export async function insertTask(db: Database, task: NewTask): Promise<Task> {
  const [row] = await insertedRows(db, taskToRow(task))
  if (!row) throw new Error('A task was inserted and got no number.')
  const { id } = row
  await recordChanges(db, task.userId, [{ kind: 'task', id, version: task.version }])
  return { ...task, id }
}

const insertedRows = preparedRow(0, (db, row: Insertable<TaskRow>) =>
  db.insertInto('tasks').values(row).returning('id'),
)

/**
 * Writes a task as it is after a change.
 * @param before the same task as it was read in this transaction
 */
export async function updateTask(db: Database, userId: string, before: Task, task: Task): Promise<void> {
  await updateRow(db, changedRow(before, task), userId, task.id)
  await recordChanges(db, userId, [{ kind: 'task', id: task.id, version: task.version }])
}

const updateRow = preparedRow(2, (db, row: Updateable<TaskRow>, userId: string, id: number) =>
  db.updateTable('tasks').set(row).where('user_id', '=', userId).where('id', '=', id),
)

export async function deleteTask(db: Database, userId: string, id: number): Promise<void> {
  await db.deleteFrom('tasks').where('user_id', '=', userId).where('id', '=', id).execute()
  await recordChanges(db, userId, [{ kind: 'task', id, deleted: true }])
}

/**
 * Deletes so many tasks at most of a user whose account goes, whichever; there is nobody to tell of it. Answers whether
 * there were any.
 */
export async function deleteSomeTasks(db: Database, userId: string, limit: number): Promise<boolean> {
  const some = db.selectFrom('tasks').select('id').where('user_id', '=', userId).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('tasks')
    .where('user_id', '=', userId)
    .where('id', 'in', some)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Puts tasks of the user in their places, raising the version of each. */
export async function updatePlaces(
  db: Database,
  userId: string,
  places: readonly Place[],
  now: string,
): Promise<void> {
  const changes: Change[] = []
  for (const { id, position } of places) {
    const { version } = await db
      .updateTable('tasks')
      .set((eb) => ({ position, version: eb('version', '+', 1), updated_at: now }))
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
    changes.push({ kind: 'task', id, version })
  }
  await recordChanges(db, userId, changes)
}

function tasksInOrder(db: Database, userId: string) {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('priority')
    .orderBy('position')
    .orderBy('id')
}
