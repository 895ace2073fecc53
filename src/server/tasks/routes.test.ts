import { brotliDecompressSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task, TaskDraft } from '#domain/tasks/task.ts'
import {
  type Client,
  TEST_NOW,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let ada: Client
let eve: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test, 'ada@example.com')
  eve = await signUp(test, 'eve@example.com')
})
afterEach(() => test.close())

type Call = [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown]

/** Every way to read or change one task. */
const callsAbout = (id: number): Call[] => [
  ['GET', `/api/tasks/${id}`],
  ['PATCH', `/api/tasks/${id}`, { title: 'Mine now' }],
  ['PATCH', `/api/tasks/${id}`, {}],
  ['DELETE', `/api/tasks/${id}`],
  ['POST', '/api/tasks/priority/5/positions', { positions: [{ id, position: 0 }] }],
]

function send(client: Client, [method, path, body]: Call) {
  if (method === 'GET') return client.get(path)
  if (method === 'DELETE') return client.delete(path)
  return method === 'PATCH' ? client.patch(path, body) : client.post(path, body)
}

describe('creating a task', () => {
  it('with only a title fills in the defaults', async () => {
    const response = await ada.post('/api/tasks', { title: '  Water the plants \n' })
    expect(response.statusCode).toBe(201)
    expect(response.headers.etag).toBe('"1"')
    const { id: userId } = (await ada.get('/api/auth/user')).json<{ id: string }>()
    const task = response.json<Task>()
    expect(task).toEqual({
      id: expect.any(Number),
      title: 'Water the plants',
      description: null,
      dueDate: null,
      priority: 5,
      category: 'Task',
      projectName: null,
      estimatedTime: null,
      startDate: null,
      endDate: null,
      plannedFor: null,
      progress: 0,
      dependencies: [],
      attachments: [],
      completed: false,
      completedAt: null,
      position: 0,
      isRecurring: false,
      recurrenceFrequency: null,
      recurrenceForwardContent: false,
      parentTaskId: null,
      elapsedTime: 0,
      clearGoals: null,
      notes: null,
      nextSteps: null,
      userId,
      version: 1,
      createdAt: TEST_NOW,
      updatedAt: TEST_NOW,
    })
    expect(await readTask(ada, task.id)).toEqual(task)
  })

  it('stores every field unchanged', async () => {
    const { id } = await makeTask(ada)
    const draft: Omit<TaskDraft, 'completed' | 'position'> = {
      title: 'Plan <b>the</b> "move" 👩‍👩‍👧‍👦',
      description: 'line one\nline two\t ',
      dueDate: 'when the cows come home',
      priority: 2,
      category: 'Project',
      projectName: 'Garden',
      estimatedTime: '2 hours 30 minutes',
      startDate: '2026-11-20',
      endDate: '2026-11-24T09:00',
      plannedFor: '2026-11-21',
      progress: 35,
      dependencies: [String(id)],
      attachments: ['plan.pdf', 'Größe 1:2.png'],
      isRecurring: true,
      recurrenceFrequency: 'Bi-weekly',
      recurrenceForwardContent: true,
      parentTaskId: id,
      elapsedTime: 4500,
      clearGoals: 'goals',
      notes: 'notes',
      nextSteps: 'next steps',
    }
    const task = await makeTask(ada, draft)
    expect(task).toMatchObject(draft)
    expect(await readTask(ada, task.id)).toEqual(task)
  })

  it('puts it at the end of its level, even with position 0', async () => {
    const positions = []
    for (const position of [undefined, 0, 7, undefined, 3, 0]) {
      positions.push((await makeTask(ada, { priority: 4, position })).position)
    }
    expect(positions).toEqual([0, 1, 7, 8, 3, 9])
    expect((await makeTask(ada, { priority: 3 })).position).toBe(0)
    expect((await makeTask(eve, { priority: 4 })).position).toBe(0)
  })

  it('is never rejected because the level is full', async () => {
    for (let i = 0; i < 5; i++) await makeTask(ada, { priority: 1 })
    expect((await readTasks(ada)).map((task) => task.position)).toEqual([0, 1, 2, 3, 4])
  })

  it('as completed sets its completion time to now', async () => {
    expect(await makeTask(ada, { completed: true })).toMatchObject({
      completed: true,
      completedAt: TEST_NOW,
    })
  })

  it('keeps a project name only in the category Project', async () => {
    expect((await makeTask(ada, { projectName: 'Garden' })).projectName).toBeNull()
    expect((await makeTask(ada, { projectName: 'Garden', category: 'project' })).projectName).toBeNull()
    expect((await makeTask(ada, { projectName: ' Garden ', category: 'Project' })).projectName).toBe('Garden')
    expect((await makeTask(ada, { projectName: '  ', category: 'Project' })).projectName).toBeNull()
  })

  it('ignores fields that the server sets', async () => {
    const { id: evesId } = (await eve.get('/api/auth/user')).json<{ id: string }>()
    const body = `{
      "title": "A task", "id": 999, "userId": "${evesId}", "version": 9, "createdAt": "2000-01-01T00:00:00.000Z",
      "updatedAt": "2000-01-01T00:00:00.000Z", "completedAt": "2000-01-01T00:00:00.000Z", "extra": 1,
      "__proto__": { "completed": true, "priority": 1 }, "constructor": { "prototype": { "priority": 1 } }
    }`
    const response = await ada.post('/api/tasks', body, { 'content-type': 'application/json' })
    expect(response.statusCode).toBe(201)
    const task = response.json<Task>()
    expect(task).toMatchObject({ version: 1, createdAt: TEST_NOW, updatedAt: TEST_NOW, completedAt: null })
    expect(task).toMatchObject({ completed: false, priority: 5 })
    expect(task.id).not.toBe(999)
    expect(task).not.toHaveProperty('extra')
    expect(await readTasks(eve)).toEqual([])
    expect(({} as Task).priority).toBeUndefined()
  })
})

