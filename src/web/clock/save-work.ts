import type { QueryClient } from '@tanstack/react-query'

import { putInList } from '#domain/task-list.ts'
import type { Task, TaskPatch } from '#domain/task.ts'
import { beginSave, cancelSave, endSave, progressAfterSave, sessionOf } from '#domain/work-clock.ts'

import { ApiError } from '../api.ts'
import { isLost } from '../ask-again.ts'
import { newIdempotencyKey } from '../tasks/idempotency-key.ts'
import { TASKS_KEY, changeTask } from '../tasks/writes.ts'
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
 * @throws ApiError the time is still in the session
 */
export async function saveTime(client: QueryClient, task: Task): Promise<number> {
  const saving = begin(task.id)
  if (!saving) return 0
  await send(client, task, saving, ({ progress }) => ({ progress: progressAfterSave(progress) }))
  return saving.seconds
}

/**
 * Saves the time of a task's session, if there is any, together with other changes, in one write. Nothing that another
 * device saved meanwhile is overwritten: time is added to its time.
 * @throws ApiError the time is still in the session
 */
export async function saveWork(client: QueryClient, task: Task, changes: ChangesUpon): Promise<SavedWork> {
  const unanswered = sessionOf(currentClock(), task.id)?.saving
  let seconds = 0
  // Whatever went with a save whose answer was lost: first its time is settled, under its own key.
  if (unanswered) {
    await send(client, task, unanswered, () => ({}))
    seconds = unanswered.seconds
  }
  const saving = begin(task.id)
  const row = latest(client, task)
  const outcome = await send(client, row, saving, changes)
  return outcome === 'saved'
    ? { is: 'saved', seconds: seconds + (saving?.seconds ?? 0) }
    : { is: 'conflict', row: outcome }
}

type Saving = { key: string; seconds: number }

/** Pauses the session and puts its time under a key; null when there is no whole second of it. */
function begin(taskId: number): Saving | null {
  changeClock((clock, now) => beginSave(clock, taskId, newIdempotencyKey(), now))
  return sessionOf(currentClock(), taskId)?.saving ?? null
}

/** Writes time and changes upon the task as it is, and again upon what it has become when it was changed meanwhile. */
async function send(
  client: QueryClient,
  task: Task,
  saving: Saving | null,
  changes: ChangesUpon,
): Promise<'saved' | Task> {
  let row = task
  for (let merges = MERGES_MAX; ; merges--) {
    const patch = changes(row)
    if (patch === null) {
      if (saving) changeClock((clock) => cancelSave(clock, saving.key))
      return row
    }
    try {
      await write(client, row, patch, saving)
      if (saving) changeClock((clock) => endSave(clock, saving.key))
      return 'saved'
    } catch (error) {
      const theirs = merges > 0 && error instanceof ApiError && error.code === 'changed' && error.body?.task
      if (theirs) {
        row = theirs
        client.setQueryData<Task[]>(TASKS_KEY, (tasks) => tasks && putInList(tasks, [row]))
        continue
      }
      // When the answer was lost, the time may have been added: it stays under its key until that is known.
      if (saving && !isLost(error)) changeClock((clock) => cancelSave(clock, saving.key))
      throw error
    }
  }
}

async function write(client: QueryClient, row: Task, patch: TaskPatch, saving: Saving | null): Promise<void> {
  const body = saving ? { ...patch, elapsedTime: row.elapsedTime + saving.seconds } : patch
  if (Object.keys(body).length === 0) return
  await changeTask(client, row, body, { ifMatch: true, ...(saving && { key: saving.key }) })
}

function latest(client: QueryClient, task: Task): Task {
  return client.getQueryData<Task[]>(TASKS_KEY)?.find((other) => other.id === task.id) ?? task
}
