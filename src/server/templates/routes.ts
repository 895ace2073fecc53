import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { templateCalls } from './calls.ts'
import {
  requireTemplateWithTasks,
  runCreateTemplate,
  runDeleteTemplate,
  runInstantiateTemplate,
  runSetTemplateTasks,
} from './commands.ts'
import { listTemplates } from './store.ts'

/** The calls under /api/templates. Each reads the request, runs one command in a transaction, and answers. */
export function templateRoutes(fastify: FastifyInstance, { db, clock }: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()

  app.get('/api/templates', { schema: templateCalls.list }, async (request) =>
    listTemplates(db, requireUser(request).id),
  )

  app.post('/api/templates', { schema: templateCalls.create }, async (request, reply) => {
    const actor = { userId: requireUser(request).id, now: clock.now() }
    const key = request.headers['idempotency-key']
    const template = await inTransaction(db, actor.userId, (db) =>
      runCreateTemplate(db, actor, request.body, key),
    )
    return reply.code(201).send(template)
  })

  app.get('/api/templates/:id', { schema: templateCalls.find }, async (request) =>
    requireTemplateWithTasks(db, requireUser(request).id, request.params.id),
  )

  app.delete('/api/templates/:id', { schema: templateCalls.delete }, async (request, reply) => {
    const actor = { userId: requireUser(request).id, now: clock.now() }
    await inTransaction(db, actor.userId, (db) => runDeleteTemplate(db, actor, request.params.id))
    return reply.code(204).send()
  })

  app.post('/api/templates/:id/tasks', { schema: templateCalls.setTasks }, async (request, reply) => {
    const actor = { userId: requireUser(request).id, now: clock.now() }
    const { id } = request.params
    const tasks = await inTransaction(db, actor.userId, (db) =>
      runSetTemplateTasks(db, actor, id, request.body),
    )
    return reply.code(201).send(tasks)
  })

  app.post(
    '/api/templates/:id/instantiate',
    { schema: templateCalls.instantiate },
    async (request, reply) => {
      const actor = { userId: requireUser(request).id, now: clock.now() }
      const { id } = request.params
      const key = request.headers['idempotency-key']
      const tasks = await inTransaction(db, actor.userId, (db) =>
        runInstantiateTemplate(db, actor, id, request.body, key),
      )
      return reply.code(201).send({ tasks })
    },
  )
}
