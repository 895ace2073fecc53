import type { Selectable } from 'kysely'

import type { Attachment } from '#domain/attachments/attachment.ts'

import { withGiven } from '../db/given-rows.ts'
import type { AttachmentRow, Database } from '../db/schema.ts'

/** Lists the stored files of a task, oldest first. */
export async function listAttachments(db: Database, userId: string, taskId: number): Promise<Attachment[]> {
  return (await listRows(db, userId, taskId)).map(rowToAttachment)
}

/** Returns a stored file of a task and the blob with its bytes, or null. */
export async function findAttachment(
  db: Database,
  userId: string,
  taskId: number,
  name: string,
): Promise<{ attachment: Attachment; blob: string } | null> {
  const row = await db
    .selectFrom('attachments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('task_id', '=', taskId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? { attachment: rowToAttachment(row), blob: row.blob } : null
}

export async function insertAttachment(
  db: Database,
  userId: string,
  taskId: number,
  { name, size, type, createdAt }: Attachment,
  blob: string,
): Promise<void> {
  await db
    .insertInto('attachments')
    .values({ user_id: userId, task_id: taskId, name, blob, size, type, created_at: createdAt })
    .execute()
}

/** Lists the tasks that have a file which no other task shares. */
export async function listOwners(db: Database, userId: string): Promise<Set<number>> {
  const blobs = db.selectFrom('attachments').where('user_id', '=', userId).groupBy('blob')
  const owned = blobs.having(({ fn }) => fn.countAll(), '=', 1)
  const rows = await owned.select(({ fn }) => fn.min('task_id').as('id')).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Copies the files of tasks to other tasks, with new rows for the same bytes. */
export async function shareAttachments(
  db: Database,
  userId: string,
  shared: readonly { fromTaskId: number; toTaskId: number }[],
): Promise<void> {
  await withGiven(db, { fromTaskId: 'integer', toTaskId: 'integer' }, shared)
    .insertInto('attachments')
    .columns(['user_id', 'task_id', 'name', 'blob', 'size', 'type', 'created_at'])
    .expression((query) =>
      query
        .selectFrom('given')
        .innerJoin('attachments as source', 'source.task_id', 'given.fromTaskId')
        .where('source.user_id', '=', userId)
        .select(['source.user_id', 'given.toTaskId', 'source.name', 'source.blob', 'source.size'])
        .select(['source.type', 'source.created_at'])
        .orderBy('source.id'),
    )
    .execute()
}

/**
 * Deletes the files of a task except those with the names in `keep`. Returns the files' blobs, which may no longer have
 * a row: after the commit, `removeUnused` removes them from the disk.
 */
export async function deleteAttachments(
  db: Database,
  userId: string,
  taskId: number,
  keep: readonly string[] = [],
): Promise<string[]> {
  const kept = new Set(keep)
  const gone = (await listRows(db, userId, taskId)).filter((row) => !kept.has(row.name))
  if (gone.length === 0) return []
  const ids = gone.map((row) => row.id)
  await db.deleteFrom('attachments').where('user_id', '=', userId).where('id', 'in', ids).execute()
  return gone.map((row) => row.blob)
}

/** Deletes the file rows of tasks that move to the trash, which keeps copies of these rows. */
export async function deleteFilesOf(db: Database, userId: string, taskIds: readonly number[]): Promise<void> {
  await db.deleteFrom('attachments').where('user_id', '=', userId).where('task_id', 'in', taskIds).execute()
}

export type StoredFile = { taskId: number; attachment: Attachment; blob: string }

/** Lists every stored file of a user's tasks, then of the user's deleted tasks, both ordered by task. */
export async function listUserAttachments(db: Database, userId: string): Promise<StoredFile[]> {
  const rows = await Array.fromAsync(TABLES, (table) => {
    const ofUser = db.selectFrom(table).selectAll().where('user_id', '=', userId)
    return ofUser.orderBy('task_id').orderBy('id').execute()
  })
  return rows.flat().map((row) => ({ taskId: row.task_id, attachment: rowToAttachment(row), blob: row.blob }))
}

/**
 * Sums the bytes of a user's files on the disk, including those of deleted tasks. A file shared by several tasks counts
 * once.
 */
export function sumStoredBytes(db: Database, userId: string): Promise<number> {
  const deleted = blobsOf(db, 'deleted_attachments', userId)
  return sumSizes(db, blobsOf(db, 'attachments', userId).union(deleted))
}

/** Sums the bytes of the files on a user's tasks, except deleted tasks. A blob that two tasks share counts once. */
export function sumTaskFileBytes(db: Database, userId: string): Promise<number> {
  return sumSizes(db, blobsOf(db, 'attachments', userId).distinct())
}

function blobsOf(db: Database, table: (typeof TABLES)[number], userId: string) {
  return db.selectFrom(table).select(['blob', 'size']).where('user_id', '=', userId)
}

async function sumSizes(db: Database, blobs: ReturnType<typeof blobsOf>): Promise<number> {
  const { bytes } = await db
    .selectFrom(blobs.as('blobs'))
    .select((query) => query.fn.sum('size').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Deletes all files of a user, including those of deleted tasks. Returns the blobs, as `deleteAttachments` does. */
export async function deleteUserAttachments(db: Database, userId: string): Promise<string[]> {
  const rows = await Array.fromAsync(TABLES, (table) =>
    db.deleteFrom(table).where('user_id', '=', userId).returning('blob').execute(),
  )
  return rows.flat().map(({ blob }) => blob)
}

const TABLES = ['attachments', 'deleted_attachments'] as const

/** Returns the blobs in this list that a row of any user references. */
export async function listUsed(db: Database, blobs: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (let i = 0; i < blobs.length; i += BLOBS_AT_ONCE) {
    const some = blobs.slice(i, i + BLOBS_AT_ONCE)
    const present = db.selectFrom('attachments').select('blob').where('blob', 'in', some)
    const deleted = db.selectFrom('deleted_attachments').select('blob').where('blob', 'in', some)
    // Uses one statement, because restoring a task moves its rows from one table to the other.
    for (const { blob } of await present.union(deleted).execute()) used.add(blob)
  }
  return used
}

/** A statement has a limited number of parameters. */
const BLOBS_AT_ONCE = 500

function listRows(db: Database, userId: string, taskId: number): Promise<Selectable<AttachmentRow>[]> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('task_id', '=', taskId)
    .orderBy('id')
    .execute()
}

function rowToAttachment(row: Selectable<AttachmentRow>): Attachment {
  return { name: row.name, size: Number(row.size), type: row.type, createdAt: row.created_at }
}
