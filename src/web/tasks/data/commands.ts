import type { QueryClient } from '@tanstack/react-query'

import { formatClock } from '#domain/duration.ts'
import * as definitions from '#domain/tasks/commands.ts'
import { openTasksAtLevel, splitLevel } from '#domain/tasks/level.ts'
import type { Level } from '#domain/tasks/priority.ts'
import { CANNOT_UNDO, TASK_CHANGED } from '#domain/tasks/task-changed.ts'
import { type ShortTask, hasFields, hasTexts } from '#domain/tasks/long-texts.ts'
import type { LevelOrder, Task, TaskPatch } from '#domain/tasks/task.ts'
import type { UndoResult } from '#domain/tasks/undo-schema.ts'
import { isolate } from '#domain/text.ts'

import { ApiError, isNotFound, request } from '../../sync/api.ts'
import { rejectionText } from '../../sync/error-text.ts'
import { type RunQuietly, defineClientCommand } from '../../sync/runner/command.ts'
import { realIds } from '../../sync/runner/outbox.ts'
import { countCompletedAgain, findCompleted, removeFromCompleted } from './completed-cache.ts'
import {
  TASKS_KEY,
  changeList,
  findListed,
  isGone,
  listedTasks,
  readTasksSince,
  showAnswered,
  showChanged,
  shownTasks,
  taskScope,
} from './task-cache.ts'
import { listChange } from './list-change.ts'
import { describeNext } from './describe-next.ts'
import { endTasks, reportTaskEnd, timeSaver } from './task-ends.ts'
import * as words from '../words.ts'
import { changeInList, orderInList, putAnswered, putStateBack, removeFromList } from './task-list.ts'

/** The response to a change that lets the task join a waiting line. */
type Joined = { tasks: [Task]; undo: string | null }

export const changedTask = (body: Task | Joined): Task => ('tasks' in body ? body.tasks[0] : body)

export type TaskChange = {
  task: ShortTask
  patch: TaskPatch
  /** Whether completing a recurring task creates no next occurrence. */
  endsSeries?: boolean
  /** Whether the task joins the waiting line of a level that filled up since the change was made. */
  waits?: boolean
  /** Whether the patch logs time from the card, which raises the task's current progress. */
  raisesProgress?: boolean
  /** Set if the change is one click on the round control, which has its own toast. */
  press?: 'complete' | 'reopen'
}

/** Changes fields of a task, which includes completing, reopening and moving it. */
export const changeTask = defineClientCommand({
  name: definitions.changeTask.name,
  scopes: ({ task }: TaskChange) => [taskScope(task.id)],
  request: ({ task, patch, endsSeries, waits }) => ({
    method: 'PATCH',
    path: `/api/tasks/${task.id}${endsSeries ? '?recurrence=end' : ''}`,
    body: waits && patch.priority !== undefined ? { ...patch, waiting: true } : patch,
  }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (tasks: readonly ShortTask[], { task, patch, endsSeries, waits }, present) =>
      changeInList(
        tasks,
        { id: task.id, patch: endsSeries ? { ...patch, isRecurring: false } : patch, waits },
        present,
      ),
  },
  versionToSend,
  onStart: ({ task, patch }) => endTasks(patch.completed ? [task.id] : []),
  remember: shownBefore,
  settle: async (client, { body, headers }: { body: Task | Joined; headers: Headers }, { task, waits }) => {
    const changed = changedTask(body)
    showAnswered(client, changed)
    if (changed.completed || task.completed) countCompletedAgain(client)
    return {
      changed,
      isWaiting: waits && isInLine(listedTasks(client), changed),
      next: await readNext(client, headers),
      undo: headers.get('x-undo'),
    }
  },
  inverse: (client, { patch, endsSeries }, task, { changed, next, undo }) => {
    const fields = undoableFields(patch, task.isRecurring, endsSeries)
    if (undo) return undoing(client, { undo, tasks: [task], fields }, next ? [next.id] : [])
    if (fields.length === 0 || !hasFields(task, fields)) return null
    return async (run) => {
      requireUnchanged(client, changed, fields)
      const old: TaskPatch = Object.fromEntries(fields.map((field) => [field, (task as TaskPatch)[field]]))
      await run(changeTask, { task, patch: old })
    }
  },
  // Redo must not add the time again, and restoring an attachment's name wouldn't restore its file.
  again: ({ patch, ...change }) => ({ ...change, patch: patchAgain(patch) }),
  created: ({ next }) => (next ? [next.id] : []),
  success: ({ changed, isWaiting, next }, change, isAgain) => {
    if (isWaiting) return words.waiting(changed.priority)
    const due = next && describeNext(next, Temporal.Now.timeZoneId())
    if (change.press) return pressToast(change, due, isAgain)
    const isCompleted = change.patch.completed === true && !change.task.completed
    const text = isCompleted ? words.completedByEdit(due ?? isolate(change.task.title)) : due
    return { ...words.updated, text: text ?? words.updated.text }
  },
  failure: failureTo('update'),
})

