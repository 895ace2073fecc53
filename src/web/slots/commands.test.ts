import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fetchFrom } from '#tests/support/fetch.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

import { calls } from '../sync/runner/calls.ts'
import { createRunner } from '../sync/runner/runner.ts'
import { changeTask } from '../tasks/data/commands.ts'
import { TASKS_KEY, findListed, shownTasks } from '../tasks/data/task-cache.ts'
import { pushDown, swapTasks } from './commands.ts'

let app: TestApp
let person: Client
let client: QueryClient
let runner: ReturnType<typeof createRunner>

beforeEach(async () => {
  app = await buildTestApp()
  person = await signUp(app)
  client = new QueryClient()
  runner = createRunner({ client, calls })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchFrom(person, path, init))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await app.close()
})

const showAll = async () => client.setQueryData(TASKS_KEY, await readTasks(person))
const placeOf = async (id: number) => {
  const { priority, position } = await readTask(person, id)
  return [priority, position]
}

test('undoing a push-down doesn’t move a task that has since been moved', async () => {
  // This task has the lower id, so it needs a new position to be second.
  const below = await makeTask(person, { priority: 2 })
  const holders = await fillLevel(person, 1, 3)
  const task = await makeTask(person, { priority: 5 })
  await showAll()
  const last = holders.at(-1)
  if (!last) throw new Error('Level 1 is empty.')
  const moves = [
    { id: task.id, from: 5 as const, priority: 1 as const },
    { id: last.id, from: 1 as const, priority: 2 as const },
  ]
  const { undo } = await runner.runAndWait(pushDown, { task, level: 1, moves })
  expect([await placeOf(task.id), await placeOf(last.id)]).toEqual([
    [1, 2],
    [2, 0],
  ])
  await person.patch(`/api/tasks/${below.id}`, { priority: 7 })
  await showAll()
  await undo()
  expect([await placeOf(task.id), await placeOf(last.id), await placeOf(below.id)]).toEqual([
    [5, 0],
    [1, 2],
    [7, 0],
  ])
})

test('a push-down also saves other fields, and one undo restores them', async () => {
  const [, , last] = await fillLevel(person, 1, 3)
  const task = await makeTask(person, {
    priority: 5,
    title: 'Draft',
    category: 'Project',
    projectName: 'Bridge',
  })
  await showAll()
  if (!last) throw new Error('Level 1 is empty.')
  const moves = [
    { id: task.id, from: 5 as const, priority: 1 as const },
    { id: last.id, from: 1 as const, priority: 2 as const },
  ]
  const patch = { title: 'Final', category: 'Meeting' }
  const { undo } = await runner.runAndWait(pushDown, { task, level: 1, moves, patch }, { seen: task.version })
  const saved = await readTask(person, task.id)
  expect(saved).toMatchObject({ ...patch, projectName: null, priority: 1, version: 2 })
  expect(findListed(client, task.id)).toEqual(saved)
  const before = { title: 'Draft', projectName: 'Bridge', priority: 5, position: 0 }
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/undo') expect(shownTasks(client)).toContainEqual(expect.objectContaining(before))
    return fetchFrom(person, path, init)
  })
  await undo()
  expect(await readTask(person, task.id)).toMatchObject(before)
  expect(await placeOf(last.id)).toEqual([1, 2])
  const late = runner.runAndWait(swapTasks, { task, other: last, patch }, { seen: task.version })
  await expect(late).rejects.toMatchObject({ code: 'changed', body: { task: { id: task.id } } })
})

test('undoing a swap keeps a move that was still being sent', async () => {
  const task = await makeTask(person, { priority: 3 })
  const other = await makeTask(person, { priority: 6 })
  await showAll()
  const moving = runner.runAndWait(changeTask, { task, patch: { priority: 4 } })
  const swapping = runner.runAndWait(swapTasks, { task: { ...task, priority: 4 }, other })
  await moving
  const { undo } = await swapping
  expect([await placeOf(task.id), await placeOf(other.id)]).toEqual([
    [6, 0],
    [4, 0],
  ])
  await undo()
  expect([await placeOf(task.id), await placeOf(other.id)]).toEqual([
    [4, 0],
    [6, 0],
  ])
})
