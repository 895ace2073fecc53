import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { listChange } from './list-change.ts'
import { readTasks } from './read-tasks.ts'
import { hasTaskChange } from './task-cache.ts'

let app: TestApp
let person: Client

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
  app = await buildTestApp()
  person = await signUp(app)
  listChange.set(null)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  listChange.set(null)
  await app.close()
})

it('resumes at the change number of the lists, so that a deletion reported during loading is read again', async () => {
  const { id } = await makeTask(person, { completed: true })
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  let isRead = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await fetchFrom(person, path, init)
    if (path.includes('completed=true')) {
      isRead = true
      await arrival
    }
    return response
  })
  const client = new QueryClient()
  const reading = readTasks(client)
  await until(() => expect(isRead).toBe(true))
  const before = listChange.get()

  // The page doesn't show the task yet, so the report of its deletion changes nothing.
  await person.delete(`/api/tasks/${id}`)
  expect(hasTaskChange(client, { kind: 'task', id, deleted: true })).toBe(true)
  listChange.set((before ?? 0) + 1)
  arrive()
  expect((await reading).map((task) => task.id)).toEqual([id])
  expect(listChange.get()).toBe(before)
})
