import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { completeTask, completeToNext, makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

/** Changes a task. Fails the test if the change is rejected. */
async function change(id: number, patch: object): Promise<Task> {
  const response = await client.patch(`/api/tasks/${id}`, patch)
  expect(response.statusCode).toBe(200)
  return response.json<Task>()
}

const titles = async () => (await readTasks(client)).map((task) => task.title)
const count = async () => (await readTasks(client)).length

describe('completing a recurring task', () => {
  it('returns the completed task, and creates the next occurrence', async () => {
    const task = await makeRecurring(client, { title: 'Water the plants' })
    const completed = await change(task.id, { completed: true })
    expect(completed).toEqual({
      ...task,
      completed: true,
      completedAt: TEST_NOW,
      version: 2,
      updatedAt: TEST_NOW,
    })
    const next = (await readTasks(client)).find((other) => other.id !== task.id)
    expect(next).toEqual({
      ...task,
      id: next?.id,
      dueDate: '2026-11-27',
      parentTaskId: task.id,
      version: 1,
    })
  })

  it('copies its fields to the next occurrence, which starts with no work done', async () => {
    const fields = {
      title: 'Report',
      description: 'To the board',
      priority: 3,
      category: 'Project',
      projectName: 'Renewal',
      estimatedTime: '2 hours 30 minutes',
      recurrenceFrequency: 'Monthly' as const,
    }
    const other = await makeTask(client)
    const done = { plannedFor: '2026-11-19', progress: 80, elapsedTime: 3600, dependencies: [other.id] }
    const content = { clearGoals: 'goals', notes: 'notes', nextSteps: 'steps', attachments: ['plan.pdf'] }
    const task = await makeRecurring(client, { ...fields, ...done, ...content })
    expect(await completeToNext(client, task.id)).toMatchObject({
      ...fields,
      dueDate: '2026-12-20',
      isRecurring: true,
      recurrenceForwardContent: false,
      completed: false,
      completedAt: null,
      plannedFor: null,
      progress: 0,
      elapsedTime: 0,
      dependencies: [],
      clearGoals: null,
      notes: null,
      nextSteps: null,
      attachments: [],
    })
  })

  it('carries goals, notes, next steps and attachments forward if recurrenceForwardContent is set', async () => {
    const content = {
      recurrenceForwardContent: true,
      clearGoals: 'goals',
      notes: 'notes',
      nextSteps: 'steps',
      attachments: ['plan.pdf', 'sketch.png'],
    }
    const task = await makeRecurring(client, { ...content, progress: 50, elapsedTime: 60 })
    expect(await completeToNext(client, task.id)).toMatchObject({ ...content, progress: 0, elapsedTime: 0 })
  })

  it('uses the values of the same change', async () => {
    const task = await makeTask(client, { title: 'Before' })
    const patch = {
      completed: true,
      title: 'After',
      dueDate: '2026-11-18T09:00',
      isRecurring: true,
      recurrenceFrequency: 'Bi-weekly',
    }
    await change(task.id, patch)
    const next = (await readTasks(client)).find((other) => !other.completed)
    expect(next).toMatchObject({
      title: 'After',
      dueDate: '2026-12-02T09:00',
      recurrenceFrequency: 'Bi-weekly',
    })
  })

  it('puts the next occurrence at the end of its level, in the waiting line if the level is full', async () => {
    const task = await makeRecurring(client, { priority: 1 })
    const others = await fillLevel(client, 1, 3)
    expect(others.map((other) => other.position)).toEqual([1, 2, 3])
    expect(await completeToNext(client, task.id)).toMatchObject({
      priority: 1,
      position: 4,
      completed: false,
    })
    const moved = await client.patch(`/api/tasks/${(await makeTask(client)).id}`, { priority: 1 })
    expect(moved.json<ErrorBody>().message).toBe('Level 1 is full (4 of 3).')
  })

  it('makes the first task of the series the parent of each occurrence', async () => {
    const first = await makeRecurring(client)
    const second = await completeToNext(client, first.id)
    const third = await completeToNext(client, second.id)
    expect([second.parentTaskId, third.parentTaskId]).toEqual([first.id, first.id])
    expect([second.dueDate, third.dueDate]).toEqual(['2026-11-27', '2026-12-04'])
  })

  it.each([
    [{ dueDate: null }, { dueDate: '2026-11-27' }],
    [{ dueDate: 'when it rains' }, { dueDate: 'when it rains' }],
    [{ dueDate: '2026-09-02T08:15' }, { dueDate: '2026-11-25T08:15' }],
    [{ dueDate: '2026-12-04' }, { dueDate: '2026-12-11' }],
    [
      { dueDate: '2026-11-12', startDate: '2026-11-10', endDate: '2026-11-11' },
      { dueDate: '2026-11-26', startDate: '2026-11-24', endDate: '2026-11-25' },
    ],
    [
      { dueDate: null, startDate: '2026-11-10', endDate: 'later' },
      { dueDate: null, startDate: '2026-11-24', endDate: 'later' },
    ],
  ])('with %j creates an occurrence with %j', async (dates, expected) => {
    const { id } = await makeRecurring(client, dates)
    expect(await completeToNext(client, id)).toMatchObject(expected)
  })

  it('creates nothing if it is rejected', async () => {
    const { id } = await makeRecurring(client)
    const stale = await client.patch(`/api/tasks/${id}`, { completed: true }, { 'if-match': '"7"' })
    const wrong = await client.patch(`/api/tasks/${id}`, { completed: true, recurrenceFrequency: null })
    const unknown = await client.patch(`/api/tasks/${id}`, { completed: true, dependencies: [999] })
    expect([stale, wrong, unknown].map((response) => response.statusCode)).toEqual([412, 400, 400])
    expect(await count()).toBe(1)
  })

  it('rolls back completely if the next occurrence cannot be stored', async () => {
    const task = await makeRecurring(client)
    await test.db.schema.dropTable('occurrences').execute()
    expect((await client.patch(`/api/tasks/${task.id}`, { completed: true })).statusCode).toBe(500)
    expect(await readTasks(client)).toEqual([task])
  })
})

describe('no next occurrence is created by', () => {
  it('a task that does not recur', async () => {
    const { id } = await makeTask(client, { dueDate: '2026-11-20', recurrenceFrequency: 'Weekly' })
    expect(await completeTask(client, id)).toBeNull()
    expect(await count()).toBe(1)
  })

  it('creating a task that is already completed', async () => {
    await makeRecurring(client, { completed: true })
    expect(await count()).toBe(1)
  })

  it('a change that completes the task and stops its recurrence', async () => {
    const { id } = await makeRecurring(client)
    await change(id, { completed: true, isRecurring: false })
    expect(await count()).toBe(1)
  })

  it('a change to a completed task, even one that makes it recur', async () => {
    const { id } = await makeTask(client, { completed: true })
    await change(id, { isRecurring: true, recurrenceFrequency: 'Daily', completed: true })
    await change(id, { notes: 'x' })
    expect(await count()).toBe(1)
  })
})

describe('an occurrence is created only once', () => {
  it('when a task is completed again', async () => {
    const { id } = await makeRecurring(client)
    await completeToNext(client, id)
    expect(await completeTask(client, id)).toBeNull()
    expect(await count()).toBe(2)
  })

  it('when a task is reopened and completed again', async () => {
    const { id } = await makeRecurring(client)
    const next = await completeToNext(client, id)
    await change(id, { completed: false })
    expect(await completeTask(client, id)).toBeNull()
    await change(id, { completed: false, dueDate: '2026-11-21' })
    expect(await completeTask(client, id)).toBeNull()
    expect(await readTask(client, next.id)).toEqual(next)
    expect(await count()).toBe(2)
  })

  it('even if it is deleted', async () => {
    const { id } = await makeRecurring(client)
    const next = await completeToNext(client, id)
    await client.delete(`/api/tasks/${next.id}`)
    await change(id, { completed: false })
    expect(await completeTask(client, id)).toBeNull()
    expect(await titles()).toEqual(['A task'])
  })

  it('even after the first task of the series is deleted', async () => {
    const first = await makeRecurring(client)
    const second = await completeToNext(client, first.id)
    await client.delete(`/api/tasks/${first.id}`)
    const third = await completeToNext(client, second.id)
    expect(third).toMatchObject({ dueDate: '2026-12-04', parentTaskId: first.id })
  })

  it('when fifty clients complete the task in parallel', async () => {
    const { id } = await makeRecurring(client)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => client.patch(`/api/tasks/${id}`, { completed: true })),
    )
    expect(responses.every((response) => response.statusCode === 200)).toBe(true)
    expect(responses.filter((response) => 'x-next-task' in response.headers)).toHaveLength(1)
    expect(await count()).toBe(2)
  })

  it('when fifty clients complete and reopen the task in parallel', async () => {
    const { id } = await makeRecurring(client)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => client.patch(`/api/tasks/${id}`, { completed: i % 2 === 0 })),
    )
    expect(await count()).toBe(2)
  })

  it('because the database rejects a duplicate', async () => {
    const { id, userId } = await makeRecurring(client)
    await completeToNext(client, id)
    const again = { user_id: userId, series_id: id, occurrence: 1, task_id: null, due_series_day: null }
    await expect(test.db.insertInto('occurrences').values(again).execute()).rejects.toThrow(/UNIQUE|unique/)
  })
})

