import type { QueryClient } from '@tanstack/react-query'

import { formatClock } from '#domain/duration.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { TrashPage } from '#domain/trash/trash-schema.ts'

import { isNotFound, request, requestWithHeaders } from '../sync/api.ts'
import { calls, withCalls } from '../sync/runner/calls.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { onTaskEnd, timeSaver } from '../tasks/data/task-ends.ts'
import { showError, showToast } from '../toasts/toast.ts'
import { changeClock, clock, clockNow, currentClock, pauseClock, secondsOf } from './clock.ts'
import { loadSaveWork } from './queries.ts'
import * as words from './words.ts'
import { type WorkSession, isRunning, moveWork, pauseWork, sessionOf } from './work-clock.ts'

/** The tasks that this page completed itself, for example with Redo. */
const own = new Set<number>()
onTaskEnd('end', (id) => own.add(id))

/**
 * Stops the timers of tasks that another device or tab completed or deleted: saves the time up to the completion, and
 * pauses the timer of a deleted task. If another task of its series is open, that task takes over the timer.
 * @returns a function that stops it
 */
export function followTasks(client: QueryClient): () => void {
  /** The tasks that were looked up since they were last open. */
  const looked = new Set<number>()
  const timed = new Map<number, ShortTask>()
  let known: ReadonlyMap<number, ShortTask> = new Map()
  const look = async ({ taskId }: WorkSession) => {
    if (looked.has(taskId)) return
    looked.add(taskId)
    const task = timed.get(taskId)
    const sibling = () => known.values().find((open) => task && seriesOf(open) === seriesOf(task))
    await endElsewhere(taskId, task?.title, sibling).catch(() => looked.delete(taskId))
  }
  const check = () => {
    const tasks = client.getQueryData<readonly ShortTask[]>(TASKS_KEY)
    if (!tasks) return
    // A task whose reopening hasn't been sent yet also counts as open.
    const all = [...tasks, ...withCalls<readonly ShortTask[]>(TASKS_KEY, tasks, calls.get())]
    const open = new Map(all.flatMap((task) => (task.completed ? [] : [[task.id, task]])))
    for (const session of currentClock()) {
      const task = open.get(session.taskId) ?? known.get(session.taskId)
      if (task) timed.set(session.taskId, task)
      if (open.has(session.taskId)) looked.delete(session.taskId)
      else if (isSettled(session)) void look(session)
    }
    for (const id of own) if (open.has(id) && !known.has(id)) own.delete(id)
    known = open
  }
  check()
  timeSaver.save = saveTimes
  const stops = [
    // A session can be looked up once its save has finished or its question is answered.
    clock.subscribe(check),
    client.getQueryCache().subscribe(({ query, type }) => {
      if (type === 'updated' && query.queryKey[0] === TASKS_KEY[0]) check()
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Returns whether the server has the session's task, no save of the session was sent, and no question is open. */
function isSettled({ taskId, saving, gapSince }: WorkSession): boolean {
  return taskId > 0 && !saving?.sent && gapSince === null
}

/** Fetches the task, because a list without it may be incomplete. Throws if the fetch failed and must be retried. */
async function endElsewhere(
  taskId: number,
  title: string | undefined,
  openSibling: () => ShortTask | undefined,
): Promise<void> {
  try {
    const { body: task, headers } = await requestWithHeaders<Task>('GET', `/api/tasks/${taskId}`)
    // The computer may have slept. Any change to the timer checks for a gap first.
    changeClock((clock) => clock)
    const session = sessionOf(currentClock(), taskId)
    if (task.completedAt === null || !session) return
    if (!isSettled(session)) throw new Error('The session is being saved.')
    const agoMs = Date.parse(headers.get('date') ?? '') - Date.parse(task.completedAt)
    const endedAt = clockNow() - Math.max(0, agoMs || 0)
    // The user started this timer after the completion, so it is left alone, even while paused.
    if ((session.runningSince ?? session.ranSince ?? 0) > endedAt) return
    changeClock((clock) => pauseWork(clock, taskId, endedAt))
    await save(task)
  } catch (error) {
    if (!isNotFound(error)) throw error
    // Undoing a completion deletes the next occurrence for good. A task in the trash keeps its time until it is restored.
    const sibling = openSibling()
    if (sibling && !(await isInTrash(taskId)) && !sessionOf(currentClock(), sibling.id)) {
      changeClock((clock) => moveWork(clock, taskId, sibling.id))
      return showToast(words.movedToSibling(sibling.title))
    }
    if (!isRunning(sessionOf(currentClock(), taskId))) return
    pauseClock(taskId)
    showToast(words.pausedByDeletion(title))
  }
}

async function isInTrash(taskId: number): Promise<boolean> {
  const { items } = await request<TrashPage>('GET', '/api/trash?kind=task&limit=100')
  return items.some(({ id }) => id === taskId)
}

/** Saves the time of the tasks' timers, each in its own write, and stops them. Throws if one isn't saved. */
export async function saveTimes(tasks: readonly ShortTask[]): Promise<void> {
  const timed = tasks.filter(({ id }) => secondsOf(id) > 0)
  if (timed.length === 0) return
  const { saveTime } = await loadSaveWork()
  for (const task of timed) await saveTime(task)
}

function seriesOf({ id, parentTaskId }: ShortTask): number {
  return parentTaskId ?? id
}

async function save(task: Task): Promise<void> {
  const { saveWork } = await loadSaveWork()
  const seconds = sessionOf(currentClock(), task.id)?.countedMs ?? 0
  try {
    if ((await saveWork(task, () => ({}))) === 'saved' && seconds >= 1000 && !own.has(task.id))
      showToast(words.savedByCompletion(task.title, formatClock(Math.floor(seconds / 1000))))
  } catch {
    showError(words.saveFailed)
  }
}
