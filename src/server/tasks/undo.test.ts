import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { BulkResult } from '#domain/tasks/bulk-schema.ts'
import { DELETED_TASKS_MAX } from '#domain/tasks/deleted-task.ts'
import type { UndoResult } from '#domain/tasks/undo-schema.ts'
import { attach, attachmentPath, storedNames } from '#tests/support/attachments.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

import { UNDOS_MAX } from '../run/undo-store.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

/** Everything the user can read about tasks, apart from versions and times of change. */
async function readAll(): Promise<unknown> {
  const ignored = new Set(['version', 'updatedAt', 'asOf'])
  const paths = ['/api/tasks', '/api/tasks/completed', '/api/tasks/completed/totals', '/api/trash']
  const answers = await Promise.all(paths.map((path) => client.get(path)))
  return answers.map(({ body }) =>
    JSON.parse(body, (key, value: unknown) => (ignored.has(key) ? undefined : value)),
  )
}

async function change(id: number, patch: object, headers?: Record<string, string>): Promise<string> {
  const response = await client.patch(`/api/tasks/${id}`, patch, headers)
  expect(response.statusCode).toBe(200)
  return String(response.headers['x-undo'])
}

async function changeSeveral(tasks: object[]): Promise<string> {
  const response = await client.post('/api/tasks/bulk', { tasks })
  expect(response.statusCode).toBe(200)
  return String(response.json<BulkResult>().undo)
}

const undo = (token: string, by = client) => by.post('/api/undo', { undo: token })

async function undone(token: string): Promise<UndoResult> {
  const response = await undo(token)
  expect(response.statusCode).toBe(200)
  return response.json<UndoResult>()
}

const complete = (id: number) => change(id, { completed: true })
const reopen = (id: number) => change(id, { completed: false })

describe('undoing a request', () => {
  it('reopens a completed task at its old place', async () => {
    const task = await makeTask(client, { notes: 'By noon.', priority: 2 })
    await makeTask(client, { priority: 2 })
    const before = await readAll()
    test.clock.advance({ hours: 1 })
    const token = await complete(task.id)
    test.clock.advance({ hours: 1 })
    const { tasks, removed } = await undone(token)
    const reopened = await readTask(client, task.id)
    expect(tasks).toEqual([reopened])
    expect(removed).toEqual([])
    expect(reopened).toMatchObject({ version: 3, updatedAt: '2026-11-20T12:00:00.000Z' })
    expect(await readAll()).toEqual(before)
  })

  it(`works after a wrong clock dated ${UNDOS_MAX} earlier requests in the future`, async () => {
    const { id, userId } = await makeTask(client)
    const row = { user_id: userId, record: '{}', created_at: '2999-01-01T00:00:00.000Z' }
    const rows = Array.from({ length: UNDOS_MAX }, (_, index) => ({ ...row, token: `${index}` }))
    await test.db.insertInto('undos').values(rows).execute()
    await undone(await complete(id))
    expect((await readTask(client, id)).completed).toBe(false)
  })

  it('completes a reopened task with its original completion time', async () => {
    const [first, second] = [await makeTask(client), await makeTask(client)]
    await complete(first.id)
    test.clock.advance({ hours: 24 })
    await complete(second.id)
    const before = await readAll()
    test.clock.advance({ hours: 1 })
    await undone(await reopen(first.id))
    expect(await readAll()).toEqual(before)
    expect((await readTask(client, first.id)).completedAt).toBe(TEST_NOW)
  })

  it('restores the other fields of the request, but keeps the tracked time', async () => {
    const task = await makeTask(client, {
      title: 'Plan',
      elapsedTime: 60,
      category: 'Project',
      projectName: 'Bridge',
    })
    const token = await change(task.id, {
      title: 'Planned',
      category: 'Meeting',
      priority: 9,
      completed: true,
      elapsedTime: 300,
    })
    await undone(token)
    const { version: _, ...fields } = task
    expect(await readTask(client, task.id)).toMatchObject({ ...fields, elapsedTime: 300 })
  })

  it('keeps fields that have since changed', async () => {
    const { id } = await makeTask(client)
    const token = await complete(id)
    await change(id, { title: 'A better title' })
    await undone(token)
    expect(await readTask(client, id)).toMatchObject({ completed: false, title: 'A better title' })
  })

  it('works only once, and a retry with the same key returns the same response', async () => {
    const { id } = await makeTask(client)
    const token = await complete(id)
    const key = { 'idempotency-key': 'undo' }
    const first = await client.post('/api/undo', { undo: token }, key)
    expect(first.statusCode).toBe(200)
    expect((await client.post('/api/undo', { undo: token }, key)).body).toBe(first.body)
    expect((await undo(token)).statusCode).toBe(404)
  })

  it('uses the same token if the request is repeated with its key', async () => {
    const { id } = await makeTask(client)
    const key = { 'idempotency-key': 'complete' }
    const token = await change(id, { completed: true }, key)
    expect(await change(id, { completed: true }, key)).toBe(token)
    await undone(token)
    expect(await change(id, { completed: true }, key)).toBe('undefined')
  })

  it('is offered for requests that complete, reopen or move a task, and for every request about several tasks', async () => {
    const { id } = await makeTask(client)
    expect(await change(id, { title: 'Plan' })).toBe('undefined')
    expect(await change(id, { completed: false })).toBe('undefined')
    expect(await changeSeveral([{ id, priority: 5 }])).toBe('null')
    await undone(await changeSeveral([{ id, dueDate: '2026-12-01' }]))
    expect(await readTask(client, id)).toMatchObject({ title: 'Plan', dueDate: null })
  })
})

