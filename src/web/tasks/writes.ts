import type { QueryClient } from '@tanstack/react-query'

import type { Change, ChangedTask, DeletedTask } from '#domain/change.ts'
import type { Level } from '#domain/priority.ts'
import { TASK_CHANGED } from '#domain/task-changed.ts'
import { changeInList, orderInList, putAnswered, putIfNewer, removeFromList } from '#domain/task-list.ts'
import type { LevelOrder, Task, TaskDraftInput, TaskPatch } from '#domain/task.ts'

import { ApiError, request, requestWithHeaders } from '../api.ts'
import { askAgain } from '../ask-again.ts'
import {
  COMPLETED_KEY,
  countCompletedAgain,
  findCompleted,
  putInCompleted,
  removeFromCompleted,
} from './completed-cache.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { addPending, inOrder } from './pending.ts'

export const TASKS_KEY = ['/api/tasks'] as const

/** Adds a task. The same key again answers the same task, so a retry or a double click adds it once. */
export async function createTask(client: QueryClient, draft: TaskDraftInput, key: string): Promise<Task> {
  const task = await askAgain(() => request<Task>('POST', '/api/tasks', draft, { 'Idempotency-Key': key }))
  showAnswered(client, task)
  if (task.completed) countCompletedAgain(client)
  return task
}

export type ChangeOptions = {
  /** Whether it is refused when the task is no longer the one that was seen. */
  ifMatch?: boolean
  /** Whether the series of a recurring task ends: completing it makes no next occurrence. */
  endSeries?: boolean
  /** Under which it is done once, whenever it is asked for again; one of its own unless told. */
  key?: string
}

/**
 * Changes some fields of a task. It is on screen at once, and taken back when the server refuses it. Completing a
 * recurring task makes its next occurrence, which is answered as `next`.
 */
export async function changeTask(
  client: QueryClient,
  task: Task,
  patch: TaskPatch,
  { ifMatch = false, endSeries = false, key = newIdempotencyKey() }: ChangeOptions = {},
): Promise<{ changed: Task; next: Task | null }> {
  const path = `/api/tasks/${task.id}${endSeries ? '?recurrence=end' : ''}`
  const headers = {
    'Idempotency-Key': key,
    ...(ifMatch && { 'If-Match': `"${task.version}"` }),
  }
  const present = { now: new Date().toISOString() }
  const shown = endSeries ? { ...patch, isRecurring: false } : patch
  const takeBack = addPending({ apply: (tasks) => changeInList(tasks, task.id, shown, present) })
  try {
    const answered = await inOrder(task.id, async () => {
      if (ifMatch) refuseIfChanged(client, task)
      return askAgain(() => requestWithHeaders<Task>('PATCH', path, patch, headers))
    })
    const changed = answered.body
    showAnswered(client, changed)
    if (changed.completed || task.completed) countCompletedAgain(client)
    return { changed, next: await readNext(client, answered.headers) }
  } finally {
    takeBack()
  }
}

/**
 * What the page has read while a change waited for its turn, such as what an upload made of the task, the server would
 * refuse for certain: it is not asked.
 * @throws ApiError as the server would
 */
function refuseIfChanged(client: QueryClient, seen: Task): void {
  const known = [findListed(client, seen.id), findCompleted(client, seen.id)]
  const task = known.find((one) => one && one.version > seen.version)
  if (!task) return
  throw new ApiError(412, TASK_CHANGED, { code: 'changed', message: TASK_CHANGED, task })
}

/** Puts the open tasks of a level in another order, all or nothing. */
export async function orderLevel(client: QueryClient, level: Level, order: LevelOrder): Promise<void> {
  const takeBack = addPending({ apply: (tasks) => orderInList(tasks, level, order) })
  try {
    const path = `/api/tasks/priority/${level}/positions`
    const tasks = await inOrder(path, () => askAgain(() => request<Task[]>('POST', path, order)))
    answer(client, (list) => putAnswered(list, tasks))
  } finally {
    takeBack()
  }
}

/** Deletes a task for good. */
export async function deleteTask(client: QueryClient, task: Task): Promise<void> {
  const remove = (tasks: readonly Task[]) => removeFromList(tasks, task.id)
  const takeBack = addPending({ apply: remove })
  try {
    await inOrder(task.id, () => askAgain((isSecond) => requestDeletion(task.id, isSecond)))
    answer(client, remove)
    removeFromCompleted(client, task.id)
    if (task.completed) countCompletedAgain(client)
  } finally {
    takeBack()
  }
}

