import type { Selectable } from 'kysely'

import type { Attachment } from '#domain/attachment.ts'

import type { AttachmentRow, Database } from '../db/schema.ts'

/** The stored files of a task, in the order in which they came. */
export async function listAttachments(db: Database, userId: string, taskId: number): Promise<Attachment[]> {
  return (await listRows(db, userId, taskId)).map(rowToAttachment)
}

/** A stored file of a task and the blob that holds its bytes. */
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

/** Gives a task the files of another: new rows, the same bytes. */
export async function shareAttachments(
  db: Database,
  userId: string,
  fromTaskId: number,
  toTaskId: number,
): Promise<void> {
  for (const row of await listRows(db, userId, fromTaskId)) {
    await insertAttachment(db, userId, toTaskId, rowToAttachment(row), row.blob)
  }
}

/**
 * Deletes the files of a task but those whose names it keeps. Answers their blobs, which may have no row any more:
 * once this is committed, `removeUnused` removes them from the disk.
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

/** Every stored file of a user, by task. */
export async function listUserAttachments(
  db: Database,
  userId: string,
): Promise<{ taskId: number; attachment: Attachment; blob: string }[]> {
  const rows = await db
    .selectFrom('attachments')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('task_id')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ taskId: row.task_id, attachment: rowToAttachment(row), blob: row.blob }))
}

/** How many bytes the files of a user take on the disk. Those that several tasks share count once. */
export async function sumStoredBytes(db: Database, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom(
      db
        .selectFrom('attachments')
        .select(['blob', 'size'])
        .distinct()
        .where('user_id', '=', userId)
        .as('blobs'),
    )
    .select((query) => query.fn.sum('size').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Deletes every file of a user. Answers their blobs, as `deleteAttachments` does. */
export async function deleteUserAttachments(db: Database, userId: string): Promise<string[]> {
  const rows = await db.deleteFrom('attachments').where('user_id', '=', userId).returning('blob').execute()
  return rows.map((row) => row.blob)
}

/** Those of the blobs that have a row, of whomever. */
export async function listUsed(db: Database, blobs: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (let i = 0; i < blobs.length; i += BLOBS_AT_ONCE) {
    const some = blobs.slice(i, i + BLOBS_AT_ONCE)
    const rows = await db.selectFrom('attachments').select('blob').where('blob', 'in', some).execute()
    for (const row of rows) used.add(row.blob)
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
