import type { QueryClient } from '@tanstack/react-query'

import * as definitions from '#domain/tasks/bulk-commands.ts'
import type { BulkResult, BulkChangedTask, BulkRestoredTask } from '#domain/tasks/bulk-schema.ts'
import type { BulkPatch } from '#domain/tasks/bulk.ts'
import { openByLevel } from '#domain/tasks/level.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'

import { ApiError, request } from '../sync/api.ts'
import { rejectionText } from '../sync/error-text.ts'
import { type Present, defineClientCommand } from '../sync/runner/command.ts'
import { patchAgain, undoableFields, undoing } from '../tasks/data/commands.ts'
import { countCompletedAgain, findCompleted, removeFromCompleted } from '../tasks/data/completed-cache.ts'
import { TASKS_KEY, changeList, findListed, showChanged, taskScope } from '../tasks/data/task-cache.ts'
import { endTasks, reportTaskEnd } from '../tasks/data/task-ends.ts'
import { asTask, authorOf, putAnswered, putInList, removeFromList } from '../tasks/data/task-list.ts'
import * as words from './words.ts'

/** The maximum number of next occurrences that the page fetches itself. Live updates deliver the others. */
const NEXT_MAX = 20

/** The new values of one task, with the task as the user saw it. */
export type SeenChange = { task: ShortTask; patch: BulkPatch }

export type SeveralChanges = {
  action: words.BulkAction
  changes: readonly (SeenChange & { version?: number })[]
}

export const changeSeveral = defineClientCommand({
  name: definitions.changeSeveral.name,
  scopes: ({ changes }: SeveralChanges) => changes.map(({ task }) => taskScope(task.id)),
  request: ({ changes }) => ({
    method: 'POST',
    path: '/api/tasks/bulk',
    body: { tasks: changes.map(({ task, patch, version }) => ({ id: task.id, version, ...patch })) },
  }),
  overlay: { queryKey: TASKS_KEY, apply: changeInList },
  onStart: ({ changes }) =>
    endTasks(changes.flatMap(({ task, patch }) => (patch.completed ? [task.id] : []))),
  settle: async (client, { body }: { body: BulkResult }, { changes }) => {
    showChanged(client, merged(client, changes, body.tasks))
    await readNext(client, body.next)
    return body
  },
  inverse: (client, { changes }, _before, { undo, next }) => {
    const fields = changes.flatMap(({ patch }) => undoableFields(patch, false))
    return undo === null ? null : undoing(client, { undo, tasks: tasksOf(changes), fields }, next)
  },
  // Redo must not add time again.
  again: ({ action, changes }) => ({
    action,
    changes: changes.map(({ task, patch }) => ({ task, patch: patchAgain(patch) })),
  }),
  created: ({ next }) => next,
  success: ({ tasks }, { action, changes }, isAgain) =>
    doneToast(action, tasksOf(changes.filter((change) => isChanged(change, tasks))), isAgain),
  failure: (error, { action, changes }) => failedToast(error, action, tasksOf(changes)),
})

/** Deletes several tasks, all or none. Each task can be restored for 30 days. */
export const deleteSeveral = defineClientCommand({
  name: definitions.deleteSeveral.name,
  scopes: (tasks: readonly ShortTask[]) => tasks.map(({ id }) => taskScope(id)),
  request: (tasks) => ({
    method: 'POST',
    path: '/api/tasks/bulk-delete',
    body: { tasks: tasks.map(({ id }) => ({ id })) },
  }),
  overlay: { queryKey: TASKS_KEY, apply: removeFromList },
  onStart: (tasks) => endTasks(tasks.map(({ id }) => id)),
  settle: (client, _answer, tasks) => {
    changeList(client, (list) => removeFromList(list, tasks))
    for (const { id } of tasks) {
      removeFromCompleted(client, id)
      reportTaskEnd('delete', id)
    }
    if (tasks.some(({ completed }) => completed)) countCompletedAgain(client)
  },
  inverse: (_client, tasks) => (run) => run(restoreSeveral, tasks),
  success: (_result, tasks, isAgain) => doneToast('delete', tasks, isAgain),
  failure: (error, tasks) => failedToast(error, 'delete', tasks),
})

