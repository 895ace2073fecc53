import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Task, TaskPatch } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

import { createCallsInMemory, withCalls } from '../../sync/runner/calls.ts'
import { createRunner } from '../../sync/runner/runner.ts'
import { changeTask } from './commands.ts'
import { TASKS_KEY, showAnswered } from './task-cache.ts'

const client = new QueryClient()
const calls = createCallsInMemory()
const runner = createRunner({ client, calls })
let app: TestApp
let person: Client
let task: Task
let versions: (string | null)[]

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  task = await makeTask(person)
  client.setQueryData(TASKS_KEY, [task])
  versions = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    versions.push(new Headers(init.headers).get('if-match'))
    return fetchFrom(person, path, init)
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await app.close()
})

/** Saves a change to the task as the page shows it, like a form does. */
function save(patch: TaskPatch) {
  const shown = withCalls(TASKS_KEY, client.getQueryData<Task[]>(TASKS_KEY)!, calls.get())[0]!
  return runner.runAndWait(changeTask, { task: shown, patch }, { seen: shown.version })
}

it('a save queued behind another save of the same task has the version that the first one returned', async () => {
  await Promise.all([save({ title: 'Mine' }), save({ dueDate: '2026-03-01' })])
  expect(versions).toEqual(['"1"', '"2"'])
  expect(await readTask(person, task.id)).toMatchObject({ title: 'Mine', dueDate: '2026-03-01' })
})

it.each([true, false])(
  'a save queued behind a rejected one overwrites nothing from another device (newer task shown by then: %s)',
  async (isShown) => {
    await person.patch(`/api/tasks/${task.id}`, { dueDate: '2026-04-01' })
    const first = save({ title: 'Mine' }).catch(
      async ({ body }) => isShown && showAnswered(client, body.task),
    )
    const second = save({ dueDate: '2026-03-01' })
    await expect(second).rejects.toMatchObject({ code: 'changed', body: { task: { dueDate: '2026-04-01' } } })
    await first
    expect(await readTask(person, task.id)).toMatchObject({ version: 2, dueDate: '2026-04-01' })
  },
)

it('a save queued behind one that returned another device’s changes overwrites none of them', async () => {
  await person.patch(`/api/tasks/${task.id}`, { category: 'Meeting', dueDate: '2026-04-01' })
  const first = runner.runAndWait(changeTask, { task, patch: { category: 'Meeting' } })
  await expect(save({ dueDate: '2026-03-01' })).rejects.toMatchObject({ code: 'changed' })
  await first
  expect(await readTasks(person)).toMatchObject([{ version: 2, dueDate: '2026-04-01' }])
})
