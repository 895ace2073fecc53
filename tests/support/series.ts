import type { Task, TaskDraftInput } from '#domain/task.ts'

import type { Client } from './build-app.ts'
import { makeTask, readTask } from './tasks.ts'

/** Makes a task that recurs every week and is due on 20 November 2026, unless told otherwise. */
export function makeRecurring(client: Client, fields: Partial<TaskDraftInput> = {}): Promise<Task> {
  return makeTask(client, {
    dueDate: '2026-11-20',
    isRecurring: true,
    recurrenceFrequency: 'Weekly',
    ...fields,
  })
}

/** Completes a task, and answers the occurrence that this made; null when it made none. */
export async function completeTask(
  client: Client,
  id: number,
  headers?: Record<string, string>,
): Promise<Task | null> {
  const response = await client.patch(`/api/tasks/${id}`, { completed: true }, headers)
  if (response.statusCode !== 200) {
    throw new Error(`completing task ${id} answered ${response.statusCode}: ${response.body}`)
  }
  const next = response.headers['x-next-task']
  return next === undefined ? null : readTask(client, Number(next))
}

/** Completes a task that must make a next occurrence, and answers that. */
export async function completeToNext(
  client: Client,
  id: number,
  headers?: Record<string, string>,
): Promise<Task> {
  const next = await completeTask(client, id, headers)
  if (!next) throw new Error(`completing task ${id} made no next one`)
  return next
}
