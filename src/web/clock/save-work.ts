import type { QueryClient } from '@tanstack/react-query'

import type { Task, TaskPatch } from '#domain/task.ts'
import { beginSave, endSave, progressAfterSave, sessionOf } from '#domain/work-clock.ts'

import { ApiError } from '../api.ts'
import { TASKS_KEY, changeTask, showAnswered } from '../tasks/writes.ts'
import { changeClock, currentClock } from './clock.ts'

/** How often a save is made anew upon a task that was changed meanwhile. */
const MERGES_MAX = 20

/** Other changes that go with the time, upon the task as it is; null when they cannot be made upon it. */
export type ChangesUpon = (row: Task) => TaskPatch | null

/** What was saved, in seconds; or the task upon which the changes cannot be made, which nobody has overwritten. */
export type SavedWork = { is: 'saved'; seconds: number } | { is: 'conflict'; row: Task }

/**
 * Saves the time of a task's session from its card: the progress rises with it. Answers the seconds, 0 when there was
 * none.
 * @throws ApiError what was not saved is still in the session
 */
export async function saveTime(client: QueryClient, task: Task): Promise<number> {
  let seconds = 0
  // A save whose answer was lost is settled first; what was counted since then is another.
  for (let saving = begin(task.id); saving; saving = begin(task.id)) {
    await send(client, latest(client, task), saving, raiseProgress)
    seconds += saving.seconds
  }
  return seconds
}

const raiseProgress: ChangesUpon = ({ progress }) => ({ progress: progressAfterSave(progress) })

/**
 * Saves the time of a task's session, if there is any, together with other changes, in one write. Nothing that another
 * device saved meanwhile is overwritten: time is added to its time.
 * @throws ApiError what was not saved is still in the session
 */
export async function saveWork(client: QueryClient, task: Task, changes: ChangesUpon): Promise<SavedWork> {
  const saving = begin(task.id)
  const outcome = await send(client, latest(client, task), saving, changes)
  if (!('changed' in outcome)) return { is: 'conflict', row: outcome.row }
  if (!saving) return { is: 'saved', seconds: 0 }
  // Under this key another tab, or an attempt whose answer was lost, may have saved other words.
  const rest = begin(task.id)
  const patch = changes(outcome.changed)
  if (!rest && patch && holds(outcome.changed, patch)) return { is: 'saved', seconds: saving.seconds }
  const second = await send(client, outcome.changed, rest, changes)
  return 'changed' in second
    ? { is: 'saved', seconds: saving.seconds + (rest?.seconds ?? 0) }
    : { is: 'conflict', row: second.row }
}

type Saving = { key: string; seconds: number }

/** Pauses the session and puts its time under a key; null when there is no whole second of it. */
function begin(taskId: number): Saving | null {
  changeClock((clock, now) => beginSave(clock, taskId, now))
  return sessionOf(currentClock(), taskId)?.saving ?? null
}

/** Whether the task is already what the patch would make of it. */
function holds(task: Task, patch: TaskPatch): boolean {
  const fields = Object.keys(patch) as (keyof TaskPatch)[]
  return fields.every((field) => JSON.stringify(task[field]) === JSON.stringify(patch[field]))
}

/**
 * Writes time and changes upon the task as it is, and again upon what it has become when it was changed meanwhile. What
 * fails stays under its key, for it may have been done all the same.
 */
async function send(
  client: QueryClient,
  task: Task,
  saving: Saving | null,
  changes: ChangesUpon,
): Promise<{ changed: Task } | { row: Task }> {
  let row = task
  for (let merges = MERGES_MAX; ; merges--) {
    const patch = changes(row)
    if (patch === null) return { row }
    try {
      const changed = await write(client, row, patch, saving)
      if (saving) changeClock((clock) => endSave(clock, saving.key))
      return { changed }
    } catch (error) {
      const theirs = merges > 0 && error instanceof ApiError && error.code === 'changed' && error.body?.task
      if (!theirs) throw error
      row = theirs
      showAnswered(client, row)
    }
  }
}

async function write(client: QueryClient, row: Task, patch: TaskPatch, saving: Saving | null): Promise<Task> {
  const body = saving ? { ...patch, elapsedTime: row.elapsedTime + saving.seconds } : patch
  if (Object.keys(body).length === 0) return row
  const { changed } = await changeTask(client, row, body, {
    ifMatch: true,
    ...(saving && { key: saving.key }),
  })
  return changed
}

function latest(client: QueryClient, task: Task): Task {
  return client.getQueryData<Task[]>(TASKS_KEY)?.find((other) => other.id === task.id) ?? task
}
