import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { invalid } from '#domain/error.ts'
import { isLevel } from '#domain/priority.ts'

import { removeUnused } from '../attachments/left-overs.ts'
import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { lastChange } from '../events/store.ts'
import { zoneOf } from '../time-zone.ts'
import { taskCalls } from './calls.ts'
import {
  listChangedTasks,
  requireTask,
  runChangeTask,
  runCreateTask,
  runDeleteTask,
  runOrderLevel,
} from './commands.ts'
import { taskEtag } from './if-match.ts'
import { isKnown, listEtag } from './if-none-match.ts'
import { type PackedList, keepPackedLists } from './packed-lists.ts'
import { findTask, listCompletedTasks, listTasks, listTasksByState, totalCompletedTasks } from './store.ts'

/** The calls under /api/tasks. Each reads the request, runs one command in a transaction, and answers. */
export function taskRoutes(app: FastifyInstance, context: AppContext): void {
  readingRoutes(app, context)
  changingRoutes(app, context)
}

function readingRoutes(fastify: FastifyInstance, { db }: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const packList = keepPackedLists()

  app.get('/api/tasks', { schema: taskCalls.list }, async (request, reply) => {
    const { id: userId } = requireUser(request)
    const { since, completed } = request.query
    if (since !== undefined && completed !== undefined) {
      throw invalid('completed', 'Ask for what changed with since, or for a part of the list with completed.')
    }
    // Read first: what is committed meanwhile may be in the list, and is told again by its number.
    const last = await lastChange(db, userId)
    const etag = listEtag(userId, last, completed)
    reply.headers({ 'x-change': last, etag, vary: 'accept-encoding' })
    if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
    const changed = since === undefined ? null : await listChangedTasks(db, userId, since)
    if (changed) return reply.header('x-since', since).send(changed)
    const readList = () =>
      completed === undefined ? listTasks(db, userId) : listTasksByState(db, userId, completed === 'true')
    const packed = await packList(etag, request.headers['accept-encoding'], readList)
    if (!packed) return readList()
    sendPacked(reply, etag, packed)
    return reply
  })

  app.get('/api/tasks/completed', { schema: taskCalls.listCompleted }, async (request, reply) => {
    const user = requireUser(request)
    // Read first, as for the whole list.
    reply.header('x-change', await lastChange(db, user.id))
    const { before } = request.query
    const after = before === undefined ? null : await findTask(db, user.id, before)
    if (before !== undefined && !after?.completed) {
      throw invalid('before', 'Must be the id of a completed task.')
    }
    return listCompletedTasks(db, user.id, request.query, after)
  })

  app.get('/api/tasks/completed/totals', { schema: taskCalls.totalCompleted }, async (request) =>
    totalCompletedTasks(db, requireUser(request).id, request.query),
  )

  app.get('/api/tasks/:id', { schema: taskCalls.find }, async (request, reply) => {
    const task = await requireTask(db, requireUser(request).id, request.params.id)
    return reply.header('etag', taskEtag(task)).send(task)
  })
}

function changingRoutes(fastify: FastifyInstance, context: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const { db, clock } = context

  app.post('/api/tasks', { schema: taskCalls.create }, async (request, reply) => {
    const actor = { userId: requireUser(request).id, now: clock.now() }
    const key = request.headers['idempotency-key']
    const task = await inTransaction(db, actor.userId, (db) => runCreateTask(db, actor, request.body, key))
    return reply.code(201).header('etag', taskEtag(task)).send(task)
  })

  app.patch('/api/tasks/:id', { schema: taskCalls.change }, async (request, reply) => {
    const user = requireUser(request)
    const actor = { userId: user.id, now: clock.now(), zone: zoneOf(request) }
    const { id } = request.params
    const guards = { ifMatch: request.headers['if-match'], key: request.headers['idempotency-key'] }
    const endsSeries = request.query.recurrence === 'end'
    const patch = endsSeries ? { ...request.body, isRecurring: false } : request.body
    const { task, next, released } = await inTransaction(db, actor.userId, (db) =>
      runChangeTask(db, actor, id, patch, guards),
    )
    await removeUnused(context, request.log, released)
    if (next) reply.header('x-next-task', next.id)
    return reply.header('etag', taskEtag(task)).send(task)
  })

  app.delete('/api/tasks/:id', { schema: taskCalls.delete }, async (request, reply) => {
    const actor = { userId: requireUser(request).id, now: clock.now() }
    const { id } = request.params
    const ifMatch = request.headers['if-match']
    const released = await inTransaction(db, actor.userId, (db) => runDeleteTask(db, actor, id, ifMatch))
    await removeUnused(context, request.log, released)
    return reply.code(204).send()
  })

  app.post('/api/tasks/priority/:level/positions', { schema: taskCalls.orderLevel }, async (request) => {
    const actor = { userId: requireUser(request).id, now: clock.now() }
    const level = /^([1-9]|10)$/.test(request.params.level) ? Number(request.params.level) : 0
    if (!isLevel(level)) throw invalid('level', 'Level must be a whole number from 1 to 10.')
    return inTransaction(db, actor.userId, (db) => runOrderLevel(db, actor, level, request.body))
  })
}

/** What is packed has the same content and other bytes, so its ETag is a weak one. */
function sendPacked(reply: FastifyReply, etag: string, { encoding, bytes }: PackedList): void {
  reply.headers({
    etag: `W/${etag}`,
    'content-encoding': encoding,
    'content-type': 'application/json; charset=utf-8',
  })
  reply.send(bytes)
}
