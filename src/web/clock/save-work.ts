import { type ShortTask, hasTexts } from '#domain/tasks/long-texts.ts'
import type { Task, TaskPatch } from '#domain/tasks/task.ts'
import {
  type Saving,
  beginSave,
  endSave,
  isRunning,
  noteSent,
  progressAfterSave,
  sessionOf,
  wasDone,
} from './work-clock.ts'

import { ApiError, request } from '../sync/api.ts'
import { queryClient } from '../sync/query-client.ts'
import { allAnswered, calls } from '../sync/runner/calls.ts'
import type { CallOptions } from '../sync/runner/command.ts'
import { runAndWait, runQuietly, unlessWaiting } from '../sync/runner/run.ts'
import { type TaskChange, changeTask } from '../tasks/data/commands.ts'
import { showAnswered, shownTasks } from '../tasks/data/task-cache.ts'
import { endTasks } from '../tasks/data/task-ends.ts'
import { changeClock, clockNow, currentClock } from './clock.ts'

/** How many times a save is retried on a task that keeps changing. */
const MERGES_MAX = 20

/** Returns the changes to save in the same write as the time, based on the current task; null if they conflict. */
export type ChangesUpon = (row: ShortTask) => TaskPatch | null

/**
 * The outcome of a save: everything was saved, it is waiting in the outbox until the server can be reached, or nothing
 * was saved because the changes conflict with the current task.
 */
export type SavedWork = 'saved' | 'waiting' | 'conflict'

/**
 * Saves the time of a task's session from its card and raises the progress.
 * @returns the saved seconds, excluding those waiting in the outbox
 * @throws ApiError; the session then keeps its unsaved time
 */
export async function saveTime(task: ShortTask): Promise<number> {
  let seconds = 0
  // A save without a response is settled first; the time since then goes into a second save.
  for (let saving = begin(task.id); saving; saving = beginRest(task.id)) {
    const sent = await send(latest(task), saving, raiseProgress, fromCard)
    if (sent !== 'waiting') seconds += saving.seconds
  }
  return seconds
}

const raiseProgress: ChangesUpon = ({ progress }) => ({ progress: progressAfterSave(progress) })

/**
 * Saves a session's time, if any, and other changes in one write. Adds to time saved by other devices and overwrites
 * nothing.
 * @throws ApiError; the session then keeps its unsaved time
 */
export function saveWork(task: Task, changes: ChangesUpon): Promise<SavedWork> {
  return saveSession(task, changes, quietly)
}

/**
 * Makes changes that complete a task and saves its session's time in the same write, with a toast and an undo.
 * @throws ApiError; the session then keeps its unsaved time
 */
export async function completeWithTime(
  task: ShortTask,
  changes: ChangesUpon,
  how: Pick<TaskChange, 'press' | 'endsSeries'>,
): Promise<SavedWork> {
  const onFailure = endTasks([task.id])
  try {
    const outcome = await saveSession(task, changes, withToast(how))
    // The timer of a task that another device completed stays paused.
    if (outcome === 'conflict' && !latest(task).completed) onFailure(outcome)
    return outcome
  } catch (error) {
    onFailure(error)
    throw error
  }
}

/**
 * Pauses the tasks' timers, so that one write can save all their time. First repeats saves that got no response.
 * @returns the current tasks, each with the patch and version that add its time, and the functions that end the save
 * @throws ApiError
 */
export async function beginSaves(tasks: readonly ShortTask[]) {
  for (const task of tasks) if (sessionOf(currentClock(), task.id)?.saving?.sent) await saveTime(latest(task))
  // Until a pending call is answered, the version and the time of its task are a guess.
  await allAnswered(calls, ({ isWaiting }) => !isWaiting)
  const saves = tasks.map((task) => ({ task: latest(task), saving: begin(task.id) }))
  const keys = saves.flatMap(({ saving }) => saving?.key ?? [])
  // The server never gets these keys. As with an expired key, the task's time shows whether this save succeeded.
  changeClock((clock) =>
    saves.reduce((noted, { task: { version, elapsedTime }, saving }) => {
      return saving ? noteSent(noted, saving.key, { version, elapsedTime, at: 0 }) : noted
    }, clock),
  )
  return {
    changes: saves.map(({ task, saving }) =>
      saving
        ? { task, version: task.version, patch: { elapsedTime: task.elapsedTime + saving.seconds } }
        : { task, patch: {} },
    ),
    release: () => keys.forEach(release),
    /** Lets the next save start over if the server rejected this one. */
    reject: (error: unknown) => {
      if (error instanceof ApiError && error.status > 0 && error.status < 500)
        changeClock((clock) => keys.reduce((noted, key) => noteSent(noted, key, undefined), clock))
    },
  }
}

/** Sends one change to a task. Returns the changed task, or 'waiting' if the change waits in the outbox. */
type Sender = (task: ShortTask, patch: TaskPatch, options: CallOptions) => Promise<ShortTask | 'waiting'>

const quietly = quietSender({})
const fromCard = quietSender({ raisesProgress: true })

