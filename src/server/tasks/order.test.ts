import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Level } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

const LATER = '2026-11-20T11:30:00.000Z'

let test: TestApp
let client: Client
let tasks: Task[]
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
  tasks = await fillLevel(client, 9, 5)
})
afterEach(() => test.close())

const idAt = (index: number) => tasks[index]?.id ?? 0
const order = (positions: [index: number, position: number][], level: Level = 9) =>
  client.post(`/api/tasks/priority/${level}/positions`, {
    positions: positions.map(([index, position]) => ({ id: idAt(index), position })),
  })
const titlesNow = async () => (await readTasks(client)).map((task) => task.title)

describe('reordering a level', () => {
  it('returns its open tasks in order, numbered from 0', async () => {
    const response = await order([
      [4, 0],
      [3, 1],
      [2, 2],
      [1, 3],
      [0, 4],
    ])
    expect(response.statusCode).toBe(200)
    const answered = response.json<Task[]>()
    expect(answered.map((task) => task.title)).toEqual(['Task 4', 'Task 3', 'Task 2', 'Task 1', 'Task 0'])
    expect(answered.map((task) => task.position)).toEqual([0, 1, 2, 3, 4])
    expect(await readTasks(client)).toEqual(answered)
  })

  it('puts the given tasks first and leaves all other tasks after them in their existing order', async () => {
    await order([
      [3, 70],
      [4, 7],
    ])
    expect(await titlesNow()).toEqual(['Task 4', 'Task 3', 'Task 0', 'Task 1', 'Task 2'])
    expect((await readTasks(client)).map((task) => task.position)).toEqual([0, 1, 2, 3, 4])
  })

  it('does not send a second response, which would log an error', async () => {
    await order([[4, 0]])
    expect(test.log.filter((line) => line.includes('FST_ERR'))).toEqual([])
  })

  it('breaks ties in position by id', async () => {
    await order([
      [4, 0],
      [2, 0],
    ])
    expect(await titlesNow()).toEqual(['Task 2', 'Task 4', 'Task 0', 'Task 1', 'Task 3'])
  })

  it('gives a new version only to tasks whose place changed', async () => {
    test.clock.set(LATER)
    const response = await order([
      [1, 0],
      [0, 1],
    ])
    const versions = response.json<Task[]>().map((task) => [task.title, task.version, task.updatedAt])
    expect(versions).toEqual([
      ['Task 1', 2, LATER],
      ['Task 0', 2, LATER],
      ['Task 2', 1, TEST_NOW],
      ['Task 3', 1, TEST_NOW],
      ['Task 4', 1, TEST_NOW],
    ])
  })

  it('with the current order changes nothing', async () => {
    const response = await order([
      [0, 0],
      [1, 1],
    ])
    expect(response.json()).toEqual(tasks)
  })

  it('closes gaps and leaves completed tasks out', async () => {
    await client.patch(`/api/tasks/${idAt(1)}`, { completed: true })
    const response = await order([[0, 5]])
    expect(response.json<Task[]>().map((task) => [task.title, task.position])).toEqual([
      ['Task 0', 0],
      ['Task 2', 1],
      ['Task 3', 2],
      ['Task 4', 3],
    ])
    expect(await readTask(client, idAt(1))).toMatchObject({ position: 1, version: 2 })
  })

  it('accepts a level over its limit', async () => {
    tasks = await fillLevel(client, 1, 5)
    expect((await order([[4, 0]], 1)).statusCode).toBe(200)
  })

  it('with a duplicate task is rejected', async () => {
    const response = await order([
      [0, 0],
      [1, 1],
      [0, 2],
    ])
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path: 'positions.2.id' }] })
    expect(await readTasks(client)).toEqual(tasks)
  })

  it('changes nothing if any id is not one of the user’s open tasks at this level', async () => {
    const elsewhere = await makeTask(client, { priority: 10 })
    const completed = await makeTask(client, { priority: 9, completed: true })
    const foreign = await makeTask(await signUp(test), { priority: 9 })
    const before = await readTasks(client)
    for (const id of [elsewhere.id, completed.id, foreign.id, 999_999]) {
      const positions = [
        { id: idAt(4), position: 0 },
        { id, position: 1 },
      ]
      const response = await client.post('/api/tasks/priority/9/positions', { positions })
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    }
    expect(await readTasks(client)).toEqual(before)
  })

  it('twice in parallel results in one of the two orders', async () => {
    await Promise.all([
      order([
        [4, 0],
        [3, 1],
        [2, 2],
      ]),
      order([
        [0, 0],
        [2, 1],
        [4, 2],
      ]),
    ])
    const now = await readTasks(client)
    expect(now.map((task) => task.position)).toEqual([0, 1, 2, 3, 4])
    expect([
      ['Task 0', 'Task 2', 'Task 4', 'Task 3', 'Task 1'],
      ['Task 4', 'Task 3', 'Task 2', 'Task 0', 'Task 1'],
    ]).toContainEqual(now.map((task) => task.title))
  })
})
