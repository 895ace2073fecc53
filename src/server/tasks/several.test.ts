import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fillLevel, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

const create = (tasks: unknown, headers = {}, by = client) =>
  by.post('/api/tasks/several', { tasks }, headers)
const placesOf = (tasks: readonly Task[]) =>
  tasks.map(({ title, priority, position }) => `${title} ${priority}.${position}`)

describe('POST /api/tasks/several', () => {
  it('creates the tasks in the order of the request, each at the end of its level', async () => {
    await fillLevel(client, 3, 2)
    const response = await create([
      { title: 'One', priority: 3 },
      { title: 'Two', priority: 5 },
      { title: 'Three', priority: 3, dueDate: '2026-12-04' },
      { title: 'Four', priority: 3 },
    ])
    expect(response.statusCode).toBe(201)
    const created = response.json<Task[]>()
    expect(placesOf(created)).toEqual(['One 3.2', 'Two 5.0', 'Three 3.3', 'Four 3.4'])
    expect(created[2]).toMatchObject({ dueDate: '2026-12-04', category: 'Task', version: 1 })
    const stored = await readTasks(client)
    for (const task of created) expect(stored).toContainEqual(task)
  })

  it('adds tasks to a full level', async () => {
    await fillLevel(client, 1, 3)
    const response = await create([
      { title: 'One', priority: 1 },
      { title: 'Two', priority: 1 },
    ])
    expect(placesOf(response.json<Task[]>())).toEqual(['One 1.3', 'Two 1.4'])
  })

  it('puts a task without a position at the end, even after one with a position', async () => {
    await fillLevel(client, 3, 4)
    const response = await create([
      { title: 'One', priority: 3, position: 1 },
      { title: 'Two', priority: 3 },
    ])
    expect(placesOf(response.json<Task[]>())).toEqual(['One 3.1', 'Two 3.4'])
  })

  it('creates nothing if one task is invalid', async () => {
    const bad = [{ title: 'One' }, { title: '' }]
    expect((await create(bad)).statusCode).toBe(400)
    const recurring = [{ title: 'One' }, { title: 'Two', isRecurring: true }]
    expect((await create(recurring)).statusCode).toBe(400)
    expect(await readTasks(client)).toEqual([])
  })

  it.each([[[]], [Array.from({ length: 101 }, () => ({ title: 'One' }))], [null]])(
    'rejects an empty list and more than 100 tasks',
    async (tasks) => {
      expect((await create(tasks)).statusCode).toBe(400)
    },
  )

  it('ignores references to other tasks', async () => {
    const [other] = await fillLevel(client, 9, 1)
    const [task] = (
      await create([{ title: 'One', dependencies: [String(other?.id)], parentTaskId: other?.id }])
    ).json<Task[]>()
    expect(task).toMatchObject({ dependencies: [], parentTaskId: null })
  })

  it('creates the tasks once per key, and returns them for a retry', async () => {
    const once = { 'idempotency-key': 'a-key-for-several-tasks' }
    const tasks = [{ title: 'One' }, { title: 'Two' }]
    const first = await create(tasks, once)
    const again = await create(tasks, once)
    expect(again.statusCode).toBe(201)
    expect(again.json()).toEqual(first.json())
    expect(await readTasks(client)).toHaveLength(2)
  })

  it('lists tasks deleted since as deleted, in the order of the request', async () => {
    const once = { 'idempotency-key': 'a-key-for-several-tasks' }
    const tasks = [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }]
    const [one, two, three] = (await create(tasks, once)).json<Task[]>()
    await client.delete(`/api/tasks/${two?.id}`)
    expect((await create(tasks, once)).json()).toEqual([one, { id: two?.id, deleted: true }, three])
  })

  it('requires a session', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/tasks/several',
      payload: { tasks: [{ title: 'One' }] },
    })
    expect(response.statusCode).toBe(401)
  })
})
