import { deleteSeveral, restoreSeveral } from '#domain/tasks/bulk-commands.ts'
import type { BulkRestoredTask } from '#domain/tasks/bulk-schema.ts'
import { type RestoredLinks, restoredTask } from '#domain/tasks/deleted-task.ts'
import { requireEachOnce } from '#domain/tasks/task-dates.ts'
import type { Task } from '#domain/tasks/task.ts'

import type { AppContext } from '../../context.ts'
import { removeUnused } from '../../files/unused.ts'
import type { Bind } from '../../run/bind.ts'
import { taskCalls } from '../calls.ts'
import { partsOf, readLeft, readParts } from '../parts.ts'
import { listDependencies } from '../dependencies-store.ts'
import { listPlacesAt } from '../places-store.ts'
import { listTaskNames } from '../store.ts'
import { listRestorable } from './store.ts'
import { moveToDeleted, writeRestored } from './trash.ts'

export function bindDeleteSeveral(bind: Bind, context: AppContext): void {
  bind(deleteSeveral, {
    method: 'POST',
    path: '/api/tasks/bulk-delete',
    config: { usesReserve: () => true },
    schema: taskCalls.deleteSeveral,
    input: ({ body }) => ({ tasks: requireEachOnce(body.tasks) }),
    body: ({ tasks }) => tasks,
    read: async (db, { userId }, needs) => ({ taskById: await listTaskNames(db, userId, needs.tasks) }),
    write: moveToDeleted,
    replay: async () => [],
    answer: () => undefined,
    effects: (released, _input, log) => removeUnused(context, log, released ?? []),
  })
}

export function bindRestoreSeveral(bind: Bind): void {
  bind(restoreSeveral, {
    method: 'POST',
    path: '/api/tasks/bulk-restore',
    schema: taskCalls.restoreSeveral,
    input: ({ body }) => ({ tasks: requireEachOnce(body.tasks) }),
    body: ({ tasks }) => tasks,
    read: async (db, { userId, now }, needs) => {
      const links = await readParts(needs.tasks, async (ids) =>
        (await listRestorable(db, userId, ids, now)).map(({ task, dependents }) => {
          const { id, priority, position, completed, dependencies } = task
          return { id, priority, position, completed, dependencies, dependents }
        }),
      )
      const levels = links.map(({ priority }) => priority)
      return {
        present: new Set((await listTaskNames(db, userId, needs.tasks)).keys()),
        trashedById: new Map(links.map((one) => [one.id, one])),
        nodes: await listDependencies(db, userId),
        placesAt: await listPlacesAt(db, userId, levels),
      }
    },
    write: async (db, author, restored, { tasks }) => {
      const linksById = new Map(restored.map((links) => [links.id, links]))
      for (const ids of partsOf([...linksById.keys()])) {
        const trashed = await listRestorable(db, author.userId, ids, author.now)
        const part = trashed.map((one) => {
          const links = linksById.get(one.task.id) as RestoredLinks
          return { trashed: one, task: restoredTask(one.task, links, author), dependents: links.dependents }
        })
        await writeRestored(db, author, part)
      }
      return readLeft(db, author.userId, tasks, taskToRestored)
    },
    replay: (db, { userId }, { tasks }) => readLeft(db, userId, tasks, taskToRestored),
    answer: (tasks) => tasks,
  })
}

function taskToRestored({ id, version, position, dependencies, updatedAt }: Task): BulkRestoredTask {
  return { id, version, position, dependencies, updatedAt }
}