export type Ordering = { level: Level; order: LevelOrder }

export const orderLevel = defineClientCommand({
  name: definitions.orderLevel.name,
  // A task must have arrived at the level before its position is sent.
  scopes: ({ level, order }: Ordering) => [
    `level:${level}`,
    ...order.positions.map(({ id }) => taskScope(id)),
  ],
  request: ({ level, order }) => ({
    method: 'POST',
    path: `/api/tasks/priority/${level}/positions`,
    body: order,
  }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (tasks: readonly ShortTask[], ordering, present) => orderInList(tasks, ordering, present),
  },
  remember: (client, { level }) => orderOfLevel(client, level),
  settle: (client, { body }: { body: Task[] }) => {
    const ordered = body.filter((task) => !isGone(client, task))
    changeList(client, (list) => putAnswered(list, ordered))
  },
  inverse:
    (client, { level }, order) =>
    (run) =>
      restoreOrder(client, level, order, run),
  failure: failureTo('update', words.failed('update')),
})

/** Copies a task, right below it if its level has a free slot. */
export const duplicateTask = defineClientCommand({
  name: definitions.duplicateTask.name,
  scopes: (task: ShortTask) => [taskScope(task.id), `level:${task.priority}`],
  request: ({ id }) => ({ method: 'POST', path: `/api/tasks/${id}/duplicate` }),
  settle: async (client, { body: copy }: { body: Task }) => {
    const known = listChange.get()
    // Other tasks make room. If their new positions can't be read, live updates bring them.
    if (known !== null) await readTasksSince(client, known).catch(() => undefined)
    showChanged(client, [copy])
    return copy
  },
  inverse: (_client, _task, _before, copy) => (run) => run(deleteTask, copy),
  // A second copy would have another id, so that later changes to the first one couldn't be redone.
  redo: (run, { id }) => run(restoreTask, { id }, { isAction: true }),
  success: ({ title }) => ({ title: words.duplicated, text: isolate(title) }),
  failure: failureTo('create'),
})

/** Deletes a task. The task can be restored for 30 days. */
export const deleteTask = defineClientCommand({
  name: definitions.deleteTask.name,
  scopes: (task: ShortTask) => [taskScope(task.id)],
  request: ({ id }) => ({ method: 'DELETE', path: `/api/tasks/${id}` }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (tasks: readonly ShortTask[], task) => removeFromList(tasks, [task]),
  },
  onStart: ({ id }) => endTasks([id]),
  settle: (client, _answer, { id, completed }) => {
    changeList(client, (tasks) => removeFromList(tasks, [{ id }]))
    removeFromCompleted(client, id)
    if (completed) countCompletedAgain(client)
    reportTaskEnd('delete', id)
  },
  inverse:
    (_client, { id }) =>
    async (run) => {
      await run(restoreTask, { id })
    },
  success: () => words.deleted,
  failure: failureTo('delete'),
})

