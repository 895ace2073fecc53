import type { Task } from '#domain/tasks/task.ts'
import * as definitions from '#domain/trash/commands.ts'
import type { TrashRef } from '#domain/trash/trash.ts'

import { type Answer, isNotFound } from '../sync/api.ts'
import { serverText } from '../sync/error-text.ts'
import { defineClientCommand } from '../sync/runner/command.ts'
import { deleteTask, failureTo, isInLine, restoreTask } from '../tasks/data/commands.ts'
import { listedTasks } from '../tasks/data/task-cache.ts'
import * as words from './words.ts'

export const restoreFromTrash = defineClientCommand({
  name: restoreTask.name,
  scopes: restoreTask.scopes,
  request: restoreTask.request,
  settle: async (client, answer: Answer<Task>, input) => {
    const task = await restoreTask.settle(client, answer, input)
    return { task, isWaiting: isInLine(listedTasks(client), task) }
  },
  inverse:
    (_client, _input, _before, { task }) =>
    (run) =>
      run(deleteTask, task),
  success: ({ task, isWaiting }) => words.restored(task, isWaiting),
  failure: failureTo('update', words.goneAlready),
})

export const deleteForever = defineClientCommand({
  name: definitions.deleteForever.name,
  scopes: ({ kind, id }: TrashRef) => [`${kind}:${String(id).toLowerCase()}`],
  request: ({ kind, id }) => ({ method: 'DELETE', path: `/api/trash/${kind}/${encodeURIComponent(id)}` }),
  settle: () => undefined,
  success: () => words.deletedForever,
  failure: (error) => (isNotFound(error) ? words.goneAlready : serverText(error, words.deleteFailed)),
})

/** Permanently deletes items that were deleted up to an ISO 8601 UTC instant, once earlier restores have ended. */
export const emptyTrash = defineClientCommand({
  name: definitions.emptyTrash.name,
  scopes: () => ['trash'],
  request: ({ until }: { until: string }) => ({ method: 'DELETE', path: `/api/trash?until=${until}` }),
  settle: () => undefined,
  success: () => words.emptied,
  failure: (error) => serverText(error, words.emptyFailed),
})
