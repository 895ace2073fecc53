import type { QueryClient } from '@tanstack/react-query'

import { openTasksAtLevel } from '#domain/level.ts'
import type { Task, TaskPatch } from '#domain/task.ts'

import { newIdempotencyKey } from './idempotency-key.ts'
import { TASKS_KEY, changeTask, createTask, orderLevel } from './writes.ts'

/** A task and the ids of the open tasks of its level, in order, from before a change: where undo puts it back. */
export type Before = { task: Task; order: readonly number[] }

export function rememberBefore(client: QueryClient, task: Task): Before {
  return { task, order: openTasksAtLevel(listOf(client), task.priority).map((open) => open.id) }
}

/**
 * Undoes a completion or a move: the task is open again, at its old level and in its old place. The next occurrence
 * that a completion made stays. `more` are other fields that go back with it.
 */
export async function undoChange(client: QueryClient, before: Before, more: TaskPatch = {}): Promise<void> {
  const { completed, priority } = before.task
  await changeTask(client, before.task, { completed, priority, ...more })
  await restorePlace(client, before, before.task.id)
}

/**
 * Undoes a deletion: the task is made again from what it was, in its old place, under a new number. What it named that
 * was deleted meanwhile is left out.
 */
export async function undoDeletion(client: QueryClient, before: Before): Promise<void> {
  const known = new Set(listOf(client).map((other) => other.id))
  const { dependencies, parentTaskId } = before.task
  const draft = {
    ...before.task,
    dependencies: dependencies.filter((id) => known.has(Number(id))),
    parentTaskId: parentTaskId !== null && known.has(parentTaskId) ? parentTaskId : null,
  }
  const task = await createTask(client, draft, newIdempotencyKey())
  await restorePlace(client, before, task.id)
}

async function restorePlace(client: QueryClient, { task, order }: Before, id: number): Promise<void> {
  const wasLast = order.at(-1) === task.id
  if (task.completed || wasLast) return
  const open = new Set(openTasksAtLevel(listOf(client), task.priority).map((other) => other.id))
  const ids = order.map((other) => (other === task.id ? id : other)).filter((other) => open.has(other))
  await orderLevel(client, task.priority, { positions: ids.map((id, position) => ({ id, position })) })
}

function listOf(client: QueryClient): Task[] {
  return client.getQueryData<Task[]>(TASKS_KEY) ?? []
}
