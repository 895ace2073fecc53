import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Level } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

const LATER = '2026-11-20T11:30:00.000Z'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

/** Changes a task and returns it. Fails the test if the change is rejected. */
async function change(id: number, patch: Record<string, unknown>): Promise<Task> {
  const response = await client.patch(`/api/tasks/${id}`, patch)
  expect(response.statusCode).toBe(200)
  return response.json<Task>()
}

const changeIfMatch = (id: number, ifMatch: string, patch: object = { notes: 'changed' }) =>
  client.patch(`/api/tasks/${id}`, patch, { 'if-match': ifMatch })

describe('changing a task', () => {
  it('returns the task with the next version', async () => {
    const task = await makeTask(client)
    test.clock.set(LATER)
    const response = await client.patch(`/api/tasks/${task.id}`, { title: ' Changed ', progress: 10 })
    expect([response.statusCode, response.headers.etag]).toEqual([200, '"2"'])
    const changed = { ...task, title: 'Changed', progress: 10, version: 2, updatedAt: LATER }
    expect(response.json()).toEqual(changed)
    expect(await readTask(client, task.id)).toEqual(changed)
  })

  it('to its current values keeps its version', async () => {
    const task = await makeTask(client, { notes: 'notes', attachments: ['a', 'b'] })
    test.clock.set(LATER)
    for (const patch of [{}, { notes: 'notes' }, { attachments: ['a', 'b'], priority: 5 }, task]) {
      const { parentTaskId: _, ...fields } = { parentTaskId: null, ...patch }
      const response = await client.patch(`/api/tasks/${task.id}`, fields)
      expect([response.statusCode, response.headers.etag]).toEqual([200, '"1"'])
      expect(response.json()).toEqual(task)
    }
  })

  it.each([
    'description',
    'dueDate',
    'projectName',
    'estimatedTime',
    'startDate',
    'endDate',
    'clearGoals',
    'notes',
    'nextSteps',
  ])('clears %s with null', async (field) => {
    const { id } = await makeTask(client, { category: 'Project', [field]: 'something' })
    expect(await readTask(client, id)).toMatchObject({ [field]: 'something' })
    expect(await change(id, { [field]: null })).toMatchObject({ [field]: null, version: 2 })
  })

  it('ignores fields that the server sets', async () => {
    const task = await makeTask(client)
    const body = `{
      "id": 999, "userId": "me", "version": 9, "createdAt": "2000-01-01T00:00:00.000Z", "extra": 1,
      "updatedAt": "2000-01-01T00:00:00.000Z", "completedAt": "2000-01-01T00:00:00.000Z",
      "__proto__": { "title": "x" }, "constructor": { "prototype": { "title": "x" } }
    }`
    const response = await client.patch(`/api/tasks/${task.id}`, body, { 'content-type': 'application/json' })
    expect([response.statusCode, response.json()]).toEqual([200, task])
  })

  it('in one field keeps a concurrent change to another field', async () => {
    const { id } = await makeTask(client)
    await Promise.all([change(id, { title: 'New title' }), change(id, { notes: 'New notes' })])
    expect(await readTask(client, id)).toMatchObject({ title: 'New title', notes: 'New notes', version: 3 })
  })

  it('to a category other than Project drops the project name', async () => {
    const { id } = await makeTask(client, { category: 'Project', projectName: 'Garden' })
    expect(await change(id, { category: 'Meeting' })).toMatchObject({ projectName: null })
    expect(await change(id, { projectName: 'Garden' })).toMatchObject({ projectName: null })
    expect(await change(id, { category: 'Project' })).toMatchObject({ projectName: null })
    expect(await change(id, { projectName: 'House' })).toMatchObject({ projectName: 'House' })
  })
})

