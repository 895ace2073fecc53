import type { ChangedTask } from '#domain/tasks/change.ts'
import * as definitions from '#domain/tasks/commands.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { SeveralTasksInput } from '#domain/tasks/task-draft.ts'

import { deleteSeveral } from '../selection/commands.ts'
import { rejectionText } from '../sync/error-text.ts'
import type { queryClient } from '../sync/query-client.ts'
import { type RunQuietly, defineClientCommand } from '../sync/runner/command.ts'
import { findListed, showCreated } from '../tasks/data/task-cache.ts'
import * as words from './words.ts'

/** Returns an undo that deletes those of the created tasks that still exist. */
export function deletingLeft(client: typeof queryClient, created: readonly Task[]) {
  return async (run: RunQuietly) => {
    const left = created.filter(({ id }) => findListed(client, id))
    if (left.length > 0) await run(deleteSeveral, left)
  }
}

/** Creates several tasks, all or none. */
export const createTasks = defineClientCommand({
  name: definitions.createTasks.name,
  scopes: () => ['create'],
  request: (input: SeveralTasksInput) => ({ method: 'POST', path: '/api/tasks/several', body: input }),
  settle: (client, { body }: { body: ChangedTask[] }) => showCreated(client, body),
  inverse: (client, _input, _before, created) => deletingLeft(client, created),
  created: (tasks) => tasks.map(({ id }) => id),
  success: (tasks) => words.tasksCreated(tasks.length),
  failure: (error) => rejectionText(error, words.notCreated),
})
