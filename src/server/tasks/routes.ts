import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { completedFilterSchema } from '#domain/completed.ts'
import { invalid, notFound } from '#domain/error.ts'
import { isLevel } from '#domain/priority.ts'
import { ID_MAX, levelOrderSchema, taskDraftSchema, taskPatchSchema } from '#domain/task.ts'

import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import { requireTask, runChangeTask, runCreateTask, runDeleteTask, runOrderLevel } from './commands.ts'
import { taskEtag } from './if-match.ts'
import { findTask, listCompletedTasks, listTasks } from './store.ts'

const idParams = z.object({ id: z.string() })
const levelParams = z.object({ level: z.string() })
const createHeaders = z.object({
  'idempotency-key': z
    .string()
    .max(255, { error: 'Idempotency-Key must be 255 characters or fewer.' })
    .optional(),
})

/** The calls under /api/tasks. Each reads the request, runs one command in a transaction, and answers. */
export function taskRoutes(fastify: FastifyInstance, { db, clock }: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()

  app.get('/api/tasks', async (request) => listTasks(db, requireUser(request).id))

  app.get('/api/tasks/completed', { schema: { querystring: completedFilterSchema } }, async (request) => {
    const user = requireUser(request)
    const { before } = request.query
    const after = before === undefined ? null : await findTask(db, user.id, Number(before) || 0)
    if (before !== undefined && !after?.completed) {
      throw invalid('before', 'Must be the id of a completed task.')
    }
    return listCompletedTasks(db, user.id, request.query, after)
  })

  app.get('/api/tasks/:id', { schema: { params: idParams } }, async (request, reply) => {
    const task = await requireTask(db, requireUser(request).id, readId(request.params.id))
    return reply.header('etag', taskEtag(task)).send(task)
  })

  app.post(
    '/api/tasks',
    { schema: { body: taskDraftSchema, headers: createHeaders } },
    async (request, reply) => {
      const actor = { userId: requireUser(request).id, now: clock.now() }
      const key = request.headers['idempotency-key']
      const task = await db.transaction().execute((db) => runCreateTask(db, actor, request.body, key))
      return reply.code(201).header('etag', taskEtag(task)).send(task)
    },
  )

  app.patch(
    '/api/tasks/:id',
    { schema: { params: idParams, body: taskPatchSchema } },
    async (request, reply) => {
      const actor = { userId: requireUser(request).id, now: clock.now() }
      const id = readId(request.params.id)
      const ifMatch = request.headers['if-match']
      const task = await db.transaction().execute((db) => runChangeTask(db, actor, id, request.body, ifMatch))
      return reply.header('etag', taskEtag(task)).send(task)
    },
  )

  app.delete('/api/tasks/:id', { schema: { params: idParams } }, async (request, reply) => {
    const actor = { userId: requireUser(request).id, now: clock.now() }
    const id = readId(request.params.id)
    const ifMatch = request.headers['if-match']
    await db.transaction().execute((db) => runDeleteTask(db, actor, id, ifMatch))
    return reply.code(204).send()
  })

  app.post(
    '/api/tasks/priority/:level/positions',
    { schema: { params: levelParams, body: levelOrderSchema } },
    async (request) => {
      const actor = { userId: requireUser(request).id, now: clock.now() }
      const level = Number(request.params.level)
      if (!isLevel(level)) throw invalid('level', 'Level must be a whole number from 1 to 10.')
      return db.transaction().execute((db) => runOrderLevel(db, actor, level, request.body))
    },
  )
}

/** An id that cannot be one is an id that is not there. */
function readId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > ID_MAX) throw notFound()
  return id
}