describe('an Idempotency-Key', () => {
  const KEY = { 'idempotency-key': 'a key' }

  it('sent again returns the first response and creates no second task', async () => {
    const first = await ada.post('/api/tasks', { title: 'Once' }, KEY)
    test.clock.advance({ hours: 23, minutes: 59 })
    const again = await ada.post('/api/tasks', { title: 'Once' }, KEY)
    expect(again.statusCode).toBe(201)
    expect(again.body).toBe(first.body)
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(await readTasks(ada)).toHaveLength(1)
  })

  it('sent again with reordered or unknown fields counts as the same request', async () => {
    const first = await ada.post('/api/tasks', { title: 'Once', notes: 'n' }, KEY)
    const again = await ada.post('/api/tasks', { notes: 'n', unknown: 1, title: ' Once ' }, KEY)
    expect([again.statusCode, again.body]).toEqual([201, first.body])
  })

  it('sent again after the task was changed returns the current task', async () => {
    const { id } = (await ada.post('/api/tasks', { title: 'Once' }, KEY)).json<Task>()
    const changed = await ada.patch(`/api/tasks/${id}`, { title: 'Changed' })
    const again = await ada.post('/api/tasks', { title: 'Once' }, KEY)
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([201, '"2"', changed.body])
    expect(again.headers['x-replay-of']).toBe('1')
  })

  it('sent again after the task was deleted returns 404 and creates nothing', async () => {
    const { id } = (await ada.post('/api/tasks', { title: 'Once' }, KEY)).json<Task>()
    await ada.delete(`/api/tasks/${id}`)
    expect((await ada.post('/api/tasks', { title: 'Once' }, KEY)).statusCode).toBe(404)
    expect(await readTasks(ada)).toEqual([])
  })

  it('sent with a different body returns 422 key_reused and creates nothing', async () => {
    await ada.post('/api/tasks', { title: 'Once' }, KEY)
    const response = await ada.post('/api/tasks', { title: 'Another' }, KEY)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toEqual({
      code: 'key_reused',
      message: 'This Idempotency-Key was already used for a different request. Use a new key.',
    })
    expect(await readTasks(ada)).toHaveLength(1)
  })

  it('expires after a day', async () => {
    await ada.post('/api/tasks', { title: 'Once' }, KEY)
    test.clock.advance({ hours: 24 })
    const again = await ada.post('/api/tasks', { title: 'Another day' }, KEY)
    expect(again.json()).toMatchObject({ title: 'Another day' })
    expect(await readTasks(ada)).toHaveLength(2)
  })

  it('from another user, or with a different value, creates a separate task', async () => {
    await ada.post('/api/tasks', { title: "Ada's" }, KEY)
    expect((await eve.post('/api/tasks', { title: "Eve's" }, KEY)).json()).toMatchObject({ title: "Eve's" })
    await ada.post('/api/tasks', { title: 'Second' }, { 'idempotency-key': 'another key' })
    expect((await readTasks(ada)).map((task) => task.title)).toEqual(["Ada's", 'Second'])
  })

  it('of a rejected request is not remembered', async () => {
    expect((await ada.post('/api/tasks', { title: '' }, KEY)).statusCode).toBe(400)
    expect((await ada.post('/api/tasks', { title: 'x', dependencies: [99] }, KEY)).statusCode).toBe(400)
    expect((await ada.post('/api/tasks', { title: 'Now it is right' }, KEY)).statusCode).toBe(201)
  })

  it.each(['', 'k'.repeat(256)])('that is %j is rejected', async (key) => {
    const response = await ada.post('/api/tasks', { title: 'x' }, { 'idempotency-key': key })
    expect(response.statusCode).toBe(400)
    expect(await readTasks(ada)).toEqual([])
  })
})

