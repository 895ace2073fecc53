import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
let a: Task
let b: Task
let c: Task
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
  a = await makeTask(client, { title: 'a' })
  b = await makeTask(client, { title: 'b', dependencies: [String(a.id)] })
  c = await makeTask(client, { title: 'c', dependencies: [String(b.id)] })
})
afterEach(() => test.close())

const depend = (task: Task, dependencies: unknown[]) =>
  client.patch(`/api/tasks/${task.id}`, { dependencies })

describe('a dependency', () => {
  it('can be a string or a number, and is stored once, as a string', async () => {
    const response = await depend(c, [a.id, String(b.id), String(a.id)])
    expect(response.json()).toMatchObject({ dependencies: [String(a.id), String(b.id)], version: 2 })
    expect(await readTask(client, c.id)).toMatchObject({ dependencies: [String(a.id), String(b.id)] })
  })

  it('can be removed', async () => {
    expect((await depend(b, [])).json()).toMatchObject({ dependencies: [], version: 2 })
  })

  it('can be a completed task', async () => {
    const done = await makeTask(client, { completed: true })
    expect((await depend(a, [done.id])).statusCode).toBe(200)
  })

  it('on a task that does not exist or belongs to another user is rejected', async () => {
    const foreign = await makeTask(await signUp(test))
    const answers: string[] = []
    for (const id of [foreign.id, 999_999, '9999999999']) {
      const responses = [
        await depend(a, [b.id, id]),
        await client.post('/api/tasks', { title: 'x', dependencies: [b.id, id] }),
      ]
      for (const response of responses) {
        expect(response.statusCode).toBe(400)
        expect(response.json()).toMatchObject({
          code: 'unknown_dependency',
          issues: [{ path: 'dependencies.1' }],
        })
        answers.push(response.body.replaceAll(String(id), 'N'))
      }
    }
    expect(new Set(answers).size).toBe(1)
    expect(await readTasks(client)).toEqual([a, b, c])
  })

  it('is rejected if the task would depend on itself, directly or through other tasks', async () => {
    for (const [task, dependencies] of [
      [a, [a.id]],
      [a, [b.id]],
      [a, [c.id]],
      [b, [a.id, c.id]],
    ] as const) {
      const response = await depend(task, [...dependencies])
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({
        code: 'dependency_cycle',
        issues: [{ path: 'dependencies' }],
      })
    }
    expect(await readTasks(client)).toEqual([a, b, c])
  })

  it('in both directions is rejected once if both are sent in parallel', async () => {
    const [x, y] = [await makeTask(client), await makeTask(client)]
    const responses = await Promise.all([depend(x, [y.id]), depend(y, [x.id])])
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200, 400]))
  })

  it('on a deleted task disappears, which increases the version of the dependent task', async () => {
    await depend(c, [a.id, b.id])
    test.clock.advance({ hours: 1 })
    await client.delete(`/api/tasks/${a.id}`)
    expect(await readTask(client, b.id)).toEqual({
      ...b,
      dependencies: [],
      version: 2,
      updatedAt: test.clock.now(),
    })
    expect(await readTask(client, c.id)).toMatchObject({ dependencies: [String(b.id)], version: 3 })
  })

  it('on task 1 stays after task 11 is deleted', async () => {
    let last = c
    while (last.id < 11) last = await makeTask(client)
    await client.delete('/api/tasks/11')
    expect(await readTask(client, b.id)).toEqual(b)
  })
})

describe('a parent task', () => {
  it('must belong to the user', async () => {
    const foreign = await makeTask(await signUp(test))
    for (const parentTaskId of [foreign.id, 999_999]) {
      const responses = [
        await client.post('/api/tasks', { title: 'x', parentTaskId }),
        await client.patch(`/api/tasks/${a.id}`, { parentTaskId }),
      ]
      for (const response of responses) {
        expect(response.statusCode).toBe(400)
        expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path: 'parentTaskId' }] })
      }
    }
    expect((await client.patch(`/api/tasks/${a.id}`, { parentTaskId: b.id })).statusCode).toBe(200)
  })

  it('can be sent back unchanged even if it was deleted in the meantime', async () => {
    const child = await makeTask(client, { parentTaskId: a.id })
    await client.delete(`/api/tasks/${a.id}`)
    const answered = await readTask(client, child.id)
    expect(answered.parentTaskId).toBe(a.id)
    const response = await client.patch(`/api/tasks/${child.id}`, { ...answered, title: 'Another title' })
    expect(response.json()).toEqual({
      ...answered,
      title: 'Another title',
      version: answered.version + 1,
      updatedAt: test.clock.now(),
    })
  })
})
