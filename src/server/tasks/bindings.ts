import type { FastifyReply, FastifyRequest } from 'fastify'

import { invalid, requireFound } from '#domain/error.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'
import { changeTask, createTask, createTasks, orderLevel } from '#domain/tasks/commands.ts'
import { type Level, isLevel } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { UndoRecord } from '#domain/tasks/undo.ts'

import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { deleteAttachments } from '../files/store.ts'
import { removeUnused } from '../files/unused.ts'
import { type LongList, type LongLists, pagesOf } from '../http/long-list.ts'
import type { Bind } from '../run/bind.ts'
import { taskEtag } from '../run/if-match.ts'
import { bindChangeSeveral } from './bulk.ts'
import { taskCalls } from './calls.ts'
import { bindChangeDates } from './change-dates.ts'
import { bindDuplicate } from './duplicate.ts'
import { bindDelete, bindRestore } from './deleted/bindings.ts'
import { bindDeleteSeveral, bindRestoreSeveral } from './deleted/bulk.ts'
import { listOpenIds, taskList } from './list-store.ts'
import { continueSeries } from './series/next-occurrence.ts'
import { listLastPlace, listLastPlaces, listPlaces, moveToPlaces } from './places-store.ts'
import { readRelations } from './relations.ts'
import { bindPushDown, bindSwap } from './slots.ts'
import { findTask, insertTask, insertTasks, listCreated, updateTask } from './store.ts'
import { bindUndo, recordUndo } from './undo.ts'

/** The written task. On a replay, `replayOf` is the version that the first request wrote; the task can be newer. */
type Written = { task: Task; replayOf: number | null }

/**
 * `nextId` is the id of the next occurrence, if one was created. `released` lists blobs that may have become unused.
 */
type Changed = Written & {
  nextId: number | null
  released: string[]
  undo: UndoRecord | null
  /** Whether the command may have put the task into a waiting line. If so, the response is a `MoveResult`. */
  waits: boolean
}

/** Binds every command that writes a task. The API document lists them in this order. */
export function bindTasks(bind: Bind, context: AppContext, lists: LongLists): void {
  bindCreate(bind)
  bindCreateSeveral(bind)
  bindChange(bind, context)
  bindDuplicate(bind)
  bindSwap(bind, context)
  bindPushDown(bind, context)
  bindDelete(bind, context)
  bindChangeDates(bind)
  bindChangeSeveral(bind)
  bindDeleteSeveral(bind, context)
  bindRestore(bind)
  bindRestoreSeveral(bind)
  bindUndo(bind, context)
  bindOrder(bind, context, lists)
}

function bindCreate(bind: Bind): void {
  bind(createTask, {
    method: 'POST',
    path: '/api/tasks',
    schema: taskCalls.create,
    input: ({ body }) => body,
    body: (draft) => draft,
    read: async (db, { userId }, needs) => ({
      level: await listLastPlace(db, userId, needs.lastPlace),
      ...(await readRelations(db, userId, needs, null)),
    }),
    write: async (db, _author, task): Promise<Written> => ({
      task: await insertTask(db, task),
      replayOf: null,
    }),
    outcomeOf: ({ task }) => ({ entity: [task.id], version: task.version }),
    replay: async (db, { userId }, _draft, { entity: [id], version }) => ({
      task: requireFound(await findTask(db, userId, Number(id))),
      replayOf: version,
    }),
    answer: answerWritten,
  })
}

function bindCreateSeveral(bind: Bind): void {
  bind(createTasks, {
    method: 'POST',
    path: '/api/tasks/several',
    schema: taskCalls.createSeveral,
    input: ({ body }) => body,
    body: (drafts) => drafts,
    read: async (db, { userId }, needs) => ({ levels: await listLastPlaces(db, userId, needs.lastPlaces) }),
    write: (db, _author, tasks): Promise<ChangedTask[]> => insertTasks(db, tasks),
    outcomeOf: (tasks) => ({ entity: tasks.map(({ id }) => id), version: null }),
    replay: (db, { userId }, _drafts, outcome) => listCreated(db, userId, outcome),
    answer: (tasks) => tasks,
  })
}