describe('undoing a move', () => {
  it('restores the exact place, even at a level whose waiting line moved up', async () => {
    const [first] = await fillLevel(client, 2, 4)
    await change(first?.id ?? 0, { priority: 9 })
    await change(first?.id ?? 0, { priority: 7 })
    const before = await readAll()
    await undone(await change((await readTasks(client))[0]?.id ?? 0, { priority: 7 }))
    expect(await readAll()).toEqual(before)
  })

  it('works after the task was reordered in its new level', async () => {
    const [task, other] = [await makeTask(client, { priority: 3 }), await makeTask(client, { priority: 6 })]
    const token = await change(task.id, { priority: 6 })
    const positions = [task, other].map(({ id }, position) => ({ id, position }))
    await client.post('/api/tasks/priority/6/positions', { positions })
    await undone(token)
    expect(await readTask(client, task.id)).toMatchObject({ priority: 3, position: 0 })
  })

  it('removes the task from the waiting line that it joined', async () => {
    await fillLevel(client, 1, 3)
    const { id } = await makeTask(client, { priority: 4 })
    const before = await readAll()
    const response = await client.patch(`/api/tasks/${id}`, { priority: 1, waiting: true })
    const { tasks, undo } = response.json<{ tasks: Task[]; undo: string }>()
    expect(tasks).toMatchObject([{ id, priority: 1, position: 3 }])
    await undone(undo)
    expect(await readAll()).toEqual(before)
  })

  it('is rejected if the old level has filled up', async () => {
    const [first] = await fillLevel(client, 1, 3)
    const token = await change(first?.id ?? 0, { priority: 4 })
    await makeTask(client, { priority: 1 })
    const response = await undo(token)
    expect([response.statusCode, response.json<ErrorBody>().message]).toEqual([
      409,
      'Level 1 is full (3 of 3).',
    ])
    expect(await readTask(client, first?.id ?? 0)).toMatchObject({ priority: 4 })
  })

  it('needs no slot for a task that has since been completed', async () => {
    const [first] = await fillLevel(client, 1, 3)
    const token = await change(first?.id ?? 0, { priority: 4 })
    await makeTask(client, { priority: 1 })
    await complete(first?.id ?? 0)
    await undone(token)
    expect(await readTask(client, first?.id ?? 0)).toMatchObject({ priority: 1, completed: true })
  })
})

