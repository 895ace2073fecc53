import { createHash } from 'node:crypto'

import { attachmentName, fileTooLarge, storageFull } from '#domain/attachments/attachment.ts'
import { addAttachment, removeAttachment } from '#domain/attachments/commands.ts'
import { fileType } from '#domain/attachments/file-type.ts'
import { requireFound } from '#domain/error.ts'
import { cleanAttachmentName } from '#domain/tasks/attachment-name.ts'

import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { type Actor, actorOf } from '../run/actor.ts'
import type { Bind, Checked } from '../run/bind.ts'
import { isReplay } from '../run/idempotency/run-once.ts'
import { forgetOldestFiles } from '../tasks/deleted/trash.ts'
import { findTask, updateTask } from '../tasks/store.ts'
import { removeUnused } from '../files/unused.ts'
import { cutOff } from '../files/upload-body.ts'
import { attachmentCalls } from './calls.ts'
import {
  deleteAttachments,
  findAttachment,
  insertAttachment,
  listAttachments,
  sumStoredBytes,
  sumTaskFileBytes,
} from '../files/store.ts'

const PATH = '/api/tasks/:id/attachments/:name'

/** Binds the command whose body is a file's bytes. Stores the bytes first, and removes them if the command fails. */
export function bindUpload(bind: Bind, context: AppContext, stallMs: number): void {
  bind(addAttachment, {
    method: 'PUT',
    path: PATH,
    schema: attachmentCalls.add,
    config: { isUpload: true },
    input: (request) => receiveUpload(context, request, stallMs),
    body: ({ digest }) => digest,
    read: async (db, { userId }, needs) => ({
      task: await findTask(db, userId, needs.task),
      stored: (await listAttachments(db, userId, needs.stored)).map(({ name }) => name),
      fileBytes: await sumTaskFileBytes(db, userId),
    }),
    write: async (db, { userId, now }, { before, after, name }, { id, blob, client, storageBytesMax }) => {
      // The user may have canceled the upload and removed its name while the bytes were stored.
      if (client.destroyed) throw cutOff()
      const released = await makeRoom(db, { userId, now }, blob.size, storageBytesMax)
      const attachment = { name, size: blob.size, type: fileType(name, blob.head), createdAt: now }
      await insertAttachment(db, userId, id, attachment, blob.id)
      await updateTask(db, userId, before, after)
      return { attachment, released }
    },
    outcomeOf: ({ attachment }) => ({ entity: [attachment.name], version: null }),
    replay: async (db, { userId }, { id, blob }, { entity: [name] }) => {
      const { attachment } = requireFound(await findAttachment(db, userId, id, String(name)))
      return { attachment, released: [blob.id] }
    },
    answer: ({ attachment }) => attachment,
    effects: (result, { blob }, log) => removeUnused(context, log, result?.released ?? [blob.id]),
  })
}

export function bindRemoval(bind: Bind, context: AppContext): void {
  bind(removeAttachment, {
    method: 'DELETE',
    path: PATH,
    schema: attachmentCalls.remove,
    input: ({ params: { id, name } }) => ({ id, name: cleanAttachmentName(name) }),
    read: async (db, { userId }, needs) => ({ task: await findTask(db, userId, needs.task) }),
    write: async (db, { userId }, { before, after }, { id }) => {
      await updateTask(db, userId, before, after)
      return deleteAttachments(db, userId, id, after.attachments)
    },
    replay: async () => [],
    answer: () => undefined,
    effects: (released, _input, log) => removeUnused(context, log, released ?? []),
  })
}

/**
 * Stores the bytes of an upload, unless an earlier check fails.
 * @throws TenfoldError `not_found`, `invalid`, `too_large`, `too_slow`, `busy`
 */
async function receiveUpload(
  { db, files, config, clock }: AppContext,
  request: Checked<typeof attachmentCalls.add>,
  stallMs: number,
) {
  const { uploadBytesMax, storageBytesMax } = config
  const { id } = request.params
  const actor = actorOf(request, clock)
  const name = attachmentName(request.params.name)
  requireFound(await findTask(db, actor.userId, id))
  const bytes = Number(request.headers['content-length'])
  if (bytes > uploadBytesMax) throw fileTooLarge(uploadBytesMax)
  const call = `PUT /api/tasks/${id}/attachments/${name}`
  await requireStorage(db, { ...actor, call }, bytes, storageBytesMax)
  const hash = actor.key === undefined ? null : createHash('sha256')
  const onPiece = (piece: Uint8Array) => hash?.update(piece)
  const blob = await files.receive(request.raw, { bytesMax: uploadBytesMax, stallMs, onPiece })
  const digest = hash?.digest('base64url') ?? null
  return { id, name, blob, size: blob.size, digest, client: request.raw.socket, storageBytesMax }
}

/**
 * Rejects an upload that can't fit, before its bytes are read. Allows a retry of an upload that is already stored, because
 * the retry adds no bytes.
 * @param bytes the declared length; NaN when there is none
 * @throws TenfoldError `too_large`
 */
async function requireStorage(
  db: Database,
  request: Actor & { call: string },
  bytes: number,
  bytesMax: number,
): Promise<void> {
  if (Number.isNaN(bytes) || (await sumTaskFileBytes(db, request.userId)) + bytes <= bytesMax) return
  if (!(await isReplay(db, request))) throw storageFull(bytesMax)
}

/** Permanently removes deleted tasks that have files, oldest first, until the bytes fit. Returns the tasks' blobs. */
async function makeRoom(db: Database, who: Pick<Actor, 'userId' | 'now'>, bytes: number, bytesMax: number) {
  const released: string[] = []
  while ((await sumStoredBytes(db, who.userId)) + bytes > bytesMax) {
    const forgotten = await forgetOldestFiles(db, who)
    if (forgotten === null) throw storageFull(bytesMax)
    released.push(...forgotten)
  }
  return released
}