/** A command to undo: its token, the tasks as they were before, and the tasks that undo will delete. */
export type Undoing = {
  undo: string
  tasks: readonly ShortTask[]
  next?: readonly { id: number }[]
  /** The changed fields, besides the state and position. */
  fields?: readonly (keyof TaskPatch)[]
}

/** Undoes a command. First saves the time of the next occurrences, because undo keeps those that have been changed. */
export function undoing(client: QueryClient, input: Undoing, next: readonly number[]) {
  const listed = () => next.flatMap((id) => findListed(client, id) ?? [])
  return async (run: RunQuietly) => {
    await timeSaver.save(listed())
    await run(undoCall, { ...input, next: listed().filter(({ version }) => version === 1) })
  }
}

/** Reverts everything that a command changed, or nothing. */
export const undoCall = defineClientCommand({
  // The command's definition, in `bulk-commands.ts`, isn't part of the first load.
  name: 'task.undo',
  scopes: ({ tasks }: Undoing) => tasks.map(({ id }) => taskScope(id)),
  request: ({ undo }) => ({ method: 'POST', path: '/api/undo', body: { undo } }),
  overlay: {
    queryKey: TASKS_KEY,
    apply: (list: readonly ShortTask[], { tasks, next = [], fields }) =>
      putStateBack(removeFromList(list, next), tasks, fields),
  },
  settle: (client, { body }: { body: UndoResult }) => {
    const removed = body.removed.map((id) => ({ id, deleted: true as const }))
    const tasks = body.tasks.filter((task) => !isGone(client, task))
    showChanged(client, [...tasks.map((task) => withKnownTexts(client, task)), ...removed])
    for (const id of body.removed) reportTaskEnd('delete', id)
  },
  failure: failureTo('update', words.failed('update')),
})

/** Adds the loaded text to a task from a bulk request, which never changes long text. */
function withKnownTexts(client: QueryClient, task: ShortTask): ShortTask {
  const known = findListed(client, task.id)
  return known?.version === task.version - 1 ? { ...known, ...task } : task
}

export const restoreTask = defineClientCommand({
  // The command's definition, in `bulk-commands.ts`, isn't part of the first load.
  name: 'task.restore',
  scopes: ({ id }: { id: number }) => [taskScope(id), 'trash'],
  request: ({ id }) => ({ method: 'POST', path: `/api/tasks/${id}/restore` }),
  settle: (client, { body: task }: { body: Task }) => {
    showChanged(client, [task])
    return task
  },
  failure: failureTo('update'),
})

function pressToast({ task, patch, press }: TaskChange, due: string | null, isAgain: boolean) {
  const seconds = (patch.elapsedTime ?? task.elapsedTime) - task.elapsedTime
  const logged = seconds > 0 && !isAgain && words.logged(formatClock(seconds))
  const completed = isAgain ? words.completedAgain : words.completed
  return {
    title: press === 'reopen' ? words.reopened : completed,
    text: [logged, due ?? isolate(task.title)].filter(Boolean).join(' '),
  }
}

/** @param gone the text if a task doesn't exist anymore */
export function failureTo(verb: Parameters<typeof words.failed>[0], gone = words.deletedElsewhere) {
  return (error: unknown) => (isNotFound(error) ? gone : rejectionText(error, words.failed(verb)))
}

/**
 * Returns the version to send. While earlier calls were pending, `seen` was a guess, which counts only if the page now
 * has this version as the user saw it. 0 makes the server return its row, so that the conflict rule decides.
 * @throws ApiError like the server's if the page has since loaded a newer version, for example after an upload
 */
export function versionToSend(client: QueryClient, { task }: { task: ShortTask }, seen: number): number {
  const known = [findListed(client, task.id), findCompleted(client, task.id)].flatMap((one) => one ?? [])
  // If the text is missing, the server rejects the change and returns the complete task.
  const newer = known.find((one): one is Task => one.version > seen && hasTexts(one))
  if (newer) throw new ApiError(412, TASK_CHANGED, { code: 'changed', message: TASK_CHANGED, task: newer })
  const isAsSeen = (one: ShortTask) => one.version === seen && !differ(one, task, fieldsOfBoth(one, task))
  return known.length === 0 || known.some(isAsSeen) ? seen : 0
}

