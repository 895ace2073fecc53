import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Network } from '#tests/support/network.ts'
import { openClockOf } from '#tests/support/open-clock.ts'
import { until } from '#tests/support/until.ts'

import { completeTask } from '../complete/complete-task.ts'
import { bulkOf } from '../selection/use-bulk.ts'
import { queryClient } from '../sync/query-client.ts'
import { runAndWait } from '../sync/runner/run.ts'
import { deleteTask } from '../tasks/data/commands.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { toasts } from '../toasts/toast.ts'
import { clockNow, currentClock, pauseClock, resetClock, startClock } from './clock.ts'
import { completeWithTime } from './save-work.ts'
import { isRunning, sessionOf } from './work-clock.ts'

// The dialogs in this module need a browser.
vi.mock('./later-clock.ts', () => import('./save-work.ts'))

let network: Network
let task: Task
let close: () => Promise<void>

beforeEach(async () => {
  ;({ network, task, close } = await openClockOf())
  startClock(task.id)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await close()
})

const session = () => sessionOf(currentClock(), task.id)

/** Lets the server reject each request. Returns a function that sends the responses. */
function rejectAll(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const rejection = { code: 'internal', message: 'The server failed.' }
  vi.stubGlobal('fetch', async () => {
    await promise
    return Response.json(rejection, { status: 500 })
  })
  return resolve
}

const remove = (removed: Task) => runAndWait(deleteTask, removed).catch(() => undefined)

it.each([
  ['a completion', completeTask],
  ['a completion of several tasks', async (one: Task) => bulkOf([one]).complete()],
  ['a deletion', remove],
])('continues a timer after the server rejects %s, and counts the time until then', async (_call, end) => {
  vi.stubGlobal('document', { querySelector: () => null, querySelectorAll: () => [] })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const shown = toasts.get()
  const answer = rejectAll()
  const ending = end(task)
  await until(() => expect(isRunning(session())).toBe(false))
  const endedAt = clockNow()
  const awake = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => awake() + 60_000)
  answer()
  await ending
  await until(() => expect(isRunning(session())).toBe(true))
  expect(session()?.runningSince).toBeLessThanOrEqual(endedAt)
  expect(session()?.countedMs).toBeGreaterThanOrEqual(60_000)
  await until(() => expect(toasts.get()).not.toBe(shown))
})

it('continues a timer of less than a second after the server rejects a completion', async () => {
  resetClock(task.id)
  startClock(task.id)
  rejectAll()()
  await completeTask(task)
  expect(isRunning(session())).toBe(true)
})

it('leaves a timer paused after a rejection if the user has started another one', async () => {
  const answer = rejectAll()
  const ending = remove(task)
  startClock(99)
  answer()
  await ending
  expect(isRunning(session())).toBe(false)
  expect(isRunning(sessionOf(currentClock(), 99))).toBe(true)
})

it.each([
  ['started and paused again', () => startClock(task.id), () => pauseClock(task.id)],
  ['reset', () => resetClock(task.id), () => undefined],
  ['left for another one, which was paused too', () => startClock(99), () => pauseClock(99)],
])('leaves a timer as it is after a rejection if it was %s', async (_, first, second) => {
  const answer = rejectAll()
  const ending = remove(task)
  const awake = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => awake() + 1000)
  first()
  vi.spyOn(Date, 'now').mockImplementation(() => awake() + 90_000)
  second()
  const before = currentClock()
  answer()
  await ending
  expect(currentClock()).toEqual(before)
})

it('asks about the time that the computer slept before a rejection', async () => {
  const answer = rejectAll()
  const ending = remove(task)
  const awake = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => awake() + 3_600_000)
  answer()
  await ending
  expect(session()?.gapSince).toBeTypeOf('number')
})

it('leaves a timer paused if the response to a deletion was lost', async () => {
  network.state = 'lost'
  await remove(task)
  expect(isRunning(session())).toBe(false)
})

it.each([false, true])(
  'after a conflict, continues a timer unless another device completed the task (%s)',
  async (completed) => {
    queryClient.setQueryData(TASKS_KEY, [{ ...task, completed }])
    expect(await completeWithTime(task, () => null, {})).toBe('conflict')
    expect(isRunning(session())).toBe(!completed)
  },
)
