import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { makeTask, readTasks } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

import { restoreCategory } from '../../categories/commands.ts'
import { addSamples } from '../../first-steps/commands.ts'
import { TASKS_KEY } from '../../tasks/data/task-cache.ts'
import { restoreTemplate } from '../../templates/commands.ts'
import { toasts } from '../../toasts/toast.ts'
import { restoreFromTrash } from '../../trash/commands.ts'
import { createCallsInMemory } from './calls.ts'
import { createRunner } from './runner.ts'

let app: TestApp
let person: Client
let runner: ReturnType<typeof createRunner>

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  const client = new QueryClient()
  client.setQueryData(TASKS_KEY, [])
  runner = createRunner({ client, calls: createCallsInMemory() })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await app.close()
})

const restores: [
  string,
  (of: Client) => Promise<{ path: string; run: () => Promise<{ undo: () => Promise<void> }> }>,
][] = [
  [
    'task',
    async (of) => {
      const { id } = await makeTask(of)
      return { path: `/api/tasks/${id}`, run: () => runner.runAndWait(restoreFromTrash, { id }) }
    },
  ],
  [
    'template',
    async (of) => {
      const { id } = await makeTemplate(of, { name: 'Move house' })
      return { path: `/api/templates/${id}`, run: () => runner.runAndWait(restoreTemplate, { id }) }
    },
  ],
  [
    'category',
    async (of) => {
      await of.post('/api/categories', { name: 'Pond' })
      return { path: '/api/categories/Pond', run: () => runner.runAndWait(restoreCategory, { name: 'Pond' }) }
    },
  ],
]

describe.each([
  ['is received', 1],
  ['is lost, so that the request is repeated', 2],
])('if the response %s', (_case, times) => {
  beforeEach(() =>
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      for (let i = 1; i < times; i++) await fetchFrom(person, path, init)
      return fetchFrom(person, path, init)
    }),
  )

  it.each(restores)(
    'undo of a restored %s deletes it, unless another device had restored it',
    async (_kind, make) => {
      const { path, run } = await make(person)
      const isDeleted = async () =>
        (await person.post(`${path}/restore`)).headers['x-unchanged'] === undefined
      await person.delete(path)
      await (await run()).undo()
      expect(await isDeleted()).toBe(true)
      await (await run()).undo()
      expect(toasts.get()?.action?.label).not.toBe('Undo')
      expect(await isDeleted()).toBe(false)
    },
  )

  it('undo of added samples keeps those that another device had added', async () => {
    const tasks = [{ title: 'Sample one' }, { title: 'Sample two' }]
    const samples = (await person.post('/api/samples', { tasks })).json<Task[]>()
    const { result, undo } = await runner.runAndWait(addSamples, { tasks })
    expect(result).toEqual(samples)
    expect(toasts.get()).toMatchObject({ title: expect.stringContaining('ample'), action: undefined })
    await undo()
    expect(await readTasks(person)).toEqual(samples)
  })
})
