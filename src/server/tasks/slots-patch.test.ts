import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attach, readAttachments } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

const swap = (id: number, body: object) => client.post(`/api/tasks/${id}/swap`, body)
const push = (id: number, body: object, headers = {}) =>
  client.post(`/api/tasks/${id}/push-down`, body, headers)

/** Fills level 2, and adds one task at level 5. */
async function fillBoard() {
  const last = (await fillLevel(client, 2, 3)).at(-1) as Task
  return { last, task: await makeTask(client, { title: 'Moved', priority: 5 }) }
}

it('changes other fields and files of the task in the same version, and returns the complete task', async () => {
  const { task, last } = await fillBoard()
  await attach(client, task.id, 'plan.txt')
  const patch = { title: 'Renamed', notes: 'Later.', attachments: [] }
  const once = { 'idempotency-key': 'a' }
  const before = await readTask(client, task.id)
  const [pushed] = (await push(task.id, { level: 2, patch }, once)).json<{ tasks: Task[] }>().tasks
  expect(pushed).toEqual({
    ...before,
    ...patch,
    priority: 2,
    position: pushed?.position,
    version: before.version + 1,
    updatedAt: pushed?.updatedAt,
  })
  expect(pushed).toEqual(await readTask(client, task.id))
  expect(await readAttachments(client, task.id)).toEqual([])
  expect((await push(task.id, { level: 2, patch }, once)).json().tasks[0]).toEqual(pushed)
  const body = { with: last.id, patch: { title: 'Renamed', priority: 9, completed: true } }
  const [swapped] = (await swap(task.id, body)).json<{ tasks: Task[] }>().tasks
  expect(swapped).toMatchObject({ title: 'Renamed', priority: 3, completed: false, version: 4 })
})

it('changes nothing if the patch breaks a rule of the task', async () => {
  const { task, last } = await fillBoard()
  const before = await readTasks(client)
  for (const [patch, code] of [
    [{ isRecurring: true }, 'invalid'],
    [{ dependencies: [999_999] }, 'unknown_dependency'],
    [{ dependencies: [task.id] }, 'dependency_cycle'],
  ] as const) {
    expect((await push(task.id, { level: 2, patch })).json()).toMatchObject({ code })
    expect((await swap(task.id, { with: last.id, patch })).json()).toMatchObject({ code })
  }
  expect(await readTasks(client)).toEqual(before)
})
