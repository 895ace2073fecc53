import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'

import type { Level } from '#domain/priority.ts'
import { describeNext } from '#domain/recurrence.ts'
import type { LevelOrder, Task, TaskDraftInput, TaskPatch } from '#domain/task.ts'

import { ApiError } from '../api.ts'
import { uploadNamedFiles } from '../attachments/queries.ts'
import { type NamedFile, uploads } from '../attachments/uploads.ts'
import { pauseClock } from '../clock/clock.ts'
import { findCompleted } from './completed-cache.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { usePending, withPending } from './pending.ts'
import { readTasks } from './read-tasks.ts'
import { showCreated, showFailed, showSucceeded } from './task-toasts.ts'
import { keepWayBack } from './undo-stack.ts'
import { orderOfLevel, rememberBefore, undoChange, undoDeletion, undoOrder, undoableFields } from './undo.ts'
import { type ChangeOptions, TASKS_KEY, changeTask, createTask, deleteTask, orderLevel } from './writes.ts'

/** Every task of the user, open and completed. */
export const tasksQuery = queryOptions({
  queryKey: TASKS_KEY,
  queryFn: ({ client }) => readTasks(client),
})

/**
 * The tasks as the person sees them: what the server answered, with the changes on their way on top.
 * @param isNeeded whether the list is read when it was not yet
 */
export function useTasks(isNeeded = true) {
  const query = useQuery({ ...tasksQuery, enabled: isNeeded })
  const pending = usePending()
  const answered = query.data
  const tasks = useMemo(() => answered && withPending(answered, pending), [answered, pending])
  return { tasks, error: query.error, refetch: query.refetch }
}

/**
 * A task that was seen, as it is now: in the list, or among the completed tasks, which are read for themselves. Null
 * when it has disappeared.
 */
export function useCurrentTask(seen: Task | null, tasks: readonly Task[] | undefined): Task | null {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const completed = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => seen && findCompleted(client, seen.id),
  )
  const listed = tasks?.find(({ id }) => id === seen?.id)
  if (listed && completed) return completed.version > listed.version ? completed : listed
  return listed ?? completed ?? (tasks ? null : seen)
}

type NewTask = { draft: TaskDraftInput; key: string; files: readonly NamedFile[] }

/**
 * Adds a task, then sends the files it names, also when the form was closed meanwhile. `key` belongs to one filled-in
 * form, so that trying again never adds it twice.
 * @param wayTo answers what brings a task on screen that the filters hide, and nothing for one that is on it
 */
export function useCreateTask(wayTo: (task: Task) => (() => void) | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ draft, key, files }: NewTask) => {
      const task = await createTask(client, draft, key)
      uploadNamedFiles(client, task.id, files)
      return task
    },
    onSuccess: (task) => showCreated(wayTo(task)),
    onError: (error) => showFailed('create', error),
  })
}

/**
 * Changes some fields of a task; completing and reopening are such changes too. With `ifMatch` a task that was changed
 * meanwhile is left as it is, and whoever asked settles the two.
 */
export function useChangeTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ task, patch, ...options }: { task: Task; patch: TaskPatch } & ChangeOptions) => {
      const before = rememberBefore(client, task)
      if (patch.completed) pauseClock(task.id)
      return { before, ...(await changeTask(client, task, patch, options)) }
    },
    onSuccess: ({ before, next }, { patch, endSeries }) => {
      const fields = undoableFields(patch, endSeries && before.task.isRecurring)
      const undo = fields.length > 0 ? () => undoChange(client, before, fields) : undefined
      showSucceeded('update', undo, next && describeNext(next, Temporal.Now.timeZoneId()))
    },
    onError: (error, { ifMatch }) => {
      const isSettledByAsker = ifMatch && error instanceof ApiError && error.code === 'changed'
      if (!isSettledByAsker) showFailed('update', error)
    },
  })
}

export type TaskChange = { task: Task; patch: TaskPatch }

/** Changes of several tasks that belong together, and the way back from what they follow from. */
type ChangesTogether = { changes: readonly TaskChange[]; after?: () => Promise<void> }

/**
 * Changes fields of several tasks as one: all of them or none stay, and one undo takes all back, and with them the change
 * that they followed from. What it answers is that undo.
 */
export function useChangeTasks() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ changes, after }: ChangesTogether) => {
      const befores = changes.map(({ task, patch }) => ({
        before: rememberBefore(client, task),
        fields: undoableFields(patch),
      }))
      const takeBack = async (which: readonly number[]) => {
        const wanted = befores.filter((_, index) => which.includes(index))
        for (const { before, fields } of wanted) await undoChange(client, before, fields)
      }
      const answers = await Promise.allSettled(
        changes.map(({ task, patch }) => changeTask(client, task, patch)),
      )
      const done = answers.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
      const refused = answers.find((answer) => answer.status === 'rejected')
      if (refused) {
        await takeBack(done)
        throw refused.reason
      }
      return showSucceeded('update', async () => {
        await takeBack(done)
        await after?.()
      })
    },
    onError: (error) => showFailed('update', error),
  })
}

/** Moves a task to the end of another level. */
export function useMoveTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ task, level }: { task: Task; level: Level }) => {
      const before = rememberBefore(client, task)
      await changeTask(client, task, { priority: level })
      return before
    },
    onSuccess: (before) => showSucceeded('update', () => undoChange(client, before, ['priority'])),
    onError: (error) => showFailed('update', error),
  })
}

/** Puts the open tasks of a level in another order. */
export function useOrderLevel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ level, order }: { level: Level; order: LevelOrder }) => {
      const before = orderOfLevel(client, level)
      await orderLevel(client, level, order)
      return { level, before }
    },
    onSuccess: ({ level, before }) => keepWayBack(() => undoOrder(client, level, before)),
    onError: (error) => showFailed('update', error),
  })
}

/** Deletes a task for good; the toast offers the way back. */
export function useDeleteTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (task: Task) => {
      const before = rememberBefore(client, task)
      await deleteTask(client, task)
      uploads.forgetTask(task.id)
      return before
    },
    onSuccess: (before) => {
      const key = newIdempotencyKey()
      showSucceeded('delete', () => undoDeletion(client, before, key))
    },
    onError: (error) => showFailed('delete', error),
  })
}
