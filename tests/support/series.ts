import type { Task } from '#domain/tasks/task.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'

import type { Client } from './build-app.ts'
import { makeTask, readTask } from './tasks.ts'

/** Creates a task that recurs weekly and is due on 20 November 2026, unless the fields say otherwise. */
export function makeRecurring(client: Client, fields: Partial<TaskDraftInput> = {}): Promise<Task> {
  return makeTask(client, {
    dueDate: '2026-11-20',
    isRecurring: true,
    recurrenceFrequency: 'Weekly',
    ...fields,
  })
}

/** Completes a task and returns the next occurrence, or null if there is none. */
export async function completeTask(
  client: Client,
  id: number,
  headers?: Record<string, string>,
): Promise<Task | null> {
  const response = await client.patch(`/api/tasks/${id}`, { completed: true }, headers)
  if (response.statusCode !== 200) {
    throw new Error(`completing task ${id} returned ${response.statusCode}: ${response.body}`)
  }
  const next = response.headers['x-next-task']
  return next === undefined ? null : readTask(client, Number(next))
}

/** Completes a task and returns its next occurrence, which must exist. */
export async function completeToNext(
  client: Client,
  id: number,
  headers?: Record<string, string>,
): Promise<Task> {
  const next = await completeTask(client, id, headers)
  if (!next) throw new Error(`completing task ${id} created no next occurrence`)
  return next
}
