import type { QueryClient } from '@tanstack/react-query'

import { baseOf, decideConflict, isSame } from '#domain/sync/conflict.ts'
import { TASK_KINDS } from '#domain/sync/task-kinds.ts'
import { type ShortTask, hasFields } from '#domain/tasks/long-texts.ts'
import type { TaskPatch } from '#domain/tasks/task.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'

import { progressAfterSave } from '../clock/work-clock.ts'
import { type SeveralChanges, changeSeveral, deleteSeveral } from '../selection/commands.ts'
import { pushDown, swapTasks } from '../slots/commands.ts'
import { type ApiError, requestList } from '../sync/api.ts'
import { newIdempotencyKey } from '../sync/idempotency-key.ts'
import { type Call, withCalls } from '../sync/runner/calls.ts'
import { type Ordering, type TaskChange, changeTask, orderLevel } from '../tasks/data/commands.ts'
import { findCompleted } from '../tasks/data/completed-cache.ts'
import { createTask } from '../tasks/data/create-task.ts'
import { TASKS_KEY, findListed, listedTasks } from '../tasks/data/task-cache.ts'
import { taskIdsOf } from './describe.ts'
import { type Waiting, isOld } from './waiting.ts'

/**
 * Returns the input to store with a call: a change carries the task that the page showed before the call, so that the
 * conflict rule knows what the user saw.
 */
export function withBase(client: QueryClient, calls: readonly Call[], call: Call): unknown {
  if (call.command.name !== changeTask.name) return call.input
  const change = call.input as TaskChange
  const { id } = change.task
  const others = calls.filter((one) => one !== call)
  const ids = new Set([id, ...others.flatMap(({ command: { name }, ...one }) => taskIdsOf({ name, ...one }))])
  const rows = listedTasks(client).filter((task) => ids.has(task.id))
  const task = withCalls<readonly ShortTask[]>(TASKS_KEY, rows, others).find((one) => one.id === id)
  const known = task ?? findCompleted(client, id)
  // If the list doesn't have a text field, the change contains the version that the user saw.
  return { ...change, task: known && hasFields(known, fieldsOf(change.patch)) ? known : change.task }
}

/**
 * Returns a change with the listed version of each task that still has the values that the user saw. Otherwise the
 * version is 0, so that the conflict rule decides. In both cases, the server repeats its response to an earlier request
 * with the same key.
 */
export function withVersion(client: QueryClient, waiting: Waiting): Waiting {
  if (waiting.name === changeTask.name)
    return { ...waiting, seen: versionFor(client, waiting.input as TaskChange) }
  // The chain of moves that the user saw decides, not the task's version.
  if (waiting.name === swapTasks.name || waiting.name === pushDown.name) return { ...waiting, seen: null }
  if (waiting.name !== changeSeveral.name) return waiting
  const input = waiting.input as SeveralChanges
  const changes = input.changes.map((change) => ({ ...change, version: versionFor(client, change) }))
  return { ...waiting, input: { ...input, changes } }
}

function versionFor(client: QueryClient, { task, patch }: Pick<TaskChange, 'task' | 'patch'>): number {
  const row = findListed(client, task.id) ?? findCompleted(client, task.id)
  const base = baseOf<TaskPatch>(task, fieldsOf(patch), TASK_KINDS)
  const fields = fieldsOf(base)
  const isKnown = row && hasFields(row, fields) && hasFields(task, fields)
  const isSeen = isKnown && fields.every((field) => isSame(base[field], (row as TaskPatch)[field]))
  return isSeen ? row.version : 0
}

/** Returns whether a call adds time to a task under `If-Match`, so that it can safely be repeated at any time. */
export function logsTime(waiting: Waiting): boolean {
  const hasVersions = waiting.name === changeSeveral.name || waiting.seen !== null
  return hasVersions && changesOf(waiting).some(({ patch }) => patch.elapsedTime !== undefined)
}

/** Returns the ids and seconds of the times that a call adds; none if the server may have saved them already. */
export function unsavedTimes(waiting: Waiting): { taskId: number; seconds: number }[] {
  if (waiting.state !== 'rejected' && waiting.triedAt !== null) return []
  return changesOf(waiting).flatMap(({ task: { id, elapsedTime }, patch }) => {
    const seconds = (patch.elapsedTime ?? elapsedTime) - elapsedTime
    return seconds > 0 ? [{ taskId: id, seconds }] : []
  })
}