describe('If-Match', () => {
  it.each(['"1"', '*', '"0", "1"', ' "1" '])('%s accepts a change based on version 1', async (ifMatch) => {
    const { id } = await makeTask(client)
    expect((await changeIfMatch(id, ifMatch)).statusCode).toBe(200)
  })

  it.each(['"2"', '"0"', '1', '"1', 'W/"1"', '"01"', '""', 'x'])(
    '%s rejects a change based on version 1 and returns the current task',
    async (ifMatch) => {
      const task = await makeTask(client)
      const response = await changeIfMatch(task.id, ifMatch)
      expect(response.statusCode).toBe(412)
      expect(response.json()).toEqual({
        code: 'changed',
        message: 'This task has changed since you last loaded it.',
        task,
      })
      expect(await readTask(client, task.id)).toEqual(task)
    },
  )

  it('is checked before the change, even if nothing would change', async () => {
    const { id } = await makeTask(client, { notes: 'changed' })
    expect((await changeIfMatch(id, '"2"')).statusCode).toBe(412)
    expect((await changeIfMatch(id, '"2"', { isRecurring: true })).statusCode).toBe(412)
  })

  it('accepts only the first of two writers', async () => {
    const { id } = await makeTask(client)
    expect((await changeIfMatch(id, '"1"')).headers.etag).toBe('"2"')
    const late = await changeIfMatch(id, '"1"', { notes: 'from the other browser' })
    expect(late.statusCode).toBe(412)
    expect(late.json()).toMatchObject({ task: { notes: 'changed', version: 2 } })
  })
})

describe('an Idempotency-Key', () => {
  const KEY = { 'idempotency-key': 'a key' }
  const addTime = (id: number, elapsedTime: number, headers: Record<string, string> = {}) =>
    client.patch(`/api/tasks/${id}`, { elapsedTime }, { ...KEY, ...headers })

  it('sent again returns the first response and changes nothing', async () => {
    const { id } = await makeTask(client)
    const first = await addTime(id, 60, { 'if-match': '"1"' })
    expect(first.json()).toMatchObject({ elapsedTime: 60, version: 2 })
    expect(first.headers).not.toHaveProperty('x-replay-of')
    const again = await addTime(id, 60, { 'if-match': '"1"' })
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([200, '"2"', first.body])
    expect(again.headers['x-replay-of']).toBe('2')
  })

  it('sent again after another change returns the current task', async () => {
    const { id } = await makeTask(client)
    await addTime(id, 60)
    const now = await change(id, { elapsedTime: 100 })
    const again = await addTime(id, 60)
    expect([again.statusCode, again.headers.etag, again.json()]).toEqual([200, '"3"', now])
    expect(again.headers['x-replay-of']).toBe('2')
    expect(await readTask(client, id)).toEqual(now)
  })

  it('sent again after the task was deleted returns 404', async () => {
    const { id } = await makeTask(client)
    await addTime(id, 60)
    await client.delete(`/api/tasks/${id}`)
    expect((await addTime(id, 60)).statusCode).toBe(404)
  })

  it('sent with a different body, or to end the series, returns 422 and changes nothing', async () => {
    const { id } = await makeTask(client)
    await addTime(id, 60)
    const other = await addTime(id, 61)
    const ending = await client.patch(`/api/tasks/${id}?recurrence=end`, { elapsedTime: 60 }, KEY)
    for (const response of [other, ending]) {
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ code: 'key_reused' })
    }
    expect(await readTask(client, id)).toMatchObject({ elapsedTime: 60, version: 2 })
  })

  it('sent again returns the same next occurrence', async () => {
    const { id } = await makeRecurring(client)
    const complete = () => client.patch(`/api/tasks/${id}`, { completed: true }, KEY)
    const next = (await complete()).headers['x-next-task']
    expect(next).toMatch(/^\d+$/)
    expect((await complete()).headers['x-next-task']).toBe(next)
  })

  it('of a rejected change is not remembered', async () => {
    const { id } = await makeTask(client)
    expect((await addTime(id, 60, { 'if-match': '"7"' })).statusCode).toBe(412)
    expect((await addTime(id, -1)).statusCode).toBe(400)
    expect((await addTime(id, 90, { 'if-match': '"1"' })).json()).toMatchObject({ elapsedTime: 90 })
  })

  it('applies to one task and one user only', async () => {
    const one = await makeTask(client)
    const other = await makeTask(client)
    await addTime(one.id, 60)
    expect((await addTime(other.id, 70)).json()).toMatchObject({ id: other.id, elapsedTime: 70 })
    const eve = await signUp(test)
    const hers = await eve.patch(`/api/tasks/${one.id}`, { elapsedTime: 60 }, KEY)
    expect(hers.statusCode).toBe(404)
  })
})

