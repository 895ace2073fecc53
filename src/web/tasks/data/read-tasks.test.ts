import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { COMPLETED_TOTALS_KEY } from './completed-cache.ts'
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

/** Loads the list, and runs a function before or after the server reads the completed tasks. */
async function readWhile(client: QueryClient, when: 'before' | 'after', run: () => Promise<void>) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const isSecond = path.includes('completed=true')
    if (isSecond && when === 'before') await run()
    const response = await fetchFrom(person, path, init)
    if (isSecond && when === 'after') await run()
    return response
  })
  return readTasks(client)
}

it('resumes at the change number of the lists, so that a deletion reported during loading is read again', async () => {
  const { id } = await makeTask(person, { completed: true })
  const client = new QueryClient()
  let before: number | null = null
  const read = await readWhile(client, 'after', async () => {
    before = listChange.get()
    // The page doesn't show the task yet, so the report of its deletion changes nothing.
    await person.delete(`/api/tasks/${id}`)
    expect(hasTaskChange(client, { kind: 'task', id, deleted: true })).toBe(true)
    listChange.set((before ?? 0) + 1)
  })
  expect(read.map((task) => task.id)).toEqual([id])
  expect(listChange.get()).toBe(before)
})

it('recounts the completed tasks if one was completed during loading', async () => {
  const { id } = await makeTask(person)
  const client = new QueryClient()
  client.setQueryData([...COMPLETED_TOTALS_KEY, {}], [])
  await readWhile(client, 'before', async () => {
    await person.patch(`/api/tasks/${id}`, { completed: true })
  })
  await until(() => expect(client.getQueryState([...COMPLETED_TOTALS_KEY, {}])?.isInvalidated).toBe(true))
})