describe('another user', () => {
  it('cannot complete the task or create an occurrence', async () => {
    const { id } = await makeRecurring(client)
    const stranger = await signUp(test)
    const response = await stranger.patch(`/api/tasks/${id}`, { completed: true })
    const ending = await stranger.patch(`/api/tasks/${id}?recurrence=end`, { completed: true })
    const visitor = await test.visitor.patch(`/api/tasks/${id}`, { completed: true })
    expect([response, ending, visitor].map((answer) => answer.statusCode)).toEqual([404, 404, 401])
    expect(await readTasks(stranger)).toEqual([])
    expect(await readTask(client, id)).toMatchObject({ completed: false, version: 1 })
  })

  it('cannot add a task to a series', async () => {
    const { id } = await makeRecurring(client)
    const stranger = await signUp(test)
    const made = await stranger.post('/api/tasks', { title: 'x', parentTaskId: id })
    const own = await makeTask(stranger)
    const changed = await stranger.patch(`/api/tasks/${own.id}`, { parentTaskId: id })
    for (const response of [made, changed]) {
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path: 'parentTaskId' }] })
    }
  })
})

it('series are deleted with their user', async () => {
  const { id, userId } = await makeRecurring(client)
  await completeToNext(client, id)
  await test.db.deleteFrom('users').where('id', '=', userId).execute()
  expect(await test.db.selectFrom('occurrences').selectAll().execute()).toEqual([])
})