export function changesOf({ name, input }: Waiting): readonly Pick<TaskChange, 'task' | 'patch'>[] {
  if (name === changeSeveral.name) return (input as SeveralChanges).changes
  return name === changeTask.name ? [input as TaskChange] : []
}

/**
 * Returns a rejected call in a form that can succeed: based on the server's version of its task, moved into the
 * waiting line of a level that filled up, or without tasks that are gone. Returns 'done' if nothing is left to send,
 * and null if the user must decide or the call can't succeed.
 */
export async function rebase(waiting: Waiting, error: ApiError): Promise<Waiting | 'done' | null> {
  if (waiting.name === changeTask.name) return rebaseChange(waiting, error)
  if (waiting.name === createTask.name && error.code === 'unknown_dependency') {
    const draft = waiting.input as TaskDraftInput
    const place = Number(error.body?.issues?.[0]?.path.split('.')[1])
    const dependencies = draft.dependencies?.toSpliced(place, 1)
    return { ...waiting, input: { ...draft, dependencies } }
  }
  if (error.code !== 'not_found') return null
  if (waiting.name === deleteSeveral.name) {
    const gone = new Set(error.body?.tasks?.map(({ id }) => id))
    const tasks = waiting.input as readonly ShortTask[]
    const left = tasks.filter(({ id }) => !gone.has(id))
    return shortened(waiting, left, tasks, left)
  }
  if (waiting.name === orderLevel.name) {
    const { level, order } = waiting.input as Ordering
    const { body } = await requestList<ShortTask>('/api/tasks?completed=false')
    const there = new Set(body.filter(({ priority }) => priority === level).map(({ id }) => id))
    const positions = order.positions.filter(({ id }) => there.has(id))
    return shortened(waiting, positions, order.positions, { level, order: { positions } })
  }
  return null
}

function shortened(
  waiting: Waiting,
  left: readonly unknown[],
  all: readonly unknown[],
  input: unknown,
): Waiting | 'done' | null {
  if (left.length === 0) return 'done'
  return left.length < all.length ? { ...waiting, input } : null
}

function rebaseChange(waiting: Waiting, error: ApiError): Waiting | null {
  const { task, patch, ...change } = waiting.input as TaskChange
  // Another tab saved this time together with other fields.
  if (error.code === 'key_reused' && logsTime(waiting))
    return {
      ...waiting,
      key: newIdempotencyKey(),
      partOf: waiting.partOf ?? waiting.key,
      seen: 0,
      input: { ...change, task, patch: withoutTime(patch, change) },
    }
  const theirs = error.code === 'changed' ? error.body?.task : undefined
  const isFull = error.code === 'level_full' && !change.waits
  if (!theirs && !isFull) return null

  const isCounted = theirs && isOld(waiting) && theirs.elapsedTime >= (patch.elapsedTime ?? Infinity)
  const { progress: _, ...unraised } = patch
  const mine = isCounted ? withoutTime(patch, change) : change.raisesProgress ? unraised : patch
  const base = baseOf<TaskPatch>(task, fieldsOf(mine), TASK_KINDS)
  const decision = decideConflict<TaskPatch>({ base, patch: mine }, theirs ?? task, TASK_KINDS, isFull)
  if (decision.kind === 'wait') return { ...waiting, input: { ...change, task, patch, waits: true } }
  if (!theirs || decision.kind === 'ask' || decision.kind === 'restore') return null
  // An empty patch changes nothing and returns the task.
  const rest = decision.kind === 'done' ? {} : decision.patch
  const progress = change.raisesProgress && !isCounted && { progress: progressAfterSave(theirs.progress) }
  return {
    ...waiting,
    seen: theirs.version,
    input: { ...change, task: theirs, patch: { ...rest, ...progress } },
  }
}

function withoutTime(patch: TaskPatch, { raisesProgress }: Pick<TaskChange, 'raisesProgress'>): TaskPatch {
  const { elapsedTime: _, progress, ...rest } = patch
  return progress === undefined || raisesProgress ? rest : { ...rest, progress }
}

function fieldsOf(patch: TaskPatch): (keyof TaskPatch)[] {
  return Object.keys(patch) as (keyof TaskPatch)[]
}
