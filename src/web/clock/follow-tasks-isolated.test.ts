import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Client, TestApp } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openClockOf } from '#tests/support/open-clock.ts'
import { readTask, readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { queryClient } from '../sync/query-client.ts'
import { calls } from '../sync/runner/calls.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { changeTask, deleteTask } from '../tasks/data/commands.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { toasts } from '../toasts/toast.ts'
import { changeClock, clockNow, currentClock, pauseClock, startClock } from './clock.ts'
import { followTasks } from './follow-tasks.ts'
import { saveWork } from './save-work.ts'
import { isRunning, keepGap, noticeGap, sessionOf, trimGap } from './work-clock.ts'

// The dialogs in this module need a browser.
vi.mock('./later-clock.ts', () => import('./save-work.ts'))

let person: Client
let network: Network
let task: Task
let serverClock: TestApp['clock']
let close: () => Promise<void>
let stop: () => void

beforeEach(async () => {
  ;({ person, network, task, serverClock, close } = await openClockOf())
  stop = followTasks(queryClient)
  startClock(task.id)
})
afterEach(async () => {
  vi.restoreAllMocks()
  stop()
  await close()
})

const session = () => sessionOf(currentClock(), task.id)

it('pauses the timer as soon as its task is deleted, before the server responds', async () => {
  network.state = 'cut'
  const deleting = runAndWait(deleteTask, task)
  expect(isRunning(session())).toBe(false)
  await expect(deleting).rejects.toThrow('can’t be reached')
})

it('says that a task was completed elsewhere only if this page didn’t complete it', async () => {
  serverClock.set(new Date().toISOString())
  await runAndWait(changeTask, { task, patch: { completed: true } })
  await until(() => expect(session()).toBeNull())
  expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60 })
  expect(toasts.get()).toMatchObject({ title: 'Task updated' })
})

it('saves the time of a task completed elsewhere after a save that was never sent', async () => {
  expect(await saveWork(task, () => null)).toBe('conflict')
  expect(session()?.saving).not.toBeNull()
  serverClock.set(new Date().toISOString())
  await person.patch(`/api/tasks/${task.id}`, { completed: true })
  queryClient.setQueryData(TASKS_KEY, await readTasks(person))
  await until(() => expect(session()).toBeNull())
  expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60 })
})

it.each([
  ['kept', keepGap, 61],
  ['discarded', trimGap, 1],
] as const)(
  'saves the time of a task completed elsewhere during a gap, once the gap is %s',
  async (_answer, answer, minutes) => {
    changeClock((clock, now) =>
      clock.map((session) => ({ ...session, runningSince: null, gapSince: now - 3_600_000 })),
    )
    serverClock.set(new Date().toISOString())
    await person.patch(`/api/tasks/${task.id}`, { completed: true })
    queryClient.setQueryData(TASKS_KEY, await readTasks(person))
    changeClock(answer)
    await until(() => expect(session()).toBeNull())
    const { elapsedTime } = await readTask(person, task.id)
    expect(Math.round(elapsedTime / 60)).toBe(minutes)
  },
)

it('keeps a timer that was paused after it ran on a completed task, even after a reload', async () => {
  stop()
  pauseClock(task.id)
  serverClock.set(new Date(Date.now() - 60_000).toISOString())
  await person.patch(`/api/tasks/${task.id}`, { completed: true })
  serverClock.set(new Date().toISOString())
  startClock(task.id)
  pauseClock(task.id)
  queryClient.setQueryData(TASKS_KEY, await readTasks(person))
  network.requests = []
  stop = followTasks(queryClient)
  await until(() => expect(network.requests).toContain(`GET /api/tasks/${task.id}`))
  await vi.advanceTimersByTimeAsync(1000)
  expect(network.requests).toHaveLength(1)
  expect(session()).toMatchObject({ countedMs: expect.closeTo(60_000, -4) as number })
  expect((await readTask(person, task.id)).elapsedTime).toBe(0)
})

const minutesAgo = (minutes: number) => clockNow() - minutes * 60_000