describe('completing a task', () => {
  it('sets its completion time to the server’s time', async () => {
    const { id } = await makeTask(client)
    test.clock.set(LATER)
    expect(await change(id, { completed: true })).toMatchObject({ completed: true, completedAt: LATER })
  })

  it('that is already completed keeps its completion time', async () => {
    const { id } = await makeTask(client, { completed: true })
    test.clock.set(LATER)
    expect(await change(id, { completed: true })).toMatchObject({ completedAt: TEST_NOW, version: 1 })
    expect(await change(id, { notes: 'x' })).toMatchObject({ completedAt: TEST_NOW, version: 2 })
  })

  it('frees its slot', async () => {
    const [first] = await fillLevel(client, 1, 3)
    const task = await makeTask(client, { priority: 2 })
    expect((await client.patch(`/api/tasks/${task.id}`, { priority: 1 })).statusCode).toBe(409)
    await change(first?.id ?? 0, { completed: true })
    await change(task.id, { priority: 1 })
  })

  it('at a full level moves nothing', async () => {
    await fillLevel(client, 1, 3)
    const { id } = await makeTask(client, { priority: 2 })
    expect(await change(id, { completed: true, priority: 1 })).toMatchObject({ completed: true, priority: 1 })
  })
})

describe('reopening a task', () => {
  it('clears its completion time and puts it at the end of its level', async () => {
    const { id } = await makeTask(client, { completed: true })
    await fillLevel(client, 5, 2)
    expect(await change(id, { completed: false })).toMatchObject({
      completed: false,
      completedAt: null,
      position: 2,
    })
  })

  it('is never rejected because a level is full, even if the change also moves the task there', async () => {
    await fillLevel(client, 1, 3)
    const one = await makeTask(client, { priority: 1, completed: true })
    const other = await makeTask(client, { priority: 9, completed: true })
    expect(await change(one.id, { completed: false })).toMatchObject({ priority: 1, position: 3 })
    expect(await change(other.id, { completed: false, priority: 1 })).toMatchObject({
      priority: 1,
      position: 4,
    })
  })
})

