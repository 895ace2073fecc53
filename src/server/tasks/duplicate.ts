import { requireFound } from '#domain/error.ts'
import { duplicateTask } from '#domain/tasks/commands.ts'

import type { Bind } from '../run/bind.ts'
import { taskEtag } from '../run/if-match.ts'
import { taskCalls } from './calls.ts'
import { listPlaces, moveToPlaces } from './places-store.ts'
import { findTask, insertTask } from './store.ts'

export function bindDuplicate(bind: Bind): void {
  bind(duplicateTask, {
    method: 'POST',
    path: '/api/tasks/:id/duplicate',
    schema: taskCalls.duplicate,
    input: ({ params }) => params,
    read: async (db, { userId }, needs) => {
      const task = requireFound(await findTask(db, userId, needs.task))
      return { task, level: await listPlaces(db, userId, task.priority) }
    },
    write: async (db, { userId, now }, { copy, moved }) => {
      const places = moved.map((place) => ({ ...place, priority: copy.priority }))
      await moveToPlaces(db, userId, places, now)
      return insertTask(db, copy)
    },
    outcomeOf: ({ id, version }) => ({ entity: [id], version }),
    replay: async (db, { userId }, _input, { entity: [id] }) =>
      requireFound(await findTask(db, userId, Number(id))),
    answer: (task, reply) => {
      reply.header('etag', taskEtag(task))
      return task
    },
  })
}