/** Asked a second time, a task that is not there is one that the first deleted. */
async function requestDeletion(id: number, isSecond: boolean): Promise<void> {
  try {
    await request<undefined>('DELETE', `/api/tasks/${id}`)
  } catch (error) {
    if (!isSecond || !(error instanceof ApiError) || error.status !== 404) throw error
  }
}

/** Shows the name of a file that was uploaded. Its task is read anew soon, for this raised its version. */
export function showAttached(client: QueryClient, id: number, name: string): void {
  const attach = (task: Task) =>
    task.attachments.includes(name) ? task : { ...task, attachments: [...task.attachments, name] }
  answer(client, (tasks) => tasks.map((task) => (task.id === id ? attach(task) : task)))
  const completed = findCompleted(client, id)
  if (completed) putInCompleted(client, attach(completed))
}

/** Reads a task again that was changed by something else than its own writes. It never fails. */
export async function readTask(client: QueryClient, id: number): Promise<void> {
  try {
    await inOrder(id, async () => {
      const task = await request<Task>('GET', `/api/tasks/${id}`)
      answer(client, (tasks) => putIfNewer(tasks, task))
      const completed = findCompleted(client, id)
      if (completed && completed.version <= task.version) putInCompleted(client, task)
    })
  } catch {
    // It shows when the list is read again; a write until then is merged upon what the server has.
  }
}

/** Shows a task as the server answered it, wherever it is shown, unless something newer is shown already. */
export function showAnswered(client: QueryClient, task: Task): void {
  answer(client, (tasks) => putAnswered(tasks, [task]))
  const completed = findCompleted(client, task.id)
  if (!completed || completed.version <= task.version) putInCompleted(client, task)
}

/** Shows tasks that were changed elsewhere, and takes those away that are gone. */
export function showChanged(client: QueryClient, changed: readonly ChangedTask[]): void {
  const wasDone = changed.some(({ id }) => findCompleted(client, id) !== undefined)
  for (const { id } of changed.filter(isDeleted)) {
    answer(client, (tasks) => removeFromList(tasks, id))
    removeFromCompleted(client, id)
  }
  const tasks = changed.filter((one): one is Task => !isDeleted(one))
  answer(client, (list) => putAnswered(list, tasks))
  for (const task of tasks) {
    const completed = findCompleted(client, task.id)
    if (!completed || completed.version <= task.version) putInCompleted(client, task)
  }
  if (wasDone || tasks.some((task) => task.completed)) countCompletedAgain(client)
}

/** Whether the tasks that were read have a change already. */
export function hasTaskChange(client: QueryClient, { id, version = 0, deleted }: Change): boolean {
  const shown = findListed(client, Number(id))
  const completed = findCompleted(client, Number(id))
  if (deleted) return !shown && !completed
  const versions = [shown, completed].flatMap((task) => (task ? [task.version] : []))
  return versions.length > 0 && Math.min(...versions) >= version
}

/** The task with this id as it was last answered in the list. */
function findListed(client: QueryClient, id: number): Task | undefined {
  return client.getQueryData<Task[]>(TASKS_KEY)?.find((task) => task.id === id)
}

/** Shows every task of the person anew, whatever was read before. */
export function showAll(client: QueryClient, tasks: readonly Task[]): void {
  answer(client, () => [...tasks])
  void client.invalidateQueries({ queryKey: COMPLETED_KEY })
  countCompletedAgain(client)
}

/** Puts the occurrence that a completion made into the list. Read alone, so that nothing newer is overwritten. */
async function readNext(client: QueryClient, headers: Headers): Promise<Task | null> {
  const id = headers.get('x-next-task')
  if (!id) return null
  try {
    const next = await request<Task>('GET', `/api/tasks/${id}`)
    answer(client, (tasks) => putAnswered(tasks, [next]))
    return next
  } catch {
    // The completion stands all the same; the next one shows when the list is read again.
    return null
  }
}

/** Writes what the server answered into the list, in the same step in which the pending change goes. */
function answer(client: QueryClient, change: (tasks: readonly Task[]) => Task[]): void {
  client.setQueryData<Task[]>(TASKS_KEY, (tasks) => tasks && change(tasks))
}

function isDeleted(task: ChangedTask): task is DeletedTask {
  return 'deleted' in task
}
