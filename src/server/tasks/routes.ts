import type { FastifyReply } from 'fastify'

import { invalid, requireFound } from '#domain/error.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'

import { requireUser } from '../auth/session.ts'
import type { App, AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { lastChange, listChanges } from '../events/store.ts'
import { JSON_TYPE, type LongList, type LongLists, jsonOf } from '../http/long-list.ts'
import { encodingOf } from '../http/packing.ts'
import type { Bind } from '../run/bind.ts'
import { taskEtag } from '../run/if-match.ts'
import { bindTasks } from './bindings.ts'
import { boardList, openBoardList } from './board-list.ts'
import { taskCalls } from './calls.ts'
import { isKnown, listEtag } from './if-none-match.ts'
import { listCompletedIds, listFoundIds, openTaskList, taskList } from './list-store.ts'
import { keepPackedLists } from './packed-lists.ts'
import { searchTasks } from './search/search.ts'
import { findTask, findTaskJson, totalCompletedTasks } from './store.ts'

export function taskRoutes(app: App, context: AppContext, lists: LongLists, bind: Bind): void {
  listRoute(app, context, lists)
  readingRoutes(app, context, lists)
  bindTasks(bind, context, lists)
}

function listRoute(app: App, { db }: AppContext, lists: LongLists): void {
  const packList = keepPackedLists()

  app.get('/api/tasks', { schema: taskCalls.list }, async (request, reply) => {
    const { id: userId } = requireUser(request)
    const { since, completed, fields } = request.query
    if (since !== undefined && completed !== undefined) {
      throw invalid('completed', 'Use `since` or `completed`, not both.')
    }
    const state = completed === undefined ? null : completed === 'true'
    const known = request.headers['if-none-match']
    const open = (idsOnly = false) =>
      fields === 'board' ? openBoardList(db, userId, state) : openTaskList(db, userId, state, { idsOnly })
    const encoding = encodingOf(request.headers['accept-encoding'])
    const tell = (last: number) => {
      const etag = listEtag(userId, last, completed, fields)
      // The content of a compressed response is the same, but its bytes are not.
      reply.headers({ 'x-change': last, etag: encoding ? `W/${etag}` : etag, vary: 'accept-encoding' })
      return etag
    }
    if (request.method === 'GET' && since === undefined && known === undefined && !encoding) {
      return lists.send(reply, userId, async (isAtLimit) => {
        const { last, list } = await open(isAtLimit)
        tell(last)
        return list
      })
    }
    // Read first, so that a change committed during the request is sent twice rather than missed.
    const etag = tell(await lastChange(db, userId))
    if (isKnown(etag, known)) return reply.code(304).send()
    const changed =
      since === undefined
        ? null
        : await listChangedTasks(db, userId, since, fields === 'board' ? boardList : taskList)
    if (changed) return lists.send(reply.header('x-since', since), userId, () => changed)
    const openList = async (isAtLimit = false) => (await open(isAtLimit)).list
    if (!encoding) return lists.send(reply, userId, openList)
    const packed = await packList(etag, encoding, async function* () {
      yield* jsonOf(await openList())
    })
    return packed ? lists.sendPacked(reply, userId, packed, encoding) : lists.send(reply, userId, openList)
  })
}

function readingRoutes(app: App, { db }: AppContext, lists: LongLists): void {
  app.get('/api/tasks/completed', { schema: taskCalls.listCompleted }, async (request, reply) => {
    const user = requireUser(request)
    // Read first, as for the whole list.
    reply.header('x-change', await lastChange(db, user.id))
    const { before } = request.query
    const after = before === undefined ? null : await findTask(db, user.id, before)
    if (before !== undefined && !after?.completed) {
      throw invalid('before', 'Must be the id of a completed task.')
    }
    const ids = await listCompletedIds(db, user.id, request.query, after)
    return lists.send(reply, user.id, () => taskList(db, user.id, ids))
  })

  app.get('/api/tasks/completed/totals', { schema: taskCalls.totalCompleted }, async (request) =>
    totalCompletedTasks(db, requireUser(request).id, request.query),
  )

  app.get('/api/search', { schema: taskCalls.search }, async (request) =>
    searchTasks(db, requireUser(request).id, request.query.q),
  )

  app.get('/api/tasks/:id', { schema: taskCalls.find }, async (request, reply) => {
    const { version, json } = requireFound(await findTaskJson(db, requireUser(request).id, request.params.id))
    return sendJson(reply.header('etag', taskEtag({ version })), json)
  })
}

/**
 * Lists the tasks that changed after a given change, in their current form, then the deleted tasks. Returns null when
 * the changes since then are no longer known.
 */
async function listChangedTasks(
  db: Database,
  userId: string,
  since: number,
  listOf: typeof taskList,
): Promise<LongList | null> {
  const changes = await listChanges(db, userId, since)
  if (!changes) return null
  const changed = new Set(changes.filter(({ kind }) => kind === 'task').map(({ id }) => Number(id)))
  const ids = await listFoundIds(db, userId, [...changed])
  for (const id of ids) changed.delete(id)
  const tail: ChangedTask[] = Array.from(changed, (id) => ({ id, deleted: true as const }))
  return { ...listOf(db, userId, ids), tail }
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type(JSON_TYPE).send(json)
}
