import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { ChangedTask } from '#domain/tasks/change.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { restoreNetwork, stubNetwork } from '#tests/support/network.ts'
import { fillLevel, readTasks } from '#tests/support/tasks.ts'

import { createCallsInMemory } from '../../sync/runner/calls.ts'
import { createRunner } from '../../sync/runner/runner.ts'
import { duplicateTask } from './commands.ts'
import { listChange } from './list-change.ts'
import { TASKS_KEY, listedTasks, showChanged } from './task-cache.ts'

let app: TestApp
let person: Client
let client: QueryClient

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  stubNetwork(person)
  client = new QueryClient()
})
afterEach(async () => {
  listChange.set(null)
  restoreNetwork()
  await app.close()
})

it.each([false, true])(
  'a copy shows the server’s positions, even if another device emptied the slot below (%s)',
  async (isEmptied) => {
    const [first, second] = await fillLevel(person, 5, 3)
    const read = await person.get('/api/tasks')
    client.setQueryData(TASKS_KEY, read.json<Task[]>())
    const known = Number(read.headers['x-change'])
    listChange.set(known)
    if (isEmptied) await person.patch(`/api/tasks/${second?.id}`, { priority: 6 })
    const { runAndWait } = createRunner({ client, calls: createCallsInMemory() })
    const { result: copy } = await runAndWait(duplicateTask, first!)
    if (!isEmptied) expect(listedTasks(client)).toEqual(await readTasks(person))
    expect(listedTasks(client)[1]).toEqual(copy)
    // Live updates deliver only tasks that the server changed.
    showChanged(client, (await person.get(`/api/tasks?since=${known}`)).json<ChangedTask[]>())
    expect(listedTasks(client)).toEqual(await readTasks(person))
  },
)
