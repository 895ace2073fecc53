import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import type { Client } from '#tests/support/build-app.ts'
import type { Network } from '#tests/support/network.ts'
import { openClockOf } from '#tests/support/open-clock.ts'
import { readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { ApiError } from '../sync/api.ts'
import { runQuietly } from '../sync/runner/run.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { toasts } from '../toasts/toast.ts'
import { currentClock, startClock } from './clock.ts'
import { beginSaves, completeWithTime, saveTime, saveWork } from './save-work.ts'
import { isRunning, sessionOf } from './work-clock.ts'

let person: Client
let network: Network
let task: Task
let close: () => Promise<void>

beforeEach(async () => {
  ;({ person, network, task, close } = await openClockOf())
})
afterEach(() => close())

const session = () => sessionOf(currentClock(), task.id)

it('keeps a timer running if it is restarted while its time is being saved', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    await promise
    return send(path, init)
  })
  const saving = saveTime(task)
  await until(() => expect(session()?.saving?.sent).toBeDefined())
  startClock(task.id)
  resolve()
  expect(await saving).toBe(60)
  expect(isRunning(session())).toBe(true)
  expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60, version: 2 })
})

it('counts time only once if a completion of several tasks succeeded but its response was lost', async () => {
  const { changes, reject } = await beginSaves([task])
  const body = changes.map(({ task: { id }, patch }) => ({ id, version: 1, ...patch, completed: true }))
  await person.post('/api/tasks/bulk', { tasks: body })
  reject(new ApiError(0, 'The server can’t be reached.', null))
  await saveTime(task)
  expect(await readTask(person, task.id)).toMatchObject({ completed: true, elapsedTime: 60 })
  expect(session()).toBeNull()
})

it('adds time only once if a completion of several tasks never reached the server', async () => {
  const { reject } = await beginSaves([task])
  reject(new ApiError(0, 'The server can’t be reached.', null))
  await person.patch(`/api/tasks/${task.id}`, { title: 'Changed elsewhere' })
  await saveTime(task)
  expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60 })
  expect(session()).toBeNull()
})

it('completes several tasks with the version that a pending save returns, not a guessed version', async () => {
  await person.patch(`/api/tasks/${task.id}`, { elapsedTime: 30 })
  const first = runQuietly(changeTask, { task, patch: { title: 'Mine' } }, { seen: task.version })
  const begun = beginSaves([task])
  await expect(first).rejects.toMatchObject({ code: 'changed' })
  expect((await begun).changes).toMatchObject([{ version: 1, patch: { elapsedTime: 60 } }])
})

it('reports no error if another tab completed the task and saved its time at the same moment', async () => {
  const body = { completed: true, elapsedTime: 59 }
  const before = toasts.get()
  await person.patch(`/api/tasks/${task.id}`, body, { 'idempotency-key': `session ${task.id}.0` })
  expect(await completeWithTime(task, () => ({ completed: true }), { press: 'complete' })).toBe('saved')
  expect(await readTask(person, task.id)).toMatchObject(body)
  expect(session()).toBeNull()
  expect(toasts.get()).toBe(before)
})

it('undo reopens a timed task that another device had completed first, as it does without a timer', async () => {
  await person.patch(`/api/tasks/${task.id}`, { completed: true })
  await completeWithTime(task, () => ({ completed: true }), { press: 'complete' })
  expect(await readTask(person, task.id)).toMatchObject({ completed: true, elapsedTime: 60 })
  toasts.get()?.action?.run()
  await until(async () => expect(await readTask(person, task.id)).toMatchObject({ completed: false }))
})

it('treats a save as unsent after a version conflict, so that it can be sent again later', async () => {
  await person.patch(`/api/tasks/${task.id}`, { notes: 'theirs' })
  expect(await saveWork(task, ({ version }) => (version === 1 ? { notes: 'mine' } : null))).toBe('conflict')
  expect(session()?.saving?.seconds).toBe(60)
  expect(session()?.saving?.sent).toBeUndefined()
  expect(network.requests).toHaveLength(1)
})
