import { afterEach, beforeEach, expect, it } from 'vitest'

import { sampleDrafts } from '#domain/samples/samples.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { restoreNetwork, stubNetwork } from '#tests/support/network.ts'
import { readTasks } from '#tests/support/tasks.ts'
import { until } from '#tests/support/until.ts'

import { uploads } from '../attachments/uploads.ts'
import { settingsQuery } from '../account/settings.ts'
import { queryClient } from '../sync/query-client.ts'
import { calls } from '../sync/runner/calls.ts'
import { createRunner } from '../sync/runner/runner.ts'
import { TASKS_KEY } from '../tasks/data/task-cache.ts'
import { addSamples, noteDone, removeSamples, removeWithTimes } from './commands.ts'

let app: TestApp
let person: Client

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  stubNetwork(person)
})
afterEach(async () => {
  uploads.get().uploads.forEach(uploads.cancel)
  uploads.keepWith(null)
  queryClient.clear()
  restoreNetwork()
  await app.close()
})

const EVENTS = { stored: () => {}, canceled: () => {} }
const shown = () => queryClient.getQueryData<Task[]>(TASKS_KEY) ?? []

it('keeps a step that another device has completed in the meantime', async () => {
  await queryClient.fetchQuery(settingsQuery)
  await person.patch('/api/settings', { doneSteps: ['samples'] })
  await noteDone('task')
  expect((await person.get('/api/settings')).json()).toMatchObject({ doneSteps: ['samples', 'task'] })
})

it('adds the samples again when the user undoes a redone removal', async () => {
  const runner = createRunner({ client: queryClient, calls })
  queryClient.setQueryData(TASKS_KEY, [])
  const added = sampleDrafts(Temporal.Now.plainDateISO())
  await runner.runAndWait(addSamples, { tasks: added })
  await runner.runAndWait(removeSamples, shown())
  const count = async () => (await readTasks(person)).length
  for (let round = 1; round <= 2; round++) {
    runner.undoLatest()
    await until(() => expect(shown()).toHaveLength(added.length))
    runner.redoLatest()
    await until(() => expect(shown()).toEqual([]))
    expect(await count()).toBe(0)
  }
  runner.undoLatest()
  await until(() => expect(shown()).toHaveLength(added.length))
  expect((await readTasks(person)).map(({ description }) => description)).toEqual(
    added.map(({ description = null }) => description),
  )
})

it.each([
  ['a sample', false],
  ['another task', true],
])('during an upload to %s, removes the samples: %s', async (target, isRemoved) => {
  const { runAndWait } = createRunner({ client: queryClient, calls })
  queryClient.setQueryData(TASKS_KEY, [])
  const { result: samples, undo } = await runAndWait(addSamples, {
    tasks: sampleDrafts(Temporal.Now.plainDateISO()),
  })
  uploads.keepWith(() => new Promise(() => {}))
  const taskId = target === 'a sample' ? (samples[0]?.id ?? 0) : 999
  uploads.add(taskId, [{ name: 'plan.pdf', file: new File(['plan'], 'plan.pdf') }], EVENTS)
  const removing = removeWithTimes(shown(), (whole) => runAndWait(removeSamples, whole))
  if (!isRemoved) await expect(removing).rejects.toThrow('while a file is being uploaded')
  await removing.catch(() => undefined)
  expect(uploads.get().uploads).toHaveLength(1)
  expect(shown()).toHaveLength(isRemoved ? 0 : samples.length)
  if (isRemoved) return
  await expect(undo()).rejects.toThrow('while a file is being uploaded')
  expect(shown()).toHaveLength(samples.length)
  uploads.get().uploads.forEach(uploads.cancel)
  await undo()
  expect(shown()).toEqual([])
})