function bindChange(bind: Bind, context: AppContext): void {
  bind(changeTask, {
    method: 'PATCH',
    path: '/api/tasks/:id',
    config: { usesReserve: onlyRemoves },
    schema: taskCalls.change,
    input: ({ params, query, body: { waiting = false, ...patch } }) => {
      if (waiting && patch.priority === undefined)
        throw invalid('priority', 'Set `priority` together with `waiting`.')
      return {
        ...params,
        patch: query.recurrence === 'end' ? { ...patch, isRecurring: false } : patch,
        waits: waiting,
      }
    },
    body: ({ patch, waits }) => (waits ? { ...patch, waits } : patch),
    target: async (db, { userId }, { id }) => requireFound(await findTask(db, userId, id)),
    read: async (db, { userId }, needs, task) => {
      const relations = await readRelations(db, userId, needs, task)
      if (needs.places === null) return { task, level: [], ...relations }
      const at = needs.places === 'same' ? task.priority : needs.places
      return { task, level: await listPlaces(db, userId, at, task.id), ...relations }
    },
    write: async (db, author, { before, after }, { id, patch, waits }): Promise<Changed> => {
      const written = { task: after, replayOf: null, nextId: null, released: [], undo: null, waits }
      if (after === before) return written
      await updateTask(db, author.userId, before, after)
      const released = patch.attachments
        ? await deleteAttachments(db, author.userId, id, after.attachments)
        : []
      const series = await continueSeries(db, author, [{ before, after }])
      const isMoved = before.completed !== after.completed || before.priority !== after.priority
      const isUndoable = isMoved || series.seriesDays.length > 0
      const undo = isUndoable ? await recordUndo(db, author.userId, [{ before, after }], series) : null
      return { ...written, nextId: series.next[0]?.id ?? null, released, undo }
    },
    outcomeOf: ({ task, nextId }) => ({
      entity: nextId === null ? [task.id] : [task.id, nextId],
      version: task.version,
    }),
    replay: async (db, { userId }, { id, waits }, { entity: [, nextId], version }) => ({
      task: requireFound(await findTask(db, userId, id)),
      replayOf: version,
      nextId: nextId === undefined ? null : Number(nextId),
      released: [],
      undo: null,
      waits,
    }),
    undoOf: ({ undo }) => undo,
    answer: (written, reply, undo) => {
      if (written.nextId !== null) reply.header('x-next-task', written.nextId)
      if (undo !== null) reply.header('x-undo', undo)
      const task = answerWritten(written, reply)
      return written.waits ? { tasks: [task], undo } : task
    },
    effects: (result, _input, log) => removeUnused(context, log, result?.released ?? []),
  })
}

function bindOrder(bind: Bind, context: AppContext, lists: LongLists): void {
  bind(orderLevel, {
    method: 'POST',
    path: '/api/tasks/priority/:level/positions',
    schema: taskCalls.orderLevel,
    input: ({ params, body }) => {
      const level = /^([1-9]|10)$/.test(params.level) ? Number(params.level) : 0
      if (!isLevel(level)) throw invalid('level', 'Level must be a whole number from 1 to 10.')
      return { level, order: body }
    },
    body: ({ order }) => order,
    read: async (db, { userId }, needs) => ({ places: await listPlaces(db, userId, needs.places) }),
    write: async (db, { userId, now }, moved, { level }) => {
      const places = moved.map((place) => ({ ...place, priority: level }))
      await moveToPlaces(db, userId, places, now)
      // Throws inside the transaction, so that nothing changes if the response can't be sent.
      lists.requireRoom(userId)
      return beginLevel(db, userId, level)
    },
    replay: (db, { userId }, { level }) => {
      lists.requireRoom(userId)
      return beginLevel(db, userId, level)
    },
    answer: ({ head, ids }, reply) => {
      const { id: userId } = requireUser(reply.request)
      const list = { ...taskList(context.db, userId, ids), head }
      return lists.send(reply, userId, () => list, { hasRoom: true })
    },
  })
}

/** Reads the ids and the first page of a level. The other pages are read later, while the response is sent. */
async function beginLevel(
  db: Database,
  userId: string,
  level: Level,
): Promise<Required<Pick<LongList, 'head' | 'ids'>>> {
  const ids = await listOpenIds(db, userId, level)
  const { value } = await pagesOf(taskList(db, userId, ids)).next()
  const head = value ?? []
  return { head, ids: ids.slice(head.length) }
}

/**
 * Returns whether a change counts as a deletion: a card's Delete completes the task, and a shorter list of attachments
 * deletes files.
 */
function onlyRemoves({ body }: FastifyRequest): boolean {
  const names = Object.keys(body ?? {})
  return names.every((name) => name === 'completed' || name === 'attachments')
}

function answerWritten({ task, replayOf }: Written, reply: FastifyReply): Task {
  if (replayOf !== null) reply.header('x-replay-of', replayOf)
  reply.header('etag', taskEtag(task))
  return task
}
