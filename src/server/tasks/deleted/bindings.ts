import { requireFound } from '#domain/error.ts'
import { restoreTask } from '#domain/tasks/bulk-commands.ts'
import { deleteTask } from '#domain/tasks/commands.ts'

import type { AppContext } from '../../context.ts'
import { removeUnused } from '../../files/unused.ts'
import type { Bind } from '../../run/bind.ts'
import { taskEtag } from '../../run/if-match.ts'
import { taskCalls } from '../calls.ts'
import { listDependencies } from '../dependencies-store.ts'
import { listPlacesAt } from '../places-store.ts'
import { findTask } from '../store.ts'
import { findRestorable } from './store.ts'
import { moveToDeleted, writeRestored } from './trash.ts'

export function bindDelete(bind: Bind, context: AppContext): void {
  bind(deleteTask, {
    method: 'DELETE',
    path: '/api/tasks/:id',
    schema: taskCalls.delete,
    input: ({ params }) => params,
    target: async (db, { userId }, { id }) => requireFound(await findTask(db, userId, id)),
    read: async (_db, _author, _needs, task) => ({ task }),
    write: (db, author, task) => moveToDeleted(db, author, [task.id]),
    replay: async () => [],
    answer: () => undefined,
    effects: (released, _input, log) => removeUnused(context, log, released ?? []),
  })
}

export function bindRestore(bind: Bind): void {
  bind(restoreTask, {
    method: 'POST',
    path: '/api/tasks/:id/restore',
    schema: taskCalls.restore,
    input: ({ params }) => params,
    read: async (db, { userId, now }, needs) => {
      const task = await findTask(db, userId, needs.task)
      const trashed = task ? null : await findRestorable(db, userId, needs.trashed, now)
      if (!trashed) return { task, trashed, nodes: [], placesAt: new Map() }
      return {
        task,
        trashed,
        nodes: await listDependencies(db, userId),
        placesAt: await listPlacesAt(db, userId, [trashed.task.priority]),
      }
    },
    write: async (db, author, restored, { id }) => {
      if (restored) await writeRestored(db, author, [restored])
      return restored?.task ?? requireFound(await findTask(db, author.userId, id))
    },
    replay: async (db, { userId }, { id }) => requireFound(await findTask(db, userId, id)),
    answer: (task, reply) => {
      reply.header('etag', taskEtag(task))
      return task
    },
  })
}
