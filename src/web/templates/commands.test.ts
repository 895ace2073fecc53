import { QueryClient } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'

import { buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { makeTask, readTasks } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

import { ApiError } from '../sync/api.ts'
import { createCallsInMemory } from '../sync/runner/calls.ts'
import { createRunner } from '../sync/runner/runner.ts'
import { deleteTask } from '../tasks/data/commands.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { deleteTemplate, instantiateTemplate } from './commands.ts'

it('says that a template was deleted before it was used or deleted here', () => {
  const error = new ApiError(404, '', { code: 'not_found', message: 'Not found.' })
  const failures = [
    instantiateTemplate.failure(error, { id: 7, wanted: { projectName: 'Berlin' } }),
    deleteTemplate.failure(error, { id: 7 }),
  ]
  expect(failures).toEqual(failures.map(() => 'This template no longer exists.'))
})

it('undo deletes the tasks of a created project that still exist, and only these', async () => {
  const app = await buildTestApp()
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await app.close()
  })
  const person = await signUp(app)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchFrom(person, path, init))
  const other = await makeTask(person)
  const { id } = await makeTemplate(person, {}, [{ title: 'Pack' }, { title: 'Clean' }, { title: 'Leave' }])
  const client = new QueryClient()
  client.setQueryData(TASKS_KEY, await readTasks(person))
  const runner = createRunner({ client, calls: createCallsInMemory() })
  const wanted = { projectName: 'Berlin' }
  const { result, undo } = await runner.runAndWait(instantiateTemplate, { id, wanted })
  const [pack, ...rest] = result
  expect(rest).toHaveLength(2)
  if (pack) await runner.runAndWait(deleteTask, pack)
  await undo()
  expect((await readTasks(person)).map((task) => task.id)).toEqual([other.id])
})
