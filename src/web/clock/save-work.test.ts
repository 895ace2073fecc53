import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { type Network, restoreNetwork, stubNetwork } from '#tests/support/network.ts'
import { makeTask, readTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { ApiError } from '../sync/api.ts'
import { queryClient } from '../sync/query-client.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { changeClock, currentClock, openClock, startClock } from './clock.ts'
import { beginSaves, saveTime, saveWork } from './save-work.ts'
import { NO_WORK, isRunning, returnTime, sessionOf } from './work-clock.ts'

let app: TestApp
let person: Client
let network: Network
let task: Task

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  task = await makeTask(person)
  network = stubNetwork(person)
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined })
  const begin = setInterval
  // The heartbeat would go on after these tests.
  vi.stubGlobal('setInterval', () => undefined)
  openClock('someone')
  vi.stubGlobal('setInterval', begin)
  queryClient.setQueryData(TASKS_KEY, [task])
  changeClock(() => returnTime(NO_WORK, task.id, 60, `session ${task.id}`))
})
afterEach(async () => {
  changeClock(() => NO_WORK)
  queryClient.clear()
  restoreNetwork()
  await app.close()
})

const session = () => sessionOf(currentClock(), task.id)

it('lets a timer run that is started again while its time is being saved', async () => {
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

it('counts time once if a completion of several tasks succeeded but its response was lost', async () => {
  const { changes, reject } = await beginSaves([task])
  const body = changes.map(({ task: { id }, patch }) => ({ id, version: 1, ...patch, completed: true }))
  await person.post('/api/tasks/bulk', { tasks: body })
  reject(new ApiError(0, 'The server can’t be reached.', null))
  await saveTime(task)
  expect(await readTask(person, task.id)).toMatchObject({ completed: true, elapsedTime: 60 })
  expect(session()).toBeNull()
})

it('adds time once if a completion of several tasks was lost on its way', async () => {
  const { reject } = await beginSaves([task])
  reject(new ApiError(0, 'The server can’t be reached.', null))
  await person.patch(`/api/tasks/${task.id}`, { title: 'Changed elsewhere' })
  await saveTime(task)
  expect(await readTask(person, task.id)).toMatchObject({ elapsedTime: 60 })
  expect(session()).toBeNull()
})

it('sends a save that was rejected because of a conflict as a new one, which can wait', async () => {
  await person.patch(`/api/tasks/${task.id}`, { notes: 'theirs' })
  expect(await saveWork(task, ({ version }) => (version === 1 ? { notes: 'mine' } : null))).toBe('conflict')
  expect(session()?.saving?.seconds).toBe(60)
  expect(session()?.saving?.sent).toBeUndefined()
  expect(network.requests).toHaveLength(1)
})
