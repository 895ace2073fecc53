import * as definitions from '#domain/tasks/commands.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { SeveralTasksInput } from '#domain/tasks/task-draft.ts'

import { deleteSeveral } from '../selection/commands.ts'
import { rejectionText } from '../sync/error-text.ts'
import { defineClientCommand } from '../sync/runner/command.ts'
import { listedTasks, showChanged } from '../tasks/data/task-cache.ts'
import * as words from './words.ts'

/** Creates several tasks, all or none. Undo deletes the tasks that still exist. */
export const createTasks = defineClientCommand({
  name: definitions.createTasks.name,
  scopes: () => ['create'],
  request: (input: SeveralTasksInput) => ({ method: 'POST', path: '/api/tasks/several', body: input }),
  settle: (client, { body: tasks }: { body: Task[] }) => {
    showChanged(client, tasks)
    return tasks
  },
  inverse: (client, _input, _before, created) => async (run) => {
    const known = new Set(listedTasks(client).map(({ id }) => id))
    const left = created.filter(({ id }) => known.has(id))
    if (left.length > 0) await run(deleteSeveral, left)
  },
  created: (tasks) => tasks.map(({ id }) => id),
  success: (tasks) => words.tasksCreated(tasks.length),
  failure: (error) => rejectionText(error, words.notCreated),
})
