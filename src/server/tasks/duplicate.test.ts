import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { attach } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

const send = (id: number | string, headers = {}, by = client) =>
  by.post(`/api/tasks/${id}/duplicate`, undefined, headers)
async function duplicate(id: number, headers = {}): Promise<Task> {
  const response = await send(id, headers)
  expect(response.statusCode).toBe(201)
  return response.json<Task>()
}
const idsAt = async (level: number) =>
  (await readTasks(client)).filter((task) => task.priority === level && !task.completed).map(({ id }) => id)

describe('a copy of a task', () => {
  it('has its content, and no progress, time or files', async () => {
    const first = await makeTask(client, { title: 'First' })
    const { id } = await makeTask(client, {
      title: 'Launch',
      description: 'Everything.',
      notes: 'All of it.',
      dueDate: '2027-01-31',
      plannedFor: '2027-01-30',
      category: 'Project',
      projectName: 'Tenfold',
      estimatedTime: '2 hours',
      priority: 3,
      progress: 40,
      elapsedTime: 60,
      dependencies: [String(first.id)],
    })
    await attach(client, id, 'plan.txt', 'the plan')
    const original = await readTask(client, id)
    test.clock.advance({ hours: 1 })
    const response = await send(id)
    const copy = response.json<Task>()
    expect(copy).toEqual({
      ...original,
      id: copy.id,
      position: original.position + 1,
      progress: 0,
      elapsedTime: 0,
      attachments: [],
      version: 1,
      createdAt: test.clock.now(),
      updatedAt: test.clock.now(),
    })
    expect(copy.id).not.toBe(id)
    expect(response.headers['etag']).toBe('"1"')
    expect(await readTask(client, copy.id)).toEqual(copy)
    expect(await readTask(client, id)).toEqual(original)
  })

  it('comes right after the original, and only the tasks that make room move', async () => {
    const [a, b, c] = (await fillLevel(client, 5, 3)).map(({ id }) => id) as [number, number, number]
    const before = await readTasks(client)
    const copy = await duplicate(a)
    expect(await idsAt(5)).toEqual([a, copy.id, b, c])
    const versions = (await readTasks(client)).map(({ version }) => version)
    expect(versions).toEqual([1, 1, 2, 2])
    await client.delete(`/api/tasks/${copy.id}`)
    const again = await duplicate(a)
    expect(await idsAt(5)).toEqual([a, again.id, b, c])
    expect((await readTask(client, b)).version, 'the gap was free').toBe(2)
    expect(before.map(({ id }) => id)).toEqual([a, b, c])
  })

  it('joins the waiting line of a full level, and moves no other tasks', async () => {
    const [a, b, c] = (await fillLevel(client, 1, 3)).map(({ id }) => id) as [number, number, number]
    const copy = await duplicate(a)
    expect(await idsAt(1)).toEqual([a, b, c, copy.id])
    expect((await readTask(client, b)).version).toBe(1)
  })

  it('is open and last if the original is completed', async () => {
    const done = await makeTask(client, { completed: true })
    const open = await makeTask(client)
    const copy = await duplicate(done.id)
    expect(copy).toMatchObject({ completed: false, completedAt: null })
    expect(await idsAt(5)).toEqual([open.id, copy.id])
  })

  it('starts its own series', async () => {
    const { id } = await makeRecurring(client, { dueDate: '2027-01-31' })
    const copy = await duplicate(id)
    expect(copy).toMatchObject({ isRecurring: true, parentTaskId: null })
    for (const one of [id, copy.id]) await client.patch(`/api/tasks/${one}`, { completed: true })
    const parents = (await readTasks(client))
      .filter((task) => !task.completed)
      .map((task) => task.parentTaskId)
    expect(new Set(parents)).toEqual(new Set([id, copy.id]))
  })
})

describe('copying', () => {
  it('is rejected for an unknown task, another user’s task, a bad id or a missing session', async () => {
    const other = await signUp(test)
    const { id } = await makeTask(other)
    expect((await send(id)).statusCode).toBe(404)
    expect((await send(999_999)).statusCode).toBe(404)
    expect((await send('x')).statusCode).toBe(404)
    expect((await send(id, {}, clientOf(test.app, []))).statusCode).toBe(401)
    expect(await readTasks(client)).toEqual([])
    expect(await readTasks(other)).toHaveLength(1)
  })

  it('happens only once when the response is lost and the request is repeated', async () => {
    const { id } = await makeTask(client)
    const key = { 'idempotency-key': 'copy-1' }
    const copy = await duplicate(id, key)
    expect(await duplicate(id, key)).toEqual(copy)
    expect(await readTasks(client)).toHaveLength(2)
    await duplicate(id)
    expect(await readTasks(client)).toHaveLength(3)
  })

  it('twice in parallel makes two copies with different places', async () => {
    const [a, b] = (await fillLevel(client, 5, 2)).map(({ id }) => id) as [number, number]
    const copies = await Promise.all([duplicate(a), duplicate(a)])
    const positions = (await readTasks(client)).map(({ position }) => position)
    expect(new Set(positions).size).toBe(4)
    const order = await idsAt(5)
    expect(order[0]).toBe(a)
    expect(order.at(-1)).toBe(b)
    expect(new Set(order.slice(1, 3))).toEqual(new Set(copies.map(({ id }) => id)))
  })

  it('reports the copy and every moved task to other browsers', async () => {
    const [a, b] = (await fillLevel(client, 5, 2)).map(({ id }) => id) as [number, number]
    const since = (await client.get('/api/tasks')).headers['x-change'] as string
    const copy = await duplicate(a)
    const changed = (await client.get(`/api/tasks?since=${since}`)).json<Task[]>().map(({ id }) => id)
    expect(new Set(changed)).toEqual(new Set([b, copy.id]))
  })
})