describe('moving a task to another level', () => {
  it.each([
    [{}, 8],
    [{ position: 0 }, 8],
    [{ position: 3 }, 3],
    [{ position: 40 }, 40],
  ])('with %j puts it at position %d', async (fields, position) => {
    await makeTask(client, { priority: 7, position: 7 })
    const { id } = await makeTask(client)
    expect(await change(id, { priority: 7, ...fields })).toMatchObject({ priority: 7, position, version: 2 })
  })

  it('to an empty level gives it position 0', async () => {
    await makeTask(client)
    const { id } = await makeTask(client)
    expect(await change(id, { priority: 7 })).toMatchObject({ position: 0 })
  })

  it('changes nothing if it is already there, because a change of position alone is ignored', async () => {
    await makeTask(client)
    const { id } = await makeTask(client)
    expect(await change(id, { position: 9 })).toMatchObject({ position: 1, version: 1 })
    expect(await change(id, { position: 9, priority: 5 })).toMatchObject({ position: 1, version: 1 })
  })

  it.each([
    [1, 3],
    [2, 3],
    [3, 4],
    [4, 4],
    [5, 6],
    [6, 6],
    [7, 8],
    [8, 8],
    [9, 10],
    [10, 10],
  ] as [Level, number][])(
    'fills the last slot of level %d, and the next task is rejected',
    async (level, slots) => {
      await fillLevel(client, level, slots - 1)
      const [one, other] = await fillLevel(client, level === 10 ? 9 : 10, 2)
      await change(one?.id ?? 0, { priority: level })
      const response = await client.patch(`/api/tasks/${other?.id}`, { priority: level, notes: 'changed' })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toEqual({
        code: 'level_full',
        message: `Level ${level} is full (${slots} of ${slots}).`,
      })
      expect(await readTask(client, other?.id ?? 0)).toEqual(other)
    },
  )

  it('that is full, with `waiting`, puts the task at the end of the waiting line', async () => {
    await fillLevel(client, 2, 3)
    const { id } = await makeTask(client)
    const body = { priority: 2, position: 1, waiting: true }
    const once = { 'idempotency-key': 'a' }
    const response = await client.patch(`/api/tasks/${id}`, body, once)
    expect(response.statusCode).toBe(200)
    expect(response.json().tasks).toEqual([await readTask(client, id)])
    expect((await readTasks(client)).map((task) => task.id).at(-1)).toBe(id)
    const other = await client.patch(`/api/tasks/${id}`, { ...body, waiting: false }, once)
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
  })

  it('with `waiting` puts the task at the requested position if a slot is free', async () => {
    await fillLevel(client, 2, 2)
    const { id } = await makeTask(client)
    const response = await client.patch(`/api/tasks/${id}`, { priority: 2, position: 1, waiting: true })
    expect(response.json().tasks).toMatchObject([{ priority: 2, position: 1 }])
  })

  it('rejects `waiting` if it is neither true nor false', async () => {
    const { id } = await makeTask(client)
    const response = await client.patch(`/api/tasks/${id}`, { priority: 2, waiting: 'yes' })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        code: 'invalid',
        message: 'Waiting must be true or false.',
        issues: [{ path: 'waiting', message: 'Waiting must be true or false.' }],
      },
    ])
  })

  it('rejects `waiting` without a level', async () => {
    const { id } = await makeTask(client)
    const response = await client.patch(`/api/tasks/${id}`, { notes: 'Later', waiting: true })
    expect([response.statusCode, response.json()]).toMatchObject([400, { issues: [{ path: 'priority' }] }])
    expect(await readTask(client, id)).toMatchObject({ notes: null })
  })

  it('that is over its limit is rejected with the actual count', async () => {
    await fillLevel(client, 2, 4)
    const { id } = await makeTask(client)
    const response = await client.patch(`/api/tasks/${id}`, { priority: 2 })
    expect(response.json()).toMatchObject({ message: 'Level 2 is full (4 of 3).' })
  })

  it('ignores the tasks of other users and completed ones', async () => {
    await fillLevel(await signUp(test), 1, 3)
    for (let i = 0; i < 3; i++) await makeTask(client, { priority: 1, completed: true })
    const { id } = await makeTask(client)
    expect(await change(id, { priority: 1 })).toMatchObject({ priority: 1, position: 0 })
  })

  it('is always possible for a completed task, because it has no slot', async () => {
    await fillLevel(client, 1, 3)
    const { id } = await makeTask(client, { completed: true, position: 5 })
    expect(await change(id, { priority: 1, position: 2 })).toMatchObject({ priority: 1, position: 2 })
    expect(await change(id, { priority: 2 })).toMatchObject({ priority: 2, position: 0 })
  })

  it('ignores the limit of a level for a task that stays there', async () => {
    const [first] = await fillLevel(client, 1, 5)
    expect(await change(first?.id ?? 0, { priority: 1, title: 'Still here' })).toMatchObject({ version: 2 })
    expect(await readTasks(client)).toHaveLength(5)
  })
})