export const restoreSeveral = defineClientCommand({
  name: definitions.restoreSeveral.name,
  scopes: (tasks: readonly ShortTask[]) => ['trash', ...tasks.map(({ id }) => taskScope(id))],
  request: (tasks) => ({
    method: 'POST',
    path: '/api/tasks/bulk-restore',
    body: { tasks: tasks.map(({ id }) => ({ id })) },
  }),
  settle: (client, { body }: { body: BulkRestoredTask[] }, tasks) => {
    // Live updates deliver tasks that had changed elsewhere, and tasks whose dependencies were restored.
    showChanged(
      client,
      tasks.flatMap((task) => {
        const restored = body.find(({ id }) => id === task.id)
        return restored?.version === task.version + 1 ? [{ ...task, ...restored }] : []
      }),
    )
  },
  failure: (error) => rejectionText(error, words.unchanged),
})

/** Applies the changes with the same rule as the server. */
function changeInList(
  tasks: readonly ShortTask[],
  { changes }: SeveralChanges,
  present: Present,
): readonly ShortTask[] {
  const taskById = new Map(tasks.map((task) => [task.id, asTask(task)]))
  const placesAt = openByLevel(tasks)
  const changed = definitions.changeSeveral.rule(
    { taskById, placesAt, continued: new Set() },
    { changes: changes.map(({ task, patch }) => ({ id: task.id, ...patch })) },
    authorOf(tasks, present),
  )
  return putInList(
    tasks,
    changed.map(({ after }) => after),
  )
}

/** Returns the changed tasks. Skips tasks that had already changed or were deleted elsewhere; live updates reload them. */
function merged(
  client: QueryClient,
  changes: readonly SeenChange[],
  changed: readonly BulkChangedTask[],
): ShortTask[] {
  return changes.flatMap(({ task, patch }) => {
    const before = findListed(client, task.id) ?? findCompleted(client, task.id)
    const after = changed.find(({ id }) => id === task.id)
    const isNext = before && after?.version === before.version + 1
    // If this call changed nothing, the new version comes from a change elsewhere, perhaps of fields that `after` lacks.
    return isNext && isChanged({ task: before, patch }, changed) ? [{ ...before, ...after }] : []
  })
}

/** Returns whether a change gave its task other values than before. */
function isChanged({ task, patch }: SeenChange, changed: readonly BulkChangedTask[]): boolean {
  const after = changed.find(({ id }) => id === task.id)
  return (Object.keys(patch) as (keyof BulkPatch)[]).some((field) => after && after[field] !== task[field])
}

/** Adds the next occurrences to the list. Ignores failed requests, because the tasks have been completed anyway. */
async function readNext(client: QueryClient, ids: readonly number[]): Promise<void> {
  const reading = ids.slice(0, NEXT_MAX).map((id) => request<Task>('GET', `/api/tasks/${id}`))
  const read = (await Promise.allSettled(reading)).flatMap((one) =>
    one.status === 'fulfilled' ? [one.value] : [],
  )
  changeList(client, (tasks) => putAnswered(tasks, read))
}

function tasksOf(changes: readonly SeenChange[]): ShortTask[] {
  return changes.map(({ task }) => task)
}

function doneToast(action: words.BulkAction, tasks: readonly ShortTask[], isAgain: boolean) {
  return {
    title: words.done(action, tasks.length, isAgain),
    text: words.named(tasks.map((task) => task.title)),
  }
}

/** Returns the message that explains why nothing changed, with the tasks that caused it. */
function failedToast(error: unknown, action: words.BulkAction, tasks: readonly ShortTask[]) {
  const title = words.failed(action, tasks.length)
  const ids = new Set(error instanceof ApiError ? error.body?.tasks?.map(({ id }) => id) : [])
  const titles = tasks.filter(({ id }) => ids.has(id)).map((task) => task.title)
  const code = error instanceof ApiError ? error.code : null
  if (code === 'not_found' && titles.length > 0) return { title, text: words.gone(titles) }
  const why = rejectionText(error, words.unchanged)
  return { title, text: code === 'level_full' ? `${why} ${words.noRoom(titles)}` : why }
}
