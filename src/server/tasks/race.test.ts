import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Level } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { noteFigures } from '#tests/support/figures.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

const MANY = 50

let test: TestApp
let servers: [FastifyInstance, FastifyInstance]
let client: Client
let clientElsewhere: Client
beforeEach(async () => {
  test = await buildTestApp()
  servers = [await buildInterleavedApp(test), await buildInterleavedApp(test)]
  const [app, another] = servers
  client = await signUp({ ...test, app })
  const [name = '', value = ''] = client.cookie().split('=')
  clientElsewhere = clientOf(another, [[name, value]])
})
afterEach(async () => {
  for (const app of servers) await app.close()
  await test.close()
})

/** Sends fifty parallel requests, alternating between two servers, and counts the responses by status. */
async function race(
  send: (index: number, client: Client) => ReturnType<Client['get']>,
): Promise<Record<number, number>> {
  const responses = await Promise.all(
    Array.from({ length: MANY }, (_, index) => send(index, index % 2 === 0 ? client : clientElsewhere)),
  )
  const counts: Record<number, number> = {}
  for (const { statusCode } of responses) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

const openAt = async (level: Level) =>
  (await readTasks(client)).filter((task) => task.priority === level && !task.completed)

describe('fifty parallel requests', () => {
  it('to move into a level with one free slot: only one succeeds', async () => {
    await fillLevel(client, 1, 2)
    const tasks = await fillLevel(client, 10, MANY)
    const counts = await race((i, client) => client.patch(`/api/tasks/${tasks[i]?.id}`, { priority: 1 }))
    expect(counts).toEqual({ 200: 1, 409: MANY - 1 })
    expect((await openAt(1)).map((task) => task.position)).toEqual([0, 1, 2])
    expect(await openAt(10)).toHaveLength(MANY - 1)
  })

  it('to move into a level as it empties never exceed its limit', async () => {
    const leaving = await fillLevel(client, 1, 3)
    const tasks = await fillLevel(client, 10, MANY)
    const counts = await race((i, client) => {
      const task = i % 10 === 0 ? leaving[i / 10] : undefined
      return task
        ? client.patch(`/api/tasks/${task.id}`, { completed: true })
        : client.patch(`/api/tasks/${tasks[i]?.id}`, { priority: 1 })
    })
    const arrived = await openAt(1)
    // The number of moves that find a free slot depends on the order. Each move with a 200 response has a slot.
    expect(arrived.length).toBeLessThanOrEqual(3)
    expect(counts).toEqual({ 200: 3 + arrived.length, 409: MANY - 3 - arrived.length })
  })

  it('to create a task at one level give each task a different position', async () => {
    expect(await race((i, client) => client.post('/api/tasks', { title: `Task ${i}`, priority: 8 }))).toEqual(
      {
        201: MANY,
      },
    )
    const tasks = await openAt(8)
    expect(tasks.map((task) => task.position)).toEqual(Array.from({ length: MANY }, (_, i) => i))
    expect(new Set(tasks.map((task) => task.title)).size).toBe(MANY)
  })

  it('to create a task with one key create one task, and all return it', async () => {
    const bodies = new Set<string>()
    const counts = await race(async (_, client) => {
      const response = await client.post('/api/tasks', { title: 'A task' }, { 'idempotency-key': 'one' })
      bodies.add(response.body)
      return response
    })
    expect(counts).toEqual({ 201: MANY })
    expect(bodies.size).toBe(1)
    const stored = await readTasks(client)
    noteFigures({ runs: MANY, writes: 1, lost: stored.length === 0 ? 1 : 0, duplicated: stored.length - 1 })
    expect(stored).toHaveLength(1)
  })

  it('to change one version of a task: one succeeds, and the others get the current task', async () => {
    const { id } = await makeTask(client)
    const told: (Task | undefined)[] = []
    const counts = await race(async (i, client) => {
      const response = await client.patch(`/api/tasks/${id}`, { notes: `writer ${i}` }, { 'if-match': '"1"' })
      if (response.statusCode === 412) told.push(response.json<{ task?: Task }>().task)
      return response
    })
    expect(counts).toEqual({ 200: 1, 412: MANY - 1 })
    const now = await readTask(client, id)
    expect(now.version).toBe(2)
    expect(told).toEqual(Array.from({ length: MANY - 1 }, () => now))
  })

  it('to change one task without If-Match create one version each', async () => {
    const { id } = await makeTask(client)
    expect(await race((i, client) => client.patch(`/api/tasks/${id}`, { notes: `writer ${i}` }))).toEqual({
      200: MANY,
    })
    expect((await readTask(client, id)).version).toBe(MANY + 1)
  })

  it('to add time to one task, each based on its last read, give the exact sum', async () => {
    const { id } = await makeTask(client)
    const addTime = async (seconds: number, client: Client) => {
      for (let task = await readTask(client, id); ;) {
        const response = await client.patch(
          `/api/tasks/${id}`,
          { elapsedTime: task.elapsedTime + seconds },
          { 'if-match': `"${task.version}"`, 'idempotency-key': `time of ${seconds}` },
        )
        if (response.statusCode === 200) return
        task = response.json<{ task: Task }>().task
      }
    }
    const added = Array.from({ length: 10 }, (_, i) => addTime(i + 1, i % 2 === 0 ? client : clientElsewhere))
    await Promise.all(added)
    expect((await readTask(client, id)).elapsedTime).toBe(55)
  })

  it('to delete one task: one succeeds', async () => {
    const { id } = await makeTask(client)
    expect(await race((_, client) => client.delete(`/api/tasks/${id}`))).toEqual({ 204: 1, 404: MANY - 1 })
  })

  it('to complete one recurring task create one next occurrence', async () => {
    const { id } = await makeRecurring(client)
    expect(await race((_, client) => client.patch(`/api/tasks/${id}`, { completed: true }))).toEqual({
      200: MANY,
    })
    expect((await readTasks(client)).filter((task) => !task.completed)).toHaveLength(1)
  })

  it('to create one category: one succeeds', async () => {
    const counts = await race((_, client) => client.post('/api/categories', { name: 'Garden' }))
    expect(counts).toEqual({ 201: 1, 409: MANY - 1 })
  })

  it('to reorder one level leave it numbered without gaps', async () => {
    const tasks = await fillLevel(client, 9, 10)
    const ids = tasks.map((task) => task.id)
    const counts = await race((i, client) => {
      const start = i % ids.length
      const turned = [...ids.slice(start), ...ids.slice(0, start)]
      const positions = turned.map((id, position) => ({ id, position }))
      return client.post('/api/tasks/priority/9/positions', { positions })
    })
    expect(counts).toEqual({ 200: MANY })
    expect((await openAt(9)).map((task) => task.position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('to reorder a level while tasks leave it return only tasks of the level', async () => {
    const tasks = await fillLevel(client, 9, 10)
    const left: number[] = []
    await race(async (i, client) => {
      const [id, other] = [tasks[i % 10]?.id, tasks[(i + 5) % 10]?.id]
      if (i % 5 === 4) return client.patch(`/api/tasks/${id}`, { priority: 10 })
      const response = await client.post('/api/tasks/priority/9/positions', {
        positions: [{ id: other, position: 0 }],
      })
      if (response.statusCode === 200)
        left.push(...response.json<Task[]>().flatMap(({ id, priority }) => (priority === 9 ? [] : [id])))
      return response
    })
    expect(left).toEqual([])
    expect(await openAt(9)).toHaveLength(8)
  })
})
