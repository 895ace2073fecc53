import { type Updateable, sql } from 'kysely'

import type { NamedTask } from '#domain/tasks/bulk.ts'
import type { Change, ChangedTask } from '#domain/tasks/change.ts'
import type { CompletedRange, CompletedTotal } from '#domain/tasks/completed.ts'
import type { NewTask } from '#domain/tasks/task-rules.ts'
import type { Task } from '#domain/tasks/task.ts'
import { compareNames } from '#domain/text.ts'

import { dialectOf } from '../db/dialect.ts'
import { type GivenType, withGiven, withGivenIds } from '../db/given-rows.ts'
import { prepared, preparedRow } from '../db/prepared.ts'
import type { Database, NewRow, TaskRow } from '../db/schema.ts'
import { textBytes } from '../db/text-bytes.ts'
import { changesWords, writeTaskWords } from '../db/task-words.ts'
import { countTexts, rowTextBytes } from '../db/text-tally.ts'
import { noteChanges } from '../run/change-log.ts'
import type { Outcome } from '../run/idempotency/store.ts'
import { taskJson } from './task-json.ts'
import {
  ROW_COLUMNS,
  TASK_COLUMNS,
  TASK_TEXTS,
  TASK_TYPES,
  changedRow,
  rowToTask,
  taskBytes,
  taskToRow,
} from './task-row.ts'

/** Returns the number of completed tasks and the seconds they took, by category. */
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
  if (from !== undefined) query = query.where('completed_at', '>=', from)
  if (to !== undefined) query = query.where('completed_at', '<=', to)
  const rows = await query.execute()
  return rows
    .map((row) => ({ ...row, count: Number(row.count), elapsedTime: Number(row.elapsedTime) }))
    .toSorted((a, b) => compareNames(a.category, b.category))
}

