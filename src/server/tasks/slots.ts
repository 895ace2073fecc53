import type { FastifyReply } from 'fastify'

import { requireFound } from '#domain/error.ts'
import { type RoomChange, pushDown, swapTasks } from '#domain/tasks/slot-commands.ts'
import type { PlacedTask, RoomPatch } from '#domain/tasks/slot-schema.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { UndoRecord } from '#domain/tasks/undo.ts'

import type { Author } from '#domain/command.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { deleteAttachments } from '../files/store.ts'
import { removeUnused } from '../files/unused.ts'
import type { Bind } from '../run/bind.ts'
import type { Log } from '../run/execute.ts'
import type { Outcome } from '../run/idempotency/store.ts'
import { taskCalls } from './calls.ts'
import { listPlaced, listTitledPlaces, mapBoardTasks, moveToPlaces } from './places-store.ts'
import { readRelations } from './relations.ts'
import { type Continued, continueSeries } from './series/next-occurrence.ts'
import { findTask, updateTask } from './store.ts'
import { recordUndo } from './undo.ts'

type RoomInput = { id: number; patch?: RoomPatch | undefined }

/** `released` lists blobs that may have become unused. */
type Moved = { tasks: (PlacedTask | Task)[]; released: string[]; undo: UndoRecord | null }

const NO_BLOBS: string[] = []
const NOT_CONTINUED: Continued = { next: [], seriesDays: [] }

/**
 * The common steps of a swap and a push-down. Both commands can change other fields of the moved task. The result lists
 * the moved task first.
 */
const movesTask = (context: AppContext) => ({
  target: async (db: Database, { userId }: Author, { id }: RoomInput) =>
    requireFound(await findTask(db, userId, id)),
  write: async (
    db: Database,
    author: Author,
    { before, after, places }: RoomChange,
    { id, patch }: RoomInput,
  ): Promise<Moved> => {
    const { userId, now } = author
    const [place, ...others] = places
    const ids = places.map((one) => one.id)
    const former = await mapBoardTasks(db, userId, ids)
    const finish = async (tasks: Moved['tasks'], series = NOT_CONTINUED, released = NO_BLOBS) => {
      const changes = tasks.map((one) => ({
        before: one.id === id ? before : (former.get(one.id) ?? one),
        after: one,
      }))
      return { tasks, released, undo: await recordUndo(db, userId, changes, series) }
    }
    if (after === before || !place) {
      const tasks = await moveToPlaces(db, userId, places, now)
      return finish(patch ? withTask(tasks, { ...before, ...tasks[0] }) : tasks)
    }
    const task: Task = { ...after, ...place }
    await updateTask(db, userId, before, task)
    const series = await continueSeries(db, author, [{ before, after: task }])
    const tasks = await moveToPlaces(db, userId, others, now)
    const released = patch?.attachments ? await deleteAttachments(db, userId, id, task.attachments) : NO_BLOBS
    return finish([task, ...tasks], series, released)
  },
  outcomeOf: ({ tasks }: Moved) => ({ entity: tasks.map(({ id }) => id), version: null }),
  replay: async (
    db: Database,
    { userId }: Author,
    { id, patch }: RoomInput,
    { entity }: Outcome,
  ): Promise<Moved> => {
    const tasks = await listPlaced(db, userId, entity.map(Number))
    const task = patch ? await findTask(db, userId, id) : null
    return { tasks: task ? withTask(tasks, task) : tasks, released: NO_BLOBS, undo: null }
  },
  undoOf: ({ undo }: Moved) => undo,
  answer: ({ tasks }: Moved, _reply: FastifyReply, undo: string | null) => ({ tasks, undo }),
  effects: (result: Moved | null, _input: RoomInput, log: Log) =>
    removeUnused(context, log, result?.released ?? NO_BLOBS),
})

function withTask(tasks: readonly PlacedTask[], task: Task): Moved['tasks'] {
  return tasks.map((one) => (one.id === task.id ? task : one))
}

export function bindSwap(bind: Bind, context: AppContext): void {
  bind(swapTasks, {
    method: 'POST',
    path: '/api/tasks/:id/swap',
    schema: taskCalls.swap,
    input: ({ params, body }) => ({ ...body, ...params }),
    body: ({ with: other, moves, patch }) => ({ with: other, moves, patch }),
    read: async (db, { userId }, { tasks: [, otherId], ...needs }, task) => {
      const other = requireFound((await mapBoardTasks(db, userId, [otherId])).get(otherId))
      const openAt = await listTitledPlaces(db, userId, [task.priority, other.priority])
      return { task, other, openAt, ...(await readRelations(db, userId, needs, task)) }
    },
    ...movesTask(context),
  })
}

export function bindPushDown(bind: Bind, context: AppContext): void {
  bind(pushDown, {
    method: 'POST',
    path: '/api/tasks/:id/push-down',
    schema: taskCalls.pushDown,
    input: ({ params, body }) => ({ ...body, ...params }),
    body: ({ level, moves, patch }) => ({ level, moves, patch }),
    read: async (db, { userId }, { levels, ...needs }, task) => ({
      task,
      openAt: await listTitledPlaces(db, userId, levels),
      ...(await readRelations(db, userId, needs, task)),
    }),
    ...movesTask(context),
  })
}
