import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { aTask } from '#tests/support/a-task.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { fillLevel, makeTask, readTasks } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

const instantiate = (id: number, body: object = { projectName: 'Garden' }) =>
  client.post(`/api/templates/${id}/instantiate`, body)
const makeProject = async (id: number) => (await instantiate(id)).json<{ tasks: Task[] }>().tasks

describe('using a template', () => {
  it('creates its tasks as the tasks of a project', async () => {
    const { id } = await makeTemplate(client, {}, [
      { title: 'Plan', description: 'all of it', priority: 2, category: 'Review', estimatedTime: '2h 30m' },
      { title: 'Build' },
    ])
    const response = await instantiate(id, { projectName: '  My Garden ' })
    expect(response.statusCode).toBe(201)
    const { tasks } = response.json<{ tasks: Task[] }>()
    const { id: userId } = (await client.get('/api/auth/user')).json<{ id: string }>()
    const planned = aTask({
      id: expect.any(Number) as number,
      title: 'Plan',
      description: 'all of it',
      priority: 2,
      category: 'Project',
      projectName: 'My Garden',
      estimatedTime: '2h 30m',
      userId,
      createdAt: TEST_NOW,
      updatedAt: TEST_NOW,
    })
    expect(tasks[0]).toEqual(planned)
    expect(tasks[1]).toMatchObject({ title: 'Build', priority: 5, estimatedTime: null })
    expect(await readTasks(client)).toEqual(tasks)
  })

  it('returns the tasks in the order of the list, each at the end of its level', async () => {
    await makeTask(client, { priority: 3, position: 7 })
    await makeTask(client, { priority: 3, completed: true })
    const { id } = await makeTemplate(
      client,
      {},
      [3, 1, 3, 5, 1].map((priority, i) => ({ title: `Task ${i}`, priority })),
    )
    const tasks = await makeProject(id)
    expect(tasks.map(({ title, priority, position }) => [title, priority, position])).toEqual([
      ['Task 0', 3, 8],
      ['Task 1', 1, 0],
      ['Task 2', 3, 9],
      ['Task 3', 5, 0],
      ['Task 4', 1, 1],
    ])
    expect(tasks.map((task) => task.id)).toEqual(tasks.map((task) => task.id).toSorted((a, b) => a - b))
  })

  it('links the new tasks, forward and backward', async () => {
    const { id } = await makeTemplate(client, {}, [
      { title: 'a', dependencies: [2] },
      { title: 'b' },
      { title: 'c', dependencies: ['1'] },
      { title: 'd', dependencies: [0, 2] },
    ])
    const tasks = await makeProject(id)
    const [a, b, c] = tasks.map((task) => String(task.id))
    expect(tasks.map((task) => task.dependencies)).toEqual([[c], [], [b], [a, c]])
    const kept = await readTasks(client)
    expect(kept.toSorted((x, y) => x.id - y.id)).toEqual(tasks)
  })

  it('computes dates from the start of the project, and sets none without a start', async () => {
    const { id } = await makeTemplate(client, {}, [
      { title: 'a', startDay: 0, endDay: 30, dueDay: -1 },
      { title: 'b' },
    ])
    const tasks = async (startDate?: string | null) => {
      const response = await instantiate(id, { projectName: 'Garden', startDate })
      expect(response.statusCode).toBe(201)
      return response.json<{ tasks: Task[] }>().tasks
    }
    const none = { startDate: null, endDate: null, dueDate: null }
    const moved = { startDate: '2028-02-01', endDate: '2028-03-02', dueDate: '2028-01-31' }
    expect(await tasks('2028-02-01')).toMatchObject([moved, none])
    for (const left of [null, undefined]) expect(await tasks(left)).toMatchObject([none, none])
  })

  it('is never rejected because a level is full', async () => {
    await fillLevel(client, 1, 3)
    const { id } = await makeTemplate(client, {}, [
      { title: 'a', priority: 1 },
      { title: 'b', priority: 1 },
    ])
    expect((await makeProject(id)).map((task) => task.position)).toEqual([3, 4])
  })

  it('twice creates two projects', async () => {
    const { id } = await makeTemplate(client, {}, [{ title: 'a' }, { title: 'b', dependencies: [0] }])
    const [first, second] = [await makeProject(id), await makeProject(id)]
    expect(second[1]?.dependencies).toEqual([String(second[0]?.id)])
    expect(await readTasks(client)).toEqual([...first, ...second])
  })

  it('creates no tasks if the template has none', async () => {
    const { id } = await makeTemplate(client)
    const response = await instantiate(id)
    expect([response.statusCode, response.json()]).toEqual([201, { tasks: [] }])
  })

  it('with 500 tasks creates all of them', async () => {
    const sent = Array.from({ length: 500 }, (_, i) => ({
      title: `Task ${i}`,
      priority: (i % 10) + 1,
      dependencies: i > 0 ? [i - 1] : [],
    }))
    const { id } = await makeTemplate(client, {}, sent)
    const tasks = await makeProject(id)
    expect(tasks.map((task) => task.title)).toEqual(sent.map((task) => task.title))
    expect(await readTasks(client)).toHaveLength(500)
  })

  it('creates no tasks if one of them cannot be created', async () => {
    const { id } = await makeTemplate(client, {}, [{ title: 'a' }, { title: 'b' }, { title: 'c' }])
    await test.db.updateTable('template_tasks').set({ title: '' }).where('title', '=', 'c').execute()
    expect((await instantiate(id)).statusCode).toBe(500)
    expect(await readTasks(client)).toEqual([])
  })

  it('fifty times in parallel gives each task its own place', async () => {
    const { id } = await makeTemplate(client, {}, [
      { title: 'a', priority: 9 },
      { title: 'b', priority: 9, dependencies: [0] },
    ])
    const responses = await Promise.all(Array.from({ length: 50 }, () => instantiate(id)))
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([201]))
    const tasks = await readTasks(client)
    expect(tasks.map((task) => task.position)).toEqual(Array.from({ length: 100 }, (_, i) => i))
  })

  it('accepts a project name of 200 characters', async () => {
    const { id } = await makeTemplate(client, {}, [{ title: 'a' }])
    const projectName = '😀'.repeat(200)
    await instantiate(id, { projectName })
    expect(await readTasks(client)).toMatchObject([{ projectName }])
  })
})
