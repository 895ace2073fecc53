import * as definitions from '#domain/tasks/commands.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'

import { type Call, hasInput } from '../../sync/runner/calls.ts'
import { defineClientCommand } from '../../sync/runner/command.ts'
import * as words from '../words.ts'
import { failureTo } from './commands.ts'
import { showChanged } from './task-cache.ts'

export const createTask = defineClientCommand({
  name: definitions.createTask.name,
  // Keeps the order of lines that are added quickly, even if a response is lost.
  scopes: () => ['create'],
  request: (draft: TaskDraftInput) => ({ method: 'POST', path: '/api/tasks', body: draft }),
  settle: (client, { body: task }: { body: Task }) => {
    showChanged(client, [task])
    return task
  },
  success: () => words.created,
  failure: failureTo('create'),
})

/**
 * Returns whether a creation with this key is still pending, for example after a reload, and for the same task. A
 * restored form has lost its files.
 */
export function findPending(
  pending: readonly Call[],
  key: string,
  draft: TaskDraftInput,
): 'same' | 'other' | null {
  const call = pending.find((one) => one.key === key)
  if (!call) return null
  const { attachments } = call.input as TaskDraftInput
  return hasInput(call, { ...draft, attachments }) ? 'same' : 'other'
}
