import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import type { Bind } from '../run/bind.ts'
import { bindTrash } from './bindings.ts'
import { trashCalls } from './calls.ts'
import { readTrashPage } from './page.ts'

export function trashRoutes(fastify: FastifyInstance, context: AppContext, bind: Bind): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()

  app.get('/api/trash', { schema: trashCalls.list }, async (request) =>
    readTrashPage(context.db, requireUser(request).id, request.query, context.clock.now()),
  )

  bindTrash(bind, context)
}