it('saves only the time up to a completion elsewhere, even if the user keeps the time of a later gap', async () => {
  changeClock((clock) =>
    noticeGap(
      clock.map((session) => ({ ...session, runningSince: minutesAgo(90) })),
      minutesAgo(60),
      clockNow(),
    ),
  )
  serverClock.set(new Date(Date.now() - 80 * 60_000).toISOString())
  await person.patch(`/api/tasks/${task.id}`, { completed: true })
  serverClock.set(new Date().toISOString())
  queryClient.setQueryData(TASKS_KEY, await readTasks(person))
  changeClock(keepGap)
  await until(() => expect(session()).toBeNull())
  const { elapsedTime } = await readTask(person, task.id)
  expect(Math.round(elapsedTime / 60)).toBe(11)
})

it('asks about a gap that it notices while looking up a task completed elsewhere', async () => {
  const awake = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => awake() + 3_600_000)
  serverClock.set(new Date(Date.now()).toISOString())
  await person.patch(`/api/tasks/${task.id}`, { completed: true })
  queryClient.setQueryData(TASKS_KEY, await readTasks(person))
  await until(() => expect(session()?.gapSince).toBeTypeOf('number'))
  changeClock(trimGap)
  await until(() => expect(session()).toBeNull())
  expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60 })
})

it('looks up a deleted task once, not after every later change', async () => {
  await runAndWait(deleteTask, task)
  for (const title of ['One', 'Two']) queryClient.setQueryData(TASKS_KEY, [{ ...task, id: 99, title }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(network.requests.filter((request) => request === `GET /api/tasks/${task.id}`)).toHaveLength(1)
})

const list = async () => queryClient.setQueryData(TASKS_KEY, await readTasks(person))

/** Completes an occurrence and starts the timer of the next one. Returns that one and the undo of the completion. */
async function timeNext(): Promise<{ next: Task; undo: unknown }> {
  serverClock.set(new Date().toISOString())
  const repeats = { dueDate: '2026-11-20', isRecurring: true, recurrenceFrequency: 'Daily' }
  await person.patch(`/api/tasks/${task.id}`, repeats)
  const completion = await person.patch(`/api/tasks/${task.id}`, { completed: true })
  await list()
  await until(() => expect(session()).toBeNull())
  const next = (await readTasks(person)).find((one) => !one.completed)
  if (!next) throw new Error('There is no next occurrence.')
  startClock(next.id)
  await list()
  return { next, undo: completion.headers['x-undo'] }
}

it('moves the time of the next occurrence to the reopened task when another device undoes the completion', async () => {
  const { undo } = await timeNext()
  expect((await person.post('/api/undo', { undo })).statusCode).toBe(200)
  await list()
  await until(() => expect(isRunning(session())).toBe(true))
  expect(currentClock()).toHaveLength(1)
  expect(toasts.get()).toMatchObject({ title: 'Timer moved' })
})

it.each([
  ['this page', (next: Task) => runAndWait(deleteTask, next)],
  ['another page', (next: Task) => person.delete(`/api/tasks/${next.id}`)],
])('keeps the time of an occurrence that %s deleted, although another one is open', async (_by, remove) => {
  const { next } = await timeNext()
  await person.patch(`/api/tasks/${task.id}`, { completed: false })
  await list()
  changeClock((clock, now) => clock.map((one) => ({ ...one, runningSince: now - 60_000 })))
  network.requests = []
  await remove(next)
  await list()
  await until(() => expect(network.requests).toContain('GET /api/trash?kind=task&limit=100'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(currentClock()).toMatchObject([{ taskId: next.id, runningSince: null }])
  expect(toasts.get()?.title).not.toBe('Timer moved')
})

it('keeps a timer running if its task was reopened after a completion that was sent late', async () => {
  const reopening = { command: changeTask, input: { task, patch: { completed: false } }, key: 'a' }
  const present = { now: new Date().toISOString(), zone: 'UTC' }
  calls.add({ ...reopening, present })
  await person.patch(`/api/tasks/${task.id}`, { completed: true })
  network.requests = []
  queryClient.setQueryData(TASKS_KEY, await readTasks(person))
  await vi.advanceTimersByTimeAsync(1000)
  expect(network.requests).toEqual([])
  expect(isRunning(session())).toBe(true)
  calls.get().forEach(calls.remove)
})