function quietSender(how: Pick<TaskChange, 'raisesProgress'>): Sender {
  return (task, patch, options) =>
    orWaiting(options, async (o) => (await runQuietly(changeTask, { task, patch, ...how }, o)).changed)
}

function withToast(how: Pick<TaskChange, 'press' | 'endsSeries'>): Sender {
  return (task, patch, options) =>
    orWaiting(options, async (o) => (await runAndWait(changeTask, { task, patch, ...how }, o)).result.changed)
}

async function orWaiting(options: CallOptions, run: (options: CallOptions) => Promise<ShortTask>) {
  const onWaiting = () => release(options.key)
  return (await unlessWaiting({ ...options, onWaiting }, run)) ?? 'waiting'
}

async function saveSession(task: ShortTask, changes: ChangesUpon, sender: Sender): Promise<SavedWork> {
  const saving = begin(task.id)
  const changed = await send(latest(task), saving, changes, sender)
  if (changed === 'waiting') return 'waiting'
  if (!changed) return 'conflict'
  if (!saving) return 'saved'
  // Another tab, or a request whose response was lost, may have saved different text with this key.
  const rest = beginRest(task.id)
  const patch = changes(changed)
  if (!rest && patch && holds(changed, patch)) return 'saved'
  const sent = await send(changed, rest, changes, sender)
  return sent === 'waiting' ? sent : sent ? 'saved' : 'conflict'
}

/** Pauses the session and assigns its time to a key; null if it is shorter than a second. */
function begin(taskId: number): Saving | null {
  changeClock((clock, now) => beginSave(clock, taskId, now))
  return sessionOf(currentClock(), taskId)?.saving ?? null
}

/** Starts saving the time left over from an earlier save. Returns null if the user has since restarted the timer. */
function beginRest(taskId: number): Saving | null {
  return isRunning(sessionOf(currentClock(), taskId)) ? null : begin(taskId)
}

function holds(task: ShortTask, patch: TaskPatch): boolean {
  const fields = Object.keys(patch) as (keyof TaskPatch)[]
  return fields.every((field) => JSON.stringify((task as TaskPatch)[field]) === JSON.stringify(patch[field]))
}

/**
 * Writes time and changes, and retries on a task that has changed. Resends a save without a response with the same key
 * and base, so that its time is added only once.
 * @returns the saved task; null if the changes conflict
 */
async function send(
  task: ShortTask,
  saving: Saving | null,
  changes: ChangesUpon,
  sender: Sender,
): Promise<ShortTask | 'waiting' | null> {
  let row = task
  let lost = saving?.sent
  for (let merges = MERGES_MAX; ; merges--) {
    const patch = changes(row)
    if (patch === null) return null
    try {
      const changed = await write({ ...row, ...lost }, patch, saving, lost !== undefined, sender)
      return changed === 'waiting' ? changed : settle(saving, changed)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The time was saved earlier with this key, but with different text.
      if (saving && error.code === 'key_reused') return settle(saving, await read(task.id))
      const theirs = merges > 0 && error.code === 'changed' && error.body?.task
      // A rejected save isn't repeated, so that the next one can wait in the outbox.
      if (saving && error.status > 0 && error.status < 500)
        changeClock((clock) => noteSent(clock, saving.key, undefined))
      if (!theirs) throw error
      showAnswered(queryClient, theirs)
      if (saving && lost && wasDone(saving, lost, theirs.elapsedTime, clockNow()))
        return settle(saving, theirs)
      row = theirs
      lost = undefined
    }
  }
}

function settle(saving: Saving | null, task: ShortTask): ShortTask {
  release(saving?.key)
  return task
}

/** Removes saved time from its session. */
function release(key: string | undefined): void {
  if (key !== undefined) changeClock((clock) => endSave(clock, key))
}

async function read(id: number): Promise<Task> {
  const task = await request<Task>('GET', `/api/tasks/${id}`)
  showAnswered(queryClient, task)
  return task
}

async function write(
  row: ShortTask,
  patch: TaskPatch,
  saving: Saving | null,
  isRepeat: boolean,
  sender: Sender,
): Promise<ShortTask | 'waiting'> {
  const { version, elapsedTime } = row
  const body = saving ? { ...patch, elapsedTime: elapsedTime + saving.seconds } : patch
  if (Object.keys(body).length === 0) return row
  if (saving && !isRepeat)
    changeClock((clock, at) => noteSent(clock, saving.key, { version, elapsedTime, at }))
  // Only the session records when a repeated save was first sent, so the save stays there until it is settled.
  const options = { seen: version, isRepeat, canWait: !isRepeat }
  return sender(row, body, { ...options, ...(saving && { key: saving.key }) })
}

/** Returns the task with its pending changes, so that the time is added to time waiting in the outbox. */
function latest(task: ShortTask): ShortTask {
  const row = shownTasks(queryClient).find(({ id }) => id === task.id)
  return row && (hasTexts(row) || !hasTexts(task)) ? row : task
}
