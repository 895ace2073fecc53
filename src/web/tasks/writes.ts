import type { QueryClient } from '@tanstack/react-query'

import type { Level } from '#domain/priority.ts'
import { changeInList, orderInList, putInList, removeFromList } from '#domain/task-list.ts'
import type { LevelOrder, Task, TaskDraftInput, TaskPatch } from '#domain/task.ts'

import { request } from '../api.ts'
import { addPending, inOrder } from './pending.ts'

export const TASKS_KEY = ['/api/tasks'] as const
export const COMPLETED_KEY = ['/api/tasks/completed'] as const

/** Adds a task. The same key again answers the same task, so a retry or a double click adds it once. */
export async function createTask(client: QueryClient, draft: TaskDraftInput, key: string): Promise<Task> {
  const task = await request<Task>('POST', '/api/tasks', draft, { 'Idempotency-Key': key })
  answer(client, (tasks) => putInList(tasks, [task]))
  return task
}

/**
 * Changes some fields of a task. It is on screen at once, and taken back when the server refuses it.
 * @param ifMatch whether it is refused when the task is no longer the one that was seen
 */
export async function changeTask(
  client: QueryClient,
  task: Task,
  patch: TaskPatch,
  ifMatch = false,
): Promise<Task> {
  const headers = ifMatch ? { 'If-Match': `"${task.version}"` } : undefined
  const present = { now: new Date().toISOString() }
  const takeBack = addPending({ apply: (tasks) => changeInList(tasks, task.id, patch, present) })
  try {
    const changed = await inOrder(task.id, () =>
      request<Task>('PATCH', `/api/tasks/${task.id}`, patch, headers),
    )
    answer(client, (tasks) => putInList(tasks, [changed]))
    if (changed.completed || task.completed) await client.invalidateQueries({ queryKey: COMPLETED_KEY })
    return changed
  } finally {
    takeBack()
  }
}

/** Puts the open tasks of a level in another order, all or nothing. */
export async function orderLevel(client: QueryClient, level: Level, order: LevelOrder): Promise<void> {
  const takeBack = addPending({ apply: (tasks) => orderInList(tasks, level, order) })
  try {
    const tasks = await request<Task[]>('POST', `/api/tasks/priority/${level}/positions`, order)
    answer(client, (list) => putInList(list, tasks))
  } finally {
    takeBack()
  }
}

/** Deletes a task for good. */
export async function deleteTask(client: QueryClient, task: Task): Promise<void> {
  const remove = (tasks: readonly Task[]) => removeFromList(tasks, task.id)
  const takeBack = addPending({ apply: remove })
  try {
    await inOrder(task.id, () => request<undefined>('DELETE', `/api/tasks/${task.id}`))
    answer(client, remove)
  } finally {
    takeBack()
  }
}

/** Writes what the server answered into the list, in the same step in which the pending change goes. */
function answer(client: QueryClient, change: (tasks: readonly Task[]) => Task[]): void {
  client.setQueryData<Task[]>(TASKS_KEY, (tasks) => tasks && change(tasks))
}
