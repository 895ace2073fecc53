import { addSamples, removeSamples } from '#domain/samples/commands.ts'
import type { ChangedTask } from '#domain/tasks/change.ts'
import type { Task } from '#domain/tasks/task.ts'

import { findSettings, saveSettings } from '../account/store.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { removeUnused } from '../files/unused.ts'
import type { Bind } from '../run/bind.ts'
import { listRestorable } from '../tasks/deleted/store.ts'
import { removeForGood } from '../tasks/deleted/trash.ts'
import { listLastPlaces } from '../tasks/places-store.ts'
import { insertTasks, listCreated, listTasksById } from '../tasks/store.ts'
import { sampleCalls } from './calls.ts'

export function bindSamples(bind: Bind, context: AppContext): void {
  bind(addSamples, {
    method: 'POST',
    path: '/api/samples',
    schema: sampleCalls.add,
    input: ({ body }) => body,
    body: (drafts) => drafts,
    read: async (db, { userId }, needs) => ({
      present: await listSamples(db, userId),
      levels: await listLastPlaces(db, userId, needs.lastPlaces),
    }),
    write: async (db, { userId }, tasks): Promise<ChangedTask[]> => {
      if (!tasks) return listSamples(db, userId)
      const added = await insertTasks(db, tasks)
      const ids = added.map(({ id }) => id)
      await saveIds(db, userId, ids)
      return added
    },
    outcomeOf: (tasks) => ({ entity: tasks.map(({ id }) => id), version: null }),
    replay: (db, { userId }, _input, outcome) =>
      // Keys from older versions have no ids.
      outcome.entity.length > 0 ? listCreated(db, userId, outcome) : listSamples(db, userId),
    answer: (tasks) => tasks,
  })

  bind(removeSamples, {
    method: 'DELETE',
    path: '/api/samples',
    schema: sampleCalls.remove,
    config: { usesReserve: () => true },
    input: () => ({}),
    read: async (db, { userId, now }) => {
      const { sampleTasks: ids } = await findSettings(db, userId)
      const trashed = ids.length === 0 ? [] : await listRestorable(db, userId, ids, now)
      return { present: await listSamples(db, userId), trashed: trashed.map(({ task }) => task) }
    },
    write: async (db, author, { removed, forgotten }) => {
      const released = await removeForGood(db, author, { tasks: removed, trashed: forgotten })
      await saveIds(db, author.userId, [])
      return { removed, released }
    },
    outcomeOf: ({ removed }) => ({ entity: removed, version: null }),
    replay: async (_db, _author, _input, { entity }) => ({ removed: entity.map(Number), released: [] }),
    answer: ({ removed }) => ({ removed }),
    effects: (result, _input, log) => removeUnused(context, log, result?.released ?? []),
  })
}

/** Lists the sample tasks that still exist, in the order in which they were added. */
async function listSamples(db: Database, userId: string): Promise<Task[]> {
  const { sampleTasks } = await findSettings(db, userId)
  const tasks = await listTasksById(db, userId, sampleTasks)
  return tasks.toSorted((a, b) => a.id - b.id)
}

async function saveIds(db: Database, userId: string, sampleTasks: number[]): Promise<void> {
  await saveSettings(db, userId, { ...(await findSettings(db, userId)), sampleTasks })
}
