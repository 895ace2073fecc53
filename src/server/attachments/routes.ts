import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { type Attachment, attachmentName, fileTooLarge } from '#domain/attachment.ts'
import { notFound } from '#domain/error.ts'

import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { requireTask } from '../tasks/commands.ts'
import { attachmentCalls } from './calls.ts'
import { type Upload, runAddAttachment, runRemoveAttachment } from './commands.ts'
import { contentDisposition } from './content-disposition.ts'
import { removeUnused, sweepFiles } from './left-overs.ts'
import { findAttachment, listAttachments } from './store.ts'

/** A downloaded file can do nothing, should a browser ever show it. Source: security 32. */
const DOWNLOAD_POLICY = "sandbox; default-src 'none'"

/**
 * The calls under /api/tasks/{id}/attachments.
 * @param stallMs how long an upload may wait for its next KiB
 */
export async function attachmentRoutes(
  app: FastifyInstance,
  context: AppContext,
  stallMs: number,
): Promise<void> {
  await app.register(async (app) => uploadRoutes(app, context, stallMs))
  downloadRoutes(app, context)
  removalRoutes(app, context)
  app.addHook('onReady', () => sweepFiles(context, app.log))
}

/** In a scope of their own, because here a body is bytes, whatever its type. */
function uploadRoutes(fastify: FastifyInstance, context: AppContext, stallMs: number): void {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (_request, _body, done) => done(null))
  // What a client says of the type decides nothing, so that no way of saying it is wrong.
  fastify.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = 'application/octet-stream'
  })
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const { db, config, clock, files } = context
  const limits = { bytesMax: config.uploadBytesMax, stallMs }

  app.put(
    '/api/tasks/:id/attachments/:name',
    { config: { isUpload: true }, schema: attachmentCalls.add },
    async (request, reply) => {
      const { id: userId } = requireUser(request)
      const wanted = attachmentName(request.params.name)
      const key = request.headers['idempotency-key']
      const { storageBytesMax } = config
      const upload: Upload = { taskId: request.params.id, wanted, key, storageBytesMax }
      await requireTask(db, userId, upload.taskId)
      if (Number(request.headers['content-length']) > limits.bytesMax) throw fileTooLarge(limits.bytesMax)

      const blob = await files.receive(request.raw, limits)
      let attachment: Attachment
      try {
        const actor = { userId, now: clock.now() }
        attachment = await inTransaction(db, actor.userId, (db) => runAddAttachment(db, actor, upload, blob))
      } finally {
        // It has no row when the transaction failed, nor when the key was known and nothing was added.
        await removeUnused(context, request.log, [blob.id])
      }
      return reply.code(201).send(attachment)
    },
  )
}

function downloadRoutes(fastify: FastifyInstance, { db, files }: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()

  app.get('/api/tasks/:id/attachments', { schema: attachmentCalls.list }, async (request) => {
    const task = await requireTask(db, requireUser(request).id, request.params.id)
    return listAttachments(db, task.userId, task.id)
  })

  app.get(
    '/api/tasks/:id/attachments/:name',
    { exposeHeadRoute: false, schema: attachmentCalls.read },
    async (request, reply) => {
      const { id, name } = request.params
      const { attachment, blob } = await requireAttachment(db, requireUser(request).id, id, name)
      const bytes = await files.read(blob, attachment.size)
      if (!bytes) {
        request.log.error({ blob, task: id }, 'the bytes of an attachment are missing or damaged')
        throw notFound()
      }
      return reply.headers(downloadHeaders(attachment)).send(bytes)
    },
  )

  // Fastify's own answer to HEAD would read the whole file.
  app.head(
    '/api/tasks/:id/attachments/:name',
    { schema: { params: attachmentCalls.read.params } },
    async (request, reply) => {
      const { id, name } = request.params
      const { attachment } = await requireAttachment(db, requireUser(request).id, id, name)
      return reply.headers(downloadHeaders(attachment)).send()
    },
  )
}

function removalRoutes(fastify: FastifyInstance, context: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const { db, clock } = context

  app.delete(
    '/api/tasks/:id/attachments/:name',
    { schema: attachmentCalls.remove },
    async (request, reply) => {
      const actor = { userId: requireUser(request).id, now: clock.now() }
      const { id } = request.params
      const name = attachmentName(request.params.name)
      const released = await inTransaction(db, actor.userId, (db) => runRemoveAttachment(db, actor, id, name))
      await removeUnused(context, request.log, released)
      return reply.code(204).send()
    },
  )
}

/** @throws TenfoldError `not_found` when there is none, or only its name */
async function requireAttachment(db: Database, userId: string, taskId: number, name: string) {
  const found = await findAttachment(db, userId, taskId, attachmentName(name))
  if (!found) throw notFound()
  return found
}

function downloadHeaders({ name, size, type }: Attachment) {
  return {
    'content-type': type,
    'content-length': size,
    'content-disposition': contentDisposition(name),
    'content-security-policy': DOWNLOAD_POLICY,
  }
}
