import type { QueryClient } from '@tanstack/react-query'

import { openTasksAtLevel } from '#domain/level.ts'
import type { Level } from '#domain/priority.ts'
import type { LevelOrder, Task, TaskPatch } from '#domain/task.ts'
import { moveWork } from '#domain/work-clock.ts'

import { changeClock } from '../clock/clock.ts'
import { TASKS_KEY, changeTask, createTask, orderLevel } from './writes.ts'

/** A task and the ids of the open tasks of its level, in order, from before a change: where undo puts it back. */
export type Before = { task: Task; order: readonly number[] }

export function rememberBefore(client: QueryClient, task: Task): Before {
  return { task, order: orderOfLevel(client, task.priority) }
}

/** The ids of a level's open tasks, in order. */
export function orderOfLevel(client: QueryClient, level: Level): number[] {
  return openTasksAtLevel(listOf(client), level).map(({ id }) => id)
}

/**
 * Undoes a change: the fields that were changed are what they were, and a task that was completed or moved is back in
 * its old place. The next occurrence that a completion made stays, and so do files that were removed.
 */
export async function undoChange(
  client: QueryClient,
  before: Before,
  changed: readonly (keyof TaskPatch)[],
): Promise<void> {
  const { task } = before
  await changeTask(client, task, Object.fromEntries(changed.map((field) => [field, task[field]])))
  if (changed.includes('completed') || changed.includes('priority'))
    await restorePlace(client, before, task.id)
}

/** The fields that can be undone of a change. The category decides whether a project is kept. */
export function undoableFields(patch: TaskPatch, endsSeries = false): (keyof TaskPatch)[] {
  const fields = new Set(Object.keys(patch) as (keyof TaskPatch)[])
  if (fields.has('category')) fields.add('projectName')
  if (endsSeries) fields.add('isRecurring')
  // The place comes back with the level; a file that was removed does not come back with its name.
  for (const field of ['position', 'attachments'] as const) fields.delete(field)
  return [...fields]
}

/** Undoes a change of the order within a level: the level's tasks are in their old order. */
export async function undoOrder(client: QueryClient, level: Level, order: readonly number[]): Promise<void> {
  const open = new Set(openTasksAtLevel(listOf(client), level).map(({ id }) => id))
  const ids = order.filter((id) => open.has(id))
  if (ids.length > 0) await orderLevel(client, level, numbered(ids))
}

/**
 * Undoes a deletion: the task is made again from what it was, in its old place, under a new number. What it named that
 * was deleted meanwhile is left out.
 * @param key an idempotency key, so that trying again makes it once
 */
export async function undoDeletion(client: QueryClient, before: Before, key: string): Promise<void> {
  const known = new Set(listOf(client).map((other) => other.id))
  const { dependencies, parentTaskId } = before.task
  const draft = {
    ...before.task,
    dependencies: dependencies.filter((id) => known.has(Number(id))),
    parentTaskId: parentTaskId !== null && known.has(parentTaskId) ? parentTaskId : null,
  }
  const task = await createTask(client, draft, key)
  changeClock((clock) => moveWork(clock, before.task.id, task.id))
  await restorePlace(client, before, task.id)
}

async function restorePlace(client: QueryClient, { task, order }: Before, id: number): Promise<void> {
  const wasLast = order.at(-1) === task.id
  if (task.completed || wasLast) return
  const open = new Set(openTasksAtLevel(listOf(client), task.priority).map((other) => other.id))
  const ids = order.map((other) => (other === task.id ? id : other)).filter((other) => open.has(other))
  await orderLevel(client, task.priority, numbered(ids))
}

function numbered(ids: readonly number[]): LevelOrder {
  return { positions: ids.map((id, position) => ({ id, position })) }
}

function listOf(client: QueryClient): Task[] {
  return client.getQueryData<Task[]>(TASKS_KEY) ?? []
}