/** Returns the loaded fields, except those that the server sets from its clock. */
function fieldsOfBoth(a: ShortTask, b: ShortTask) {
  const fields = Object.keys(a) as (keyof ShortTask)[]
  return fields.filter((field) => field in b && field !== 'updatedAt' && field !== 'completedAt')
}

function differ(a: Partial<Task>, b: Partial<Task>, fields: readonly (keyof Task)[]): boolean {
  return fields.some((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}

export function isInLine(tasks: readonly ShortTask[], { id, priority }: ShortTask): boolean {
  return splitLevel(priority, openTasksAtLevel(tasks, priority)).waiting.some((task) => task.id === id)
}

/** Adds the next occurrence to the list. Fetches only that task, so that nothing newer is overwritten. */
async function readNext(client: QueryClient, headers: Headers): Promise<Task | null> {
  const id = headers.get('x-next-task')
  // The task was completed anyway; the next reload of the list shows the occurrence.
  const next = id === null ? null : await request<Task>('GET', `/api/tasks/${id}`).catch(() => null)
  if (next) changeList(client, (tasks) => putAnswered(tasks, [next]))
  return next
}

export function patchAgain<T extends TaskPatch>({ elapsedTime: _, attachments: _names, ...patch }: T) {
  return patch
}

/** Returns the fields that undo restores, with those that their values depend on. */
export function undoableFields(
  patch: TaskPatch,
  isRecurring: boolean,
  endsSeries = false,
): (keyof TaskPatch)[] {
  const fields = new Set(Object.keys(patch) as (keyof TaskPatch)[])
  if (fields.has('category')) fields.add('projectName')
  if (fields.has('startDate') || fields.has('endDate')) fields.add('startDate').add('endDate')
  if (isRecurring && endsSeries) fields.add('isRecurring')
  // Another device completed this occurrence first, and reopening it would leave the next one open too.
  if (isRecurring) fields.delete('completed')
  // Undoing a level change restores the position, a restored name has no file, and undo keeps tracked time.
  for (const field of ['position', 'attachments', 'elapsedTime'] as const) fields.delete(field)
  return [...fields]
}

/** Throws like the server's undo if a value that undo would restore has been replaced, for example by another device. */
function requireUnchanged(client: QueryClient, changed: Task, fields: readonly (keyof TaskPatch)[]): void {
  const now = findShown(client, changed.id)
  if (now && hasFields(now, fields) && differ(now, changed, fields))
    throw new ApiError(409, CANNOT_UNDO, { code: 'cannot_undo', message: CANNOT_UNDO })
}

/** Returns the task that undo restores. A redo or a dragged bar can hold an older version than the user sees. */
function shownBefore(client: QueryClient, { task, patch, press }: TaskChange): ShortTask {
  const now = findShown(client, realIds.get(task.id) ?? task.id)
  const before = now && hasFields(now, undoableFields(patch, false)) ? now : task
  // The user completed an open task, even if a retry finds that another device completed it first.
  return press === 'complete' ? { ...before, completed: false } : before
}

function findShown(client: QueryClient, taskId: number): ShortTask | undefined {
  return shownTasks(client).find(({ id }) => id === taskId) ?? findCompleted(client, taskId)
}

/** Returns the ids of a level's open tasks in the order that the user sees. */
function orderOfLevel(client: QueryClient, level: Level): number[] {
  return openTasksAtLevel(shownTasks(client), level).map(({ id }) => id)
}

async function restoreOrder(
  client: QueryClient,
  level: Level,
  order: readonly number[],
  run: RunQuietly,
): Promise<void> {
  const open = new Set(orderOfLevel(client, level))
  const ids = order.map((id) => realIds.get(id) ?? id)
  const positions = ids.filter((id) => open.has(id)).map((id, position) => ({ id, position }))
  if (positions.length > 0) await run(orderLevel, { level, order: { positions } })
}
