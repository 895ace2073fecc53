import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { completedFilterSchema } from '#domain/completed.ts'
import { invalid } from '#domain/error.ts'
import { isLevel } from '#domain/priority.ts'
import { levelOrderSchema, taskDraftSchema, taskPatchSchema } from '#domain/task.ts'

import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import { idParams } from '../id-params.ts'
import { onceHeaders } from '../idempotency/run-once.ts'
import { todayOf, zoneOf } from '../time-zone.ts'
import { requireTask, runChangeTask, runCreateTask, runDeleteTask, runOrderLevel } from './commands.ts'
import { taskEtag } from './if-match.ts'
import { findTask, listCompletedTasks, listTasks } from './store.ts'

const levelParams = z.object({ level: z.string() })
const changeQuery = z.object({
  /** Ends the series of the task: completing it makes no next occurrence. */
  recurrence: z.literal('end', { error: "Recurrence must be 'end'." }).optional(),
})

/** The calls under /api/tasks. Each reads the request, runs one command in a transaction, and answers. */
export function taskRoutes(fastify: FastifyInstance, { db, clock }: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()

  app.get('/api/tasks', async (request) => listTasks(db, requireUser(request).id))

  app.get('/api/tasks/completed', { schema: { querystring: completedFilterSchema } }, async (request) => {
    const user = requireUser(request)
    const { before } = request.query
    const after = before === undefined ? null : await findTask(db, user.id, before)
    if (before !== undefined && !after?.completed) {
      throw invalid('before', 'Must be the id of a completed task.')
    }
    return listCompletedTasks(db, user.id, request.query, after)
  })

  app.get('/api/tasks/:id', { schema: { params: idParams } }, async (request, reply) => {
    const task = await requireTask(db, requireUser(request).id, request.params.id)
    return reply.header('etag', taskEtag(task)).send(task)
  })

  app.post(
    '/api/tasks',
    { schema: { body: taskDraftSchema, headers: onceHeaders } },
    async (request, reply) => {
      const actor = { userId: requireUser(request).id, now: clock.now() }
      const key = request.headers['idempotency-key']
      const task = await db.transaction().execute((db) => runCreateTask(db, actor, request.body, key))
      return reply.code(201).header('etag', taskEtag(task)).send(task)
    },
  )

  app.patch(
    '/api/tasks/:id',
    { schema: { params: idParams, querystring: changeQuery, body: taskPatchSchema } },
    async (request, reply) => {
      const user = requireUser(request)
      const today = todayOf(request, clock)
      const actor = { userId: user.id, now: clock.now(), today, zone: zoneOf(request) }
      const { id } = request.params
      const ifMatch = request.headers['if-match']
      const endsSeries = request.query.recurrence === 'end'
      const patch = endsSeries ? { ...request.body, isRecurring: false } : request.body
      const { task, next } = await db
        .transaction()
        .execute((db) => runChangeTask(db, actor, id, patch, ifMatch))
      if (next) reply.header('x-next-task', next.id)
      return reply.header('etag', taskEtag(task)).send(task)
    },
  )

  app.delete('/api/tasks/:id', { schema: { params: idParams } }, async (request, reply) => {
    const actor = { userId: requireUser(request).id, now: clock.now() }
    const { id } = request.params
    const ifMatch = request.headers['if-match']
    await db.transaction().execute((db) => runDeleteTask(db, actor, id, ifMatch))
    return reply.code(204).send()
  })

  app.post(
    '/api/tasks/priority/:level/positions',
    { schema: { params: levelParams, body: levelOrderSchema } },
    async (request) => {
      const actor = { userId: requireUser(request).id, now: clock.now() }
      const level = /^([1-9]|10)$/.test(request.params.level) ? Number(request.params.level) : 0
      if (!isLevel(level)) throw invalid('level', 'Level must be a whole number from 1 to 10.')
      return db.transaction().execute((db) => runOrderLevel(db, actor, level, request.body))
    },
  )
}
