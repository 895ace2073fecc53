import type { Selectable } from 'kysely'

import { TASK_FIELD_NAMES, initialFields } from '#domain/tasks/task-fields.ts'
import { type TrashedTask, expiryOfDeleted } from '#domain/tasks/deleted-task.ts'
import type { Task } from '#domain/tasks/task.ts'

import { withGiven, withGivenIds } from '../../db/given-rows.ts'
import type { Database, DeletedTaskRow } from '../../db/schema.ts'
import { countTexts } from '../../db/text-tally.ts'
import { taskBytes } from '../task-row.ts'

/** The columns that a file keeps while its task is deleted. */
const FILE_COLUMNS = ['id', 'user_id', 'task_id', 'name', 'blob', 'size', 'type', 'created_at'] as const

export async function keepDeleted(
  db: Database,
  userId: string,
  trashed: readonly TrashedTask[],
  deletedAt: string,
): Promise<void> {
  await db
    .insertInto('deleted_tasks')
    .values(
      trashed.map(({ task, dependents }) => ({
        task_id: task.id,
        user_id: userId,
        title: task.title,
        level: task.priority,
        task: JSON.stringify(task),
        text_bytes: taskBytes(task),
        dependents: JSON.stringify(dependents),
        deleted_at: deletedAt,
      })),
    )
    .execute()
  const ids = trashed.map(({ task }) => task.id)
  await copyFiles(db, userId, ids, 'attachments', 'deleted_attachments')
}

/** Finds a deleted task that can still be restored. */
export async function findRestorable(
  db: Database,
  userId: string,
  id: number,
  now: string,
): Promise<TrashedTask | null> {
  return (await listRestorable(db, userId, [id], now))[0] ?? null
}

/** Returns the given tasks that are deleted and can still be restored, in no particular order. */
export async function listRestorable(
  db: Database,
  userId: string,
  ids: readonly number[],
  now: string,
): Promise<TrashedTask[]> {
  const rows = await db
    .selectFrom('deleted_tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('task_id', 'in', ids)
    .where('deleted_at', '>', expiryOfDeleted(now))
    .execute()
  return rows.map(rowToTrashed)
}

/** Finds a deleted task, even an expired one. */
export async function findKept(
  db: Database,
  userId: string,
  id: number,
): Promise<(Task & { deletedAt: string }) | null> {
  const row = await db
    .selectFrom('deleted_tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('task_id', '=', id)
    .executeTakeFirst()
  return row ? { ...rowToTrashed(row).task, deletedAt: row.deleted_at } : null
}

/** Lists the ids of all but a user's newest deleted tasks, oldest first. */
export async function listOldestDeleted(db: Database, userId: string, kept: number, now: string) {
  const rows = await db
    .selectFrom('deleted_tasks')
    .select('task_id')
    .where('user_id', '=', userId)
    // A task that a wrong clock dated in the future counts as the oldest.
    .orderBy((query) => query('deleted_at', '>', now))
    .orderBy('deleted_at', 'desc')
    .orderBy('task_id', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(kept)
    .execute()
  return rows.map((row) => row.task_id).toReversed()
}

/** Lists up to `limit` tasks that were deleted at or before `until`, leaving out the users in `except`. */
export async function listExpired(
  db: Database,
  until: string,
  limit: number,
  except: readonly string[],
): Promise<{ userId: string; id: number }[]> {
  const rows = await db
    .selectFrom('deleted_tasks')
    .select(['user_id', 'task_id'])
    .where('deleted_at', '<=', until)
    .where('user_id', 'not in', except)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, id: row.task_id }))
}

/** Gives restored tasks their files back. */
export function restoreFiles(db: Database, userId: string, ids: readonly number[]): Promise<void> {
  return copyFiles(db, userId, ids, 'deleted_attachments', 'attachments')
}

type FileTable = 'attachments' | 'deleted_attachments'

async function copyFiles(
  db: Database,
  userId: string,
  ids: readonly number[],
  from: FileTable,
  to: FileTable,
) {
  const files = db.selectFrom(from).select(FILE_COLUMNS)
  const ofTasks = files.where('user_id', '=', userId).where('task_id', 'in', ids)
  const insert = db.insertInto(to).columns([...FILE_COLUMNS])
  await insert.expression(ofTasks).execute()
}

/** Deletes the records of deleted tasks permanently. Returns the blobs of their files, which may now be unused. */
export async function forgetDeleted(db: Database, userId: string, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const given = withGivenIds(db, ids)
  const files = await given
    .deleteFrom('deleted_attachments')
    .where('user_id', '=', userId)
    .where('task_id', 'in', (query) => query.selectFrom('given').select('id'))
    .returning('blob')
    .execute()
  const forgotten = await given
    .deleteFrom('deleted_tasks')
    .where('user_id', '=', userId)
    .where('task_id', 'in', (query) => query.selectFrom('given').select('id'))
    .returning('text_bytes')
    .execute()
  for (const { text_bytes } of forgotten) countTexts(db, -text_bytes)
  return files.map((file) => file.blob)
}

export async function updateDeleted(
  db: Database,
  userId: string,
  trashed: readonly TrashedTask[],
): Promise<void> {
  const rows = trashed.map(({ task, dependents }) => ({
    id: task.id,
    task: JSON.stringify(task),
    dependents: JSON.stringify(dependents),
  }))
  await withGiven(db, { id: 'integer', task: 'text', dependents: 'text' }, rows)
    .updateTable('deleted_tasks')
    .from('given')
    .set((eb) => ({ task: eb.ref('given.task'), dependents: eb.ref('given.dependents') }))
    .where('deleted_tasks.user_id', '=', userId)
    .whereRef('deleted_tasks.task_id', '=', 'given.id')
    .execute()
}

/** Finds the oldest deleted task whose removal frees space, because no other task shares its files. */
export async function findOldestWithFiles(db: Database, userId: string, now: string) {
  const shared = db.selectFrom('attachments').select('blob').where('user_id', '=', userId)
  const files = db.selectFrom('deleted_attachments').where('user_id', '=', userId)
  const row = await db
    .selectFrom('deleted_tasks')
    .select('task_id')
    .where('user_id', '=', userId)
    .where('task_id', 'in', files.where('blob', 'not in', shared).select('task_id'))
    .orderBy((query) => query('deleted_at', '<=', now))
    .orderBy('deleted_at')
    .orderBy('task_id')
    .limit(1)
    .executeTakeFirst()
  return row?.task_id ?? null
}

/** Sets fields that were added to tasks after this one was deleted, and keeps the fields in the API's order. */
function rowToTrashed(row: Selectable<DeletedTaskRow>): TrashedTask {
  const values = { ...initialFields(), ...(JSON.parse(row.task) as Task) }
  const task = Object.fromEntries(TASK_FIELD_NAMES.map((field) => [field, values[field]])) as Task
  return { task, dependents: JSON.parse(row.dependents) as number[] }
}
