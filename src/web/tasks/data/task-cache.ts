import type { QueryClient } from '@tanstack/react-query'

import type { Change, ChangedTask, DeletedTask } from '#domain/tasks/change.ts'
import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { request, requestList } from '../../sync/api.ts'
import { readAgain } from '../../sync/read-again.ts'
import { calls, withCalls } from '../../sync/runner/calls.ts'
import { inOrder } from '../../sync/runner/scopes.ts'
import {
  COMPLETED_KEY,
  countCompletedAgain,
  findCompleted,
  putInCompleted,
  readCompletedAgain,
  removeFromCompleted,
} from './completed-cache.ts'
import { listChange } from './list-change.ts'
import { reportTaskEnd } from './task-ends.ts'
import { putAnswered, putIfNewer, removeFromList } from './task-list.ts'

export const TASKS_KEY = ['/api/tasks'] as const

/** Returns the scope that serializes requests about a task. */
export const taskScope = (id: number): string => `task:${id}`

/** Adds an uploaded file's name. The task reloads soon, because the upload raised its version. */
export function showAttached(client: QueryClient, id: number, name: string): void {
  const attach = <T extends ShortTask>(task: T) =>
    task.attachments.includes(name) ? task : { ...task, attachments: [...task.attachments, name] }
  changeList(client, (tasks) => tasks.map((task) => (task.id === id ? attach(task) : task)))
  const completed = findCompleted(client, id)
  if (completed) putInCompleted(client, attach(completed))
}

/** Reloads a task that changed without a write to the task itself, such as by an upload. Never throws. */
export async function readTask(client: QueryClient, id: number): Promise<void> {
  try {
    await inOrder(client, [taskScope(id)], async () => {
      const task = await request<Task>('GET', `/api/tasks/${id}`)
      changeList(client, (tasks) => putIfNewer(tasks, task))
      const completed = findCompleted(client, id)
      if (completed && completed.version <= task.version) putInCompleted(client, task)
    })
  } catch {
    // The next reload of the list shows the change; until then, a write is merged with the server's version.
  }
}

/** Applies a known task from a response to every view that doesn't have a newer version, unless it was deleted. */
export function showAnswered(client: QueryClient, task: Task): void {
  if (isGone(client, task)) return
  changeList(client, (tasks) => putAnswered(tasks, [task]))
  const completed = findCompleted(client, task.id)
  if (!completed || completed.version <= task.version) putInCompleted(client, task)
}

/** Returns whether a task that this page showed was deleted: the complete list no longer includes it. */
export function isGone(client: QueryClient, { id }: { id: number }): boolean {
  const { data, fetchStatus } = client.getQueryState(TASKS_KEY) ?? {}
  return Boolean(data) && fetchStatus === 'idle' && !findListed(client, id) && !findCompleted(client, id)
}

/** Applies new tasks and changes from elsewhere, and removes deleted tasks. */
export function showChanged(client: QueryClient, changed: readonly (ShortTask | DeletedTask)[]): void {
  const wasDone = changed.some(({ id }) => findCompleted(client, id) !== undefined)
  const deleted = changed.filter(isDeleted)
  for (const { id } of deleted) removeFromCompleted(client, id)
  const tasks = changed.filter((one): one is ShortTask => !isDeleted(one))
  changeList(client, (list) => putAnswered(removeFromList(list, deleted), tasks))
  let isCompletedOld = false
  for (const task of tasks) {
    reportTaskEnd('there', task.id)
    const completed = findCompleted(client, task.id)
    if (completed && completed.version > task.version) continue
    if (hasTexts(task)) putInCompleted(client, task)
    else if (completed || task.completed) isCompletedOld = true
  }
  if (isCompletedOld) readAgain(client, { queryKey: COMPLETED_KEY })
  if (wasDone || tasks.some((task) => task.completed)) countCompletedAgain(client)
}

/** Shows the response to a call that creates tasks. Returns those that weren't deleted before a retry. */
export function showCreated(client: QueryClient, created: readonly ChangedTask[]): Task[] {
  const tasks = created.filter((one): one is Task => !isDeleted(one))
  showChanged(client, tasks)
  return tasks
}

/** Returns whether the loaded tasks already include a change. */
export function hasTaskChange(client: QueryClient, { id, version = 0, deleted }: Change): boolean {
  const shown = findListed(client, Number(id))
  const completed = findCompleted(client, Number(id))
  if (deleted) return !shown && !completed
  const versions = [shown, completed].flatMap((task) => (task ? [task.version] : []))
  return versions.length > 0 && Math.min(...versions) >= version
}

/** Excludes pending changes. */
export function listedTasks(client: QueryClient): readonly ShortTask[] {
  return client.getQueryData<ShortTask[]>(TASKS_KEY) ?? []
}

/** Returns the tasks as the user sees them, with pending changes applied. */
export function shownTasks(client: QueryClient): readonly ShortTask[] {
  return withCalls(TASKS_KEY, listedTasks(client), calls.get())
}

export function findListed(client: QueryClient, id: number): ShortTask | undefined {
  return listedTasks(client).find((task) => task.id === id)
}

/**
 * Fetches the tasks that changed and updates the cache.
 * @param since the number of the last known change; null fetches all tasks
 */
export async function readTasksSince(client: QueryClient, since: number | null): Promise<void> {
  const path = since === null ? '/api/tasks' : `/api/tasks?since=${since}`
  const { body, headers } = await requestList<ChangedTask>(path)
  if (headers.has('x-since')) showChanged(client, body)
  else showAll(client, body as Task[])
  listChange.set(Number(headers.get('x-change')))
}

function showAll(client: QueryClient, tasks: readonly Task[]): void {
  changeList(client, () => [...tasks])
  readCompletedAgain(client)
}

export function changeList(client: QueryClient, change: (tasks: readonly ShortTask[]) => ShortTask[]): void {
  client.setQueryData<ShortTask[]>(TASKS_KEY, (tasks) => tasks && change(tasks))
}

export function isDeleted(task: ShortTask | DeletedTask): task is DeletedTask {
  return 'deleted' in task
}
