import { type Attachment, addAttachment, removeAttachment, storageFull } from '#domain/attachment.ts'
import { notFound } from '#domain/error.ts'
import { fileType } from '#domain/file-type.ts'

import type { Database } from '../db/schema.ts'
import type { StoredBlob } from '../files.ts'
import { runOnce } from '../idempotency/run-once.ts'
import { type Actor, requireTask } from '../tasks/commands.ts'
import { updateTask } from '../tasks/store.ts'
import { deleteAttachments, insertAttachment, listAttachments, sumStoredBytes } from './store.ts'

/** The wish to add a file: to which task, under which name, and once per key. */
export type Upload = {
  taskId: number
  wanted: string
  key: string | undefined
  /** What all files of the user together may take. */
  storageBytesMax: number
}

/**
 * Adds a file whose bytes are on the disk already to a task, once per key.
 * @throws TenfoldError `not_found`, `invalid` when the task has as many as it can, `too_large` when the user has
 */
export async function runAddAttachment(
  db: Database,
  actor: Actor,
  { taskId, wanted, key, storageBytesMax }: Upload,
  blob: StoredBlob,
): Promise<Attachment> {
  const { userId, now } = actor
  const call = `PUT /api/tasks/${taskId}/attachments/${wanted}`
  return runOnce(db, { userId, now, call, key }, async () => {
    const before = await requireTask(db, userId, taskId)
    if ((await sumStoredBytes(db, userId)) + blob.size > storageBytesMax) throw storageFull(storageBytesMax)
    const stored = (await listAttachments(db, userId, taskId)).map((attachment) => attachment.name)
    const { task, name } = addAttachment(before, stored, wanted, actor)
    const attachment = { name, size: blob.size, type: fileType(name, blob.head), createdAt: now }
    await insertAttachment(db, userId, taskId, attachment, blob.id)
    await updateTask(db, userId, before, task)
    return attachment
  })
}

/**
 * Removes an attachment of a task, be it a file or a name alone. Answers the blobs that may have no row any more.
 * @throws TenfoldError `not_found`
 */
export async function runRemoveAttachment(
  db: Database,
  actor: Actor,
  taskId: number,
  name: string,
): Promise<string[]> {
  const task = await requireTask(db, actor.userId, taskId)
  if (!task.attachments.includes(name)) throw notFound()
  const changed = removeAttachment(task, name, actor)
  await updateTask(db, actor.userId, task, changed)
  return deleteAttachments(db, actor.userId, taskId, changed.attachments)
}