/** Returns the names of the given tasks by id. Leaves out tasks that don't exist or belong to another user. */
export async function listTaskNames(
  db: Database,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, NamedTask>> {
  const rows = await withGivenIds(db, ids)
    .selectFrom('tasks')
    .select(['id', 'title', 'version'])
    .where('user_id', '=', userId)
    .where('id', 'in', (query) => query.selectFrom('given').select('id'))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the tasks with these ids that exist and belong to the user, in no particular order. */
export async function listTasksById(db: Database, userId: string, ids: readonly number[]): Promise<Task[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('tasks')
    .select(TASK_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(rowToTask)
}

/** Returns the given tasks by id. Leaves out tasks that don't exist or belong to another user. */
export async function mapTasksById(
  db: Database,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, Task>> {
  return new Map((await listTasksById(db, userId, ids)).map((task) => [task.id, task]))
}

/**
 * Returns the tasks that a call created, in order. Those deleted since are listed as deleted, so that a client can find
 * each task by its index.
 */
export async function listCreated(db: Database, userId: string, { entity }: Outcome): Promise<ChangedTask[]> {
  const ids = entity.map(Number)
  const taskById = await mapTasksById(db, userId, ids)
  return ids.map((id) => taskById.get(id) ?? { id, deleted: true })
}

export async function findTask(db: Database, userId: string, id: number): Promise<Task | null> {
  const [row] = await taskRows(db, userId, id)
  return row ? rowToTask(row) : null
}

const taskRows = prepared(2, (db, userId: string, id: number) =>
  db.selectFrom('tasks').select(TASK_COLUMNS).where('user_id', '=', userId).where('id', '=', id),
)

/** Returns a task as the JSON of the response, with its version. PostgreSQL writes the JSON itself. */
export async function findTaskJson(
  db: Database,
  userId: string,
  id: number,
): Promise<{ version: number; json: string } | null> {
  if (dialectOf(db) === 'postgres') return (await taskJsonRows(db, userId, id))[0] ?? null
  const task = await findTask(db, userId, id)
  return task && { version: task.version, json: JSON.stringify(task) }
}

const taskJsonRows = prepared(2, (db, userId: string, id: number) =>
  db
    .selectFrom('tasks')
    .select(['version', taskJson().as('json')])
    .where('user_id', '=', userId)
    .where('id', '=', id),
)

export async function insertTask(db: Database, newTask: NewTask): Promise<Task> {
  const written = taskToRow(newTask)
  const [row] = await insertedRows(db, written)
  if (!row) throw new Error('Inserting a task returned no row.')
  countTexts(db, rowTextBytes(written, TASK_TEXTS))
  const task = rowToTask(row)
  await writeTaskWords(db, [task])
  noteChanges(db, [taskToChange(task)])
  return task
}

const insertedRows = preparedRow(0, (db, row: NewRow<TaskRow>) =>
  db.insertInto('tasks').values(row).returning(TASK_COLUMNS),
)

/** Inserts tasks and returns them as stored, in the same order. */
export async function insertTasks(db: Database, newTasks: readonly NewTask[]): Promise<Task[]> {
  if (newTasks.length === 0) return []
  const rows = newTasks.map((task, ordinal) => ({ ...taskToRow(task), ordinal }))
  const { id: _, ...types } = TASK_TYPES
  const columns = Object.keys(types) as (keyof typeof types)[]
  const inserted = await withGiven(db, { ...types, ordinal: 'integer' }, rows)
    .insertInto('tasks')
    .columns(columns)
    // Inserting in order gives the tasks ascending ids.
    .expression((query) => query.selectFrom('given').select(columns).orderBy('ordinal'))
    .returning(TASK_COLUMNS)
    .execute()
  const tasks = inserted.map(rowToTask).toSorted((one, other) => one.id - other.id)
  await noteInserted(db, tasks)
  return tasks
}

/** Adds restored tasks under their old ids. */
export async function insertRestored(db: Database, tasks: readonly Task[]): Promise<void> {
  const rows = tasks.map((task) => ({ ...taskToRow(task), id: task.id }))
  const columns = Object.keys(TASK_TYPES) as (keyof typeof TASK_TYPES)[]
  await withGiven(db, TASK_TYPES, rows)
    .insertInto('tasks')
    .columns(columns)
    .expression((query) => query.selectFrom('given').select(columns))
    .execute()
  await noteInserted(db, tasks)
}

async function noteInserted(db: Database, tasks: readonly Task[]): Promise<void> {
  await writeTaskWords(db, tasks)
  const bytes = tasks.reduce((sum, task) => sum + taskBytes(task), 0)
  countTexts(db, bytes)
  noteChanges(db, tasks.map(taskToChange))
}

/**
 * Writes a changed task.
 * @param before the same task as read in this transaction
 */
export function updateTask(db: Database, userId: string, before: Task, after: Task): Promise<void> {
  return updateTasks(db, userId, [{ before, after }])
}

/** Writes changed tasks in one statement, and adds them to the change log. */
export async function updateTasks(
  db: Database,
  userId: string,
  changes: readonly { before: Task; after: Task }[],
): Promise<void> {
  const [first] = changes
  if (!first) return
  if (changes.length === 1) await updateRow(db, changedRow(first.before, first.after), userId, first.after.id)
  else await updateRows(db, userId, changes)
  const reworded = changes.flatMap(({ before, after }) => (changesWords(before, after) ? [after] : []))
  await writeTaskWords(db, reworded)
  const added = changes.reduce((bytes, { before, after }) => bytes + taskBytes(after) - taskBytes(before), 0)
  countTexts(db, added)
  const noted = changes.map(({ after }) => taskToChange(after))
  noteChanges(db, noted)
}

/** Writes every column that changes in any of the tasks. */
async function updateRows(
  db: Database,
  userId: string,
  changes: readonly { before: Task; after: Task }[],
): Promise<void> {
  const rows = changes.map(({ before, after }) => [taskToRow(before), taskToRow(after)] as const)
  const columns = ROW_COLUMNS.filter((column) => rows.some(([from, to]) => from[column] !== to[column]))
  const types: Record<string, GivenType> = { id: 'integer' }
  for (const column of columns) types[column] = TASK_TYPES[column]
  const given = rows.map(([, to], i) => ({ ...to, id: changes[i]?.after.id }))
  await withGiven(db, types, given)
    .updateTable('tasks')
    .from('given')
    .set(Object.fromEntries(columns.map((column) => [column, sql.ref(`given.${column}`)])))
    .where('tasks.user_id', '=', userId)
    .where('tasks.id', '=', sql.ref<number>('given.id'))
    .execute()
}

const updateRow = preparedRow(2, (db, row: Updateable<TaskRow>, userId: string, id: number) =>
  db.updateTable('tasks').set(row).where('user_id', '=', userId).where('id', '=', id),
)

/** Deletes tasks that are now in the trash, where their text still counts. */
export async function deleteTasks(db: Database, userId: string, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('tasks').where('user_id', '=', userId).where('id', 'in', ids).execute()
  const deleted = ids.map((id) => ({ kind: 'task', id, deleted: true }) as const)
  noteChanges(db, deleted)
}

/**
 * Deletes up to `limit` tasks of a user whose account is being deleted. Records no changes, because the user will have
 * no more streams. Returns whether any were deleted.
 */
export async function deleteSomeTasks(db: Database, userId: string, limit: number): Promise<boolean> {
  const some = db.selectFrom('tasks').select('id').where('user_id', '=', userId).limit(limit)
  const deleted = await db
    .deleteFrom('tasks')
    .where('user_id', '=', userId)
    .where('id', 'in', some)
    .returning(textBytes(TASK_TEXTS).as('bytes'))
    .execute()
  for (const { bytes } of deleted) countTexts(db, -bytes)
  return deleted.length > 0
}

function taskToChange({ id, version }: Task): Change {
  return { kind: 'task', id, version }
}