describe('undoing the completion of a recurring task', () => {
  it('removes the next occurrence for good, and completing the task again creates a new one', async () => {
    const task = await makeRecurring(client, { recurrenceForwardContent: true, notes: 'Every week.' })
    await attach(client, task.id, 'plan.txt')
    const [before, files] = [await readAll(), await storedNames(test)]
    const token = await complete(task.id)
    const next = (await readTasks(client)).find(({ id }) => id !== task.id)
    expect(await undone(token)).toMatchObject({ tasks: [{ id: task.id }], removed: [next?.id] })
    expect(await readAll()).toEqual(before)
    expect(await storedNames(test)).toEqual(files)
    await complete(task.id)
    expect(await readTasks(client)).toHaveLength(2)
  })

  it('removes the next occurrence that moved because others were reordered', async () => {
    const task = await makeRecurring(client)
    const other = await makeTask(client)
    const token = await complete(task.id)
    const next = (await readTasks(client)).find(({ id }) => id > other.id)
    const positions = [
      { id: next?.id, position: 0 },
      { id: other.id, position: 1 },
    ]
    await client.post('/api/tasks/priority/5/positions', { positions })
    expect((await undone(token)).removed).toEqual([next?.id])
  })

  it.each([
    ['was changed', (next: Task) => change(next.id, { title: 'Next time' })],
    ['has a new file', (next: Task) => attach(client, next.id, 'plan.txt')],
    ['is needed by another task', (next: Task) => makeTask(client, { dependencies: [String(next.id)] })],
  ])('keeps the next occurrence if it %s', async (_, touch) => {
    const task = await makeRecurring(client)
    const token = await complete(task.id)
    const next = (await readTasks(client)).find(({ id }) => id !== task.id) as Task
    await touch(next)
    expect((await undone(token)).removed).toEqual([])
    expect(await readTask(client, task.id)).toMatchObject({ completed: false })
    const { length } = await readTasks(client)
    await complete(task.id)
    expect(await readTasks(client)).toHaveLength(length)
  })

  it('keeps the next occurrence whose file was replaced by one with the same name', async () => {
    const { id } = await makeRecurring(client, { recurrenceForwardContent: true })
    await attach(client, id, 'plan.txt')
    const token = await complete(id)
    await client.delete(attachmentPath(id + 1, 'plan.txt'))
    await attach(client, id + 1, 'plan.txt', 'The new plan')
    expect((await undone(token)).removed).toEqual([])
    expect((await client.get(attachmentPath(id + 1, 'plan.txt'))).body).toBe('The new plan')
  })

  it('leaves the next occurrence in the trash if it was deleted', async () => {
    const task = await makeRecurring(client)
    const token = await complete(task.id)
    const next = (await readTasks(client)).find(({ id }) => id !== task.id) as Task
    await client.delete(`/api/tasks/${next.id}`)
    expect((await undone(token)).removed).toEqual([])
    expect((await client.post(`/api/tasks/${next.id}/restore`)).statusCode).toBe(200)
  })

  it('removes the next occurrence without dropping a task from a full trash', async () => {
    const { id, userId } = await makeRecurring(client)
    const row = { user_id: userId, task: '{}', dependents: '[]', deleted_at: TEST_NOW }
    const rows = Array.from({ length: DELETED_TASKS_MAX }, (_, i) => ({ ...row, task_id: 10_000 + i }))
    for (const some of [rows.slice(0, 500), rows.slice(500)])
      await test.db.insertInto('deleted_tasks').values(some).execute()
    test.clock.advance({ seconds: 1 })
    expect((await undone(await complete(id))).removed).toHaveLength(1)
    const kept = await test.db.selectFrom('deleted_tasks').select('task_id').execute()
    expect(kept).toHaveLength(DELETED_TASKS_MAX)
  })
})