describe('the list of tasks', () => {
  it('is empty at first', async () => {
    const response = await ada.get('/api/tasks')
    expect([response.statusCode, response.json()]).toEqual([200, []])
  })

  it('contains every task of the user, including completed ones, ordered by priority, position and id', async () => {
    for (const [title, priority, position, completed] of [
      ['e', 5, 3, false],
      ['c', 5, 1, false],
      ['a', 1, 9, false],
      ['d', 5, 1, true],
      ['f', 10, 0, false],
      ['b', 4, 9, true],
    ] as const) {
      await makeTask(ada, { title, priority, position, completed })
    }
    await makeTask(eve)
    expect((await readTasks(ada)).map((task) => task.title)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})

const idsOf = async (path: string) => (await ada.get(path)).json<Task[]>().map(({ id }) => id)

describe('a part of the list', () => {
  it('contains only the open or only the completed tasks, in the order of the list', async () => {
    const open = [await makeTask(ada, { priority: 2 }), await makeTask(ada, { priority: 7 })]
    const done = [await makeTask(ada, { priority: 7 }), await makeTask(ada, { priority: 1 })]
    for (const { id } of done) await ada.patch(`/api/tasks/${id}`, { completed: true })
    await makeTask(eve)
    expect(await idsOf('/api/tasks?completed=false')).toEqual(open.map(({ id }) => id))
    expect(await idsOf('/api/tasks?completed=true')).toEqual(done.toReversed().map(({ id }) => id))
    const { headers } = await ada.get('/api/tasks?completed=true')
    expect(headers['x-change']).toBe((await ada.get('/api/tasks')).headers['x-change'])
  })

  it('has its own tag, even when packed', async () => {
    const { id } = await makeTask(ada)
    await ada.patch(`/api/tasks/${id}`, { completed: true })
    const paths = ['/api/tasks', '/api/tasks?completed=false', '/api/tasks?completed=true']
    const answers = await Promise.all(paths.map((path) => ada.get(path, { 'accept-encoding': 'br' })))
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3)
    const bodies = answers.map(({ rawPayload }) => JSON.parse(brotliDecompressSync(rawPayload).toString()))
    expect(bodies).toEqual([[expect.objectContaining({ id })], [], [expect.objectContaining({ id })]])
  })

  it.each([
    'completed=1',
    'completed=',
    'completed=True',
    'completed=true&completed=false',
    'completed=true&since=1',
  ])('is rejected for ?%s', async (query) => {
    const response = await ada.get(`/api/tasks?${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json<{ issues: unknown }>().issues).toMatchObject([{ path: 'completed' }])
  })

  it('requires sign-in', async () => {
    expect((await clientOf(test.app).get('/api/tasks?completed=false')).statusCode).toBe(401)
  })
})

describe('one task', () => {
  it('is returned with its version as ETag', async () => {
    const task = await makeTask(ada)
    await ada.patch(`/api/tasks/${task.id}`, { title: 'Changed' })
    const response = await ada.get(`/api/tasks/${task.id}`)
    expect([response.statusCode, response.headers.etag]).toEqual([200, '"2"'])
    expect(response.json()).toEqual({ ...task, title: 'Changed', version: 2 })
  })
})

describe('deleting a task', () => {
  it('removes it from every list', async () => {
    const task = await makeTask(ada)
    const response = await ada.delete(`/api/tasks/${task.id}`)
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await ada.get(`/api/tasks/${task.id}`)).statusCode).toBe(404)
    expect((await ada.delete(`/api/tasks/${task.id}`)).statusCode).toBe(404)
    expect(await readTasks(ada)).toEqual([])
  })

  it('never makes its id available for reuse', async () => {
    const { id } = await makeTask(ada)
    await ada.delete(`/api/tasks/${id}`)
    expect((await makeTask(ada)).id).toBeGreaterThan(id)
  })

  it('with an outdated version is rejected with the current task', async () => {
    const { id } = await makeTask(ada)
    const now = (await ada.patch(`/api/tasks/${id}`, { title: 'Changed' })).json<Task>()
    const response = await ada.delete(`/api/tasks/${id}`, { 'if-match': '"1"' })
    expect(response.statusCode).toBe(412)
    expect(response.json()).toEqual({ code: 'changed', message: expect.any(String), task: now })
    expect((await ada.delete(`/api/tasks/${id}`, { 'if-match': '"2"' })).statusCode).toBe(204)
  })
})

describe('a request about a task', () => {
  it('of another user returns 404 and changes nothing', async () => {
    const task = await makeTask(ada)
    const unknown = callsAbout(999_999)
    for (const [i, call] of callsAbout(task.id).entries()) {
      const one = await send(eve, call)
      const other = await send(eve, unknown[i] ?? call)
      expect(one.statusCode).toBe(404)
      expect(one.body).toBe(other.body)
    }
    expect(await readTask(ada, task.id)).toEqual(task)
    expect(await readTasks(eve)).toEqual([])
  })

  it('of another user gives the same response with If-Match', async () => {
    const { id } = await makeTask(ada)
    const headers = { 'if-match': '"7"' }
    expect((await eve.patch(`/api/tasks/${id}`, { title: 'x' }, headers)).statusCode).toBe(404)
    expect((await eve.delete(`/api/tasks/${id}`, headers)).statusCode).toBe(404)
  })

  it('requires sign-in', async () => {
    const task = await makeTask(ada)
    const all: Call[] = [
      ...callsAbout(task.id),
      ['GET', '/api/tasks'],
      ['GET', '/api/tasks/completed'],
      ['POST', '/api/tasks', { title: 'x' }],
      ['POST', '/api/tasks', { title: '' }],
    ]
    for (const call of all) {
      const response = await send(test.visitor, call)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({
        code: 'not_signed_in',
        message: 'You’re not signed in. Sign in and try again.',
      })
    }
    expect(await readTasks(ada)).toEqual([task])
  })
})
