import type { Attachment } from '#domain/attachments/attachment.ts'
import { notFound, requireFound } from '#domain/error.ts'
import { cleanAttachmentName } from '#domain/tasks/attachment-name.ts'

import { requireUser } from '../auth/session.ts'
import type { App, AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { bindTo } from '../run/bind.ts'
import type { Executor } from '../run/execute.ts'
import { findTask } from '../tasks/store.ts'
import { bindRemoval, bindUpload } from './bindings.ts'
import { attachmentCalls } from './calls.ts'
import { contentDisposition } from './content-disposition.ts'
import { findAttachment, listAttachments } from '../files/store.ts'

/** Keeps a downloaded file inert if a browser ever shows it. Source: security 32. */
const DOWNLOAD_POLICY = "sandbox; default-src 'none'"

/**
 * Adds the routes under /api/tasks/{id}/attachments.
 * @param stallMs how long the server waits for the next KiB of an upload
 */
export async function attachmentRoutes(
  app: App,
  context: AppContext,
  executor: Executor,
  stallMs: number,
): Promise<void> {
  await app.register(async (app) => {
    takeBytes(app)
    bindUpload(bindTo(app, executor, context.clock), context, stallMs)
  })
  downloadRoutes(app, context)
  bindRemoval(bindTo(app, executor, context.clock), context)
}

/** Accepts every body as bytes, regardless of its type. Call this in a separate Fastify scope. */
function takeBytes(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  // The client's content type has no effect, so none is rejected.
  app.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = 'application/octet-stream'
  })
}

function downloadRoutes(app: App, { db, files }: AppContext): void {
  app.get('/api/tasks/:id/attachments', { schema: attachmentCalls.list }, async (request) => {
    const task = requireFound(await findTask(db, requireUser(request).id, request.params.id))
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

  // Fastify's default HEAD handler would read the whole file.
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

/** @throws TenfoldError `not_found` if the task has no such file, or only its name */
async function requireAttachment(db: Database, userId: string, taskId: number, name: string) {
  return requireFound(await findAttachment(db, userId, taskId, cleanAttachmentName(name)))
}

function downloadHeaders({ name, size, type }: Attachment) {
  return {
    'content-type': type,
    'content-length': size,
    'content-disposition': contentDisposition(name),
    'content-security-policy': DOWNLOAD_POLICY,
  }
}