describe('undoing a request about several tasks', () => {
  it('restores 250 tasks and removes their next occurrences', async () => {
    const drafts = Array.from({ length: 100 }, (_, i) => ({ title: `Task ${i}`, priority: 10 }))
    for (let i = 0; i < 2; i++) await client.post('/api/tasks/several', { tasks: drafts })
    await client.post('/api/tasks/several', { tasks: drafts.slice(0, 50) })
    const recurring = await makeRecurring(client)
    const done = await makeTask(client)
    await complete(done.id)
    const before = await readAll()
    test.clock.advance({ hours: 2 })
    const open = (await readTasks(client)).filter(({ completed }) => !completed)
    const token = await changeSeveral([
      ...open.map(({ id }) => ({ id, completed: true })),
      { id: done.id, completed: false },
    ])
    const { tasks, removed } = await undone(token)
    expect(tasks).toHaveLength(252)
    for (const task of tasks.slice(0, 250)) expect(task).not.toHaveProperty('notes')
    expect(removed).toHaveLength(1)
    expect(await readAll()).toEqual(before)
    expect(await readTask(client, recurring.id)).toMatchObject({ completed: false })
  })

  it('restores the moves of a request, wherever they are in the list', async () => {
    const drafts = Array.from({ length: 100 }, (_, i) => ({ title: `Task ${i}`, priority: 10 }))
    await client.post('/api/tasks/several', { tasks: drafts })
    const { id } = await makeTask(client, { priority: 9 })
    const before = await readAll()
    const others = (await readTasks(client)).filter((task) => task.id !== id)
    const token = await changeSeveral([
      ...others.map((task) => ({ id: task.id, completed: true })),
      { id, priority: 3 },
    ])
    await undone(token)
    expect(await readAll()).toEqual(before)
  })

  it('returns a task to a level at which the request created over 100 next occurrences', async () => {
    const [moved] = await fillLevel(client, 3, 4)
    const draft = { title: 'Water', priority: 10, isRecurring: true, recurrenceFrequency: 'Daily' }
    for (const length of [100, 20])
      await client.post('/api/tasks/several', { tasks: Array.from({ length }, () => draft) })
    const before = await readAll()
    const recurring = (await readTasks(client)).filter(({ isRecurring }) => isRecurring)
    const token = await changeSeveral([
      { id: moved?.id, priority: 9 },
      ...recurring.map(({ id }) => ({ id, completed: true, priority: 3 })),
    ])
    expect((await undone(token)).removed).toHaveLength(120)
    expect(await readAll()).toEqual(before)
  })

  it('undoes nothing if one task has since changed, and reports its id', async () => {
    const [first, second] = [await makeTask(client), await makeTask(client, { title: 'Call the bank' })]
    const token = await changeSeveral([first, second].map(({ id }) => ({ id, completed: true })))
    await reopen(second.id)
    const before = await readAll()
    const response = await undo(token)
    expect(response.statusCode).toBe(409)
    expect(response.json<ErrorBody>()).toEqual({
      code: 'cannot_undo',
      message: 'Can’t undo: the task has since changed.',
      tasks: [{ id: second.id, title: 'Call the bank' }],
    })
    expect(await readAll()).toEqual(before)
  })
})

describe('an undo is rejected', () => {
  it('if the task was deleted', async () => {
    const { id } = await makeTask(client)
    const token = await complete(id)
    await client.delete(`/api/tasks/${id}`)
    const response = await undo(token)
    expect(response.statusCode).toBe(409)
    expect(response.json<ErrorBody>().tasks).toEqual([{ id }])
  })

  it('for another user, for an unknown token, and without signing in', async () => {
    const { id } = await makeTask(client)
    const token = await complete(id)
    const eve = await signUp(test, 'eve@example.com')
    expect((await undo(token, eve)).statusCode).toBe(404)
    expect((await undo('unknown')).statusCode).toBe(404)
    expect((await undo(token, test.visitor)).statusCode).toBe(401)
    expect((await readTask(client, id)).completed).toBe(true)
  })

  it.each([{}, { undo: '' }, { undo: 7 }, { undo: 'x'.repeat(101) }, { undo: 'x\0' }])(
    'for the body %j',
    async (body) => {
      const response = await client.post('/api/undo', body)
      expect(response.statusCode).toBe(400)
      expect(response.json<ErrorBody>().issues?.[0]?.path).toBe('undo')
    },
  )

  it('after 24 hours', async () => {
    const { id } = await makeTask(client)
    const token = await complete(id)
    test.clock.advance({ hours: 24 })
    expect((await undo(token)).statusCode).toBe(404)
  })

  it(`after ${UNDOS_MAX} other requests`, async () => {
    const { id } = await makeTask(client)
    const tokens = [await complete(id)]
    while (tokens.length <= UNDOS_MAX) {
      test.clock.advance({ seconds: 1 })
      tokens.push(await change(id, { completed: tokens.length % 2 === 0 }))
    }
    expect((await undo(tokens[0] ?? '')).statusCode).toBe(404)
    await undone(tokens.at(-1) ?? '')
  })

  it('if another device has sent the same undo in parallel', async () => {
    const { id } = await makeTask(client)
    const token = await complete(id)
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await undo(token)).statusCode))
    expect(statuses.filter((status) => status !== 404)).toEqual([200])
    expect((await readTask(client, id)).version).toBe(3)
  })
})
