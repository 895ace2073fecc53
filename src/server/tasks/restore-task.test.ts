import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { DELETED_TASKS_MAX } from '#domain/tasks/deleted-task.ts'
import type { Task } from '#domain/tasks/task.ts'
import { attach, attachmentPath, readAttachments, storedNames } from '#tests/support/attachments.ts'
import {
  type Client,
  TEST_NOW,
  type TestApp,
  buildTestApp,
  restartUpon,
  signUp,
} from '#tests/support/build-app.ts'
import { completeToNext, makeRecurring } from '#tests/support/series.ts'
import { makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

const remove = async (id: number) => expect((await client.delete(`/api/tasks/${id}`)).statusCode).toBe(204)

async function restore(id: number): Promise<Task> {
  const response = await client.post(`/api/tasks/${id}/restore`)
  expect(response.statusCode).toBe(200)
  return response.json<Task>()
}

async function status(id: number, by = client): Promise<number> {
  return (await by.post(`/api/tasks/${id}/restore`)).statusCode
}

const dependenciesOf = async (id: number) => (await readTask(client, id)).dependencies

const put = async (id: number, name: string, bytes: number) =>
  (await client.put(attachmentPath(id, name), 'x'.repeat(bytes))).statusCode

describe('a restored task', () => {
  it('is the same task with the same files, in a new version', async () => {
    const { id } = await makeTask(client, {
      title: 'Launch',
      notes: 'All of it.',
      dueDate: '2027-01-31',
      category: 'Project',
      projectName: 'Tenfold',
      priority: 3,
      elapsedTime: 60,
      attachments: ['only a name'],
    })
    await attach(client, id, 'plan.txt', 'the plan')
    const [before, files] = [await readTask(client, id), await readAttachments(client, id)]
    await remove(id)
    expect((await client.get(`/api/tasks/${id}`)).statusCode).toBe(404)
    expect((await client.get(attachmentPath(id, 'plan.txt'))).statusCode).toBe(404)
    expect(await readTasks(client)).toEqual([])
    test.clock.advance({ hours: 1 })

    const response = await client.post(`/api/tasks/${id}/restore`)
    const restored = response.json<Task>()
    const { version } = restored
    expect(restored).toEqual({ ...before, version, updatedAt: test.clock.now() })
    expect(version).toBe(before.version + 1)
    expect(response.headers['etag']).toBe(`"${version}"`)
    expect(await readTask(client, id)).toEqual(restored)
    expect(await readAttachments(client, id)).toEqual(files)
    expect((await client.get(attachmentPath(id, 'plan.txt'))).body).toBe('the plan')
    await client.delete(attachmentPath(id, 'plan.txt'))
    expect(await storedNames(test)).toEqual([])
  })

  it('gets the initial value of a field that was added later', async () => {
    const { id } = await makeTask(client, { title: 'Launch', elapsedTime: 60 })
    await remove(id)
    const { task } = await test.db.selectFrom('deleted_tasks').select('task').executeTakeFirstOrThrow()
    const { elapsedTime: _, ...older } = JSON.parse(task) as Task
    await test.db
      .updateTable('deleted_tasks')
      .set({ task: JSON.stringify(older) })
      .execute()
    const restored = await restore(id)
    expect(restored).toMatchObject({ title: 'Launch', elapsedTime: 0 })
    expect(Object.keys(restored)).toEqual(Object.keys(await readTask(client, id)))
  })

  // Level 1 has three slots.
  it.each([
    ['returns to its exact place while its slot is free', 'abc', 'a', 'abc'],
    ['joins the end of the waiting line if a waiting task moved up', 'abcd', 'a', 'bcda'],
    ['returns to its exact place in the waiting line, where it takes no slot', 'abcde', 'd', 'abcde'],
  ])('%s', async (_, titles, removed, then) => {
    const tasks = new Map<string, Task>()
    for (const title of titles) tasks.set(title, await makeTask(client, { title, priority: 1 }))
    const id = tasks.get(removed)?.id ?? 0
    await remove(id)
    await restore(id)
    expect((await readTasks(client)).map(({ title }) => title).join('')).toBe(then)
  })

  it('stays completed', async () => {
    const { id } = await makeTask(client, { completed: true })
    const before = await readTask(client, id)
    await remove(id)
    expect(await restore(id)).toMatchObject({ completed: true, completedAt: before.completedAt })
    expect((await client.get('/api/tasks/completed')).json()).toHaveLength(1)
  })

  it('continues its series', async () => {
    const first = await makeRecurring(client)
    const second = await completeToNext(client, first.id)
    await remove(second.id)
    await remove(first.id)
    await restore(second.id)
    const third = await completeToNext(client, second.id)
    expect(third).toMatchObject({ dueDate: '2026-12-04', parentTaskId: first.id })
    await restore(first.id)
    await client.patch(`/api/tasks/${first.id}`, { completed: false })
    await client.patch(`/api/tasks/${first.id}`, { completed: true })
    expect(await readTasks(client)).toHaveLength(3)
  })

  it('is restored only once: a retry returns it unchanged', async () => {
    const { id } = await makeTask(client)
    await remove(id)
    const restored = await restore(id)
    expect(await restore(id)).toEqual(restored)
    expect(await readTasks(client)).toEqual([restored])
  })

  it('can be deleted and restored again', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    for (let round = 0; round < 3; round++) {
      await remove(id)
      await restore(id)
    }
    expect((await client.get(attachmentPath(id, 'a'))).body).toBe('hello')
    expect((await readTask(client, id)).version).toBe(5)
  })

  it('appears in the changes for other browsers, with its dependents', async () => {
    const one = await makeTask(client)
    const two = await makeTask(client, { dependencies: [String(one.id)] })
    await remove(one.id)
    const since = (await client.get('/api/tasks')).headers['x-change']
    await restore(one.id)
    const changed = (await client.get(`/api/tasks?since=${String(since)}`)).json<Task[]>()
    expect(changed.map((task) => [task.id, task.version])).toEqual([
      [one.id, 2],
      [two.id, 3],
    ])
  })
})

describe('the dependencies of a restored task', () => {
  it('return on both sides', async () => {
    const first = await makeTask(client)
    const second = await makeTask(client, { dependencies: [String(first.id)] })
    const third = await makeTask(client, { dependencies: [String(second.id)] })
    await remove(second.id)
    expect(await dependenciesOf(third.id)).toEqual([])
    await restore(second.id)
    expect(await dependenciesOf(second.id)).toEqual([String(first.id)])
    expect(await dependenciesOf(third.id)).toEqual([String(second.id)])
  })

  it.each([
    ['in the order of the deletions', [0, 1], [0, 1]],
    ['in the opposite order', [0, 1], [1, 0]],
    ['the dependent first', [1, 0], [1, 0]],
    ['the dependent last', [1, 0], [0, 1]],
  ])('return when both tasks were deleted, %s', async (_, removed, restored) => {
    const first = await makeTask(client)
    const second = await makeTask(client, { dependencies: [String(first.id)] })
    const ids = [first.id, second.id]
    for (const index of removed) await remove(ids[index] ?? 0)
    for (const index of restored) await restore(ids[index] ?? 0)
    expect(await dependenciesOf(second.id)).toEqual([String(first.id)])
    expect(await dependenciesOf(first.id)).toEqual([])
  })

  it('do not return if they would create a cycle', async () => {
    const [one, two] = [await makeTask(client), await makeTask(client)]
    const middle = await makeTask(client, { dependencies: [String(one.id)] })
    await client.patch(`/api/tasks/${two.id}`, { dependencies: [String(middle.id)] })
    await remove(middle.id)
    await client.patch(`/api/tasks/${one.id}`, { dependencies: [String(two.id)] })
    expect(await dependenciesOf((await restore(middle.id)).id)).toEqual([String(one.id)])
    expect(await dependenciesOf(two.id)).toEqual([])
  })
})

describe('a task cannot be restored', () => {
  it('if it never existed or belongs to another user', async () => {
    const { id } = await makeTask(client)
    await remove(id)
    const other = await signUp(test)
    expect([await status(999_999), await status(id, other), await status(id, test.visitor)]).toEqual([
      404, 404, 401,
    ])
    expect(await status(id)).toBe(200)
  })

  it('after 30 days, when the sweep removes it and its files', async () => {
    const [kept, gone] = [await makeTask(client), await makeTask(client)]
    for (const { id } of [kept, gone]) await attach(client, id, 'a')
    await remove(gone.id)
    test.clock.advance({ hours: 1 })
    await remove(kept.id)
    test.clock.advance({ hours: 30 * 24 - 1 })
    await restartUpon(test)
    const rows = await test.db.selectFrom('deleted_tasks').select('task_id').execute()
    expect(rows).toEqual([{ task_id: kept.id }])
    expect(await storedNames(test)).toHaveLength(1)
    test.clock.set(TEST_NOW)
    expect([await status(gone.id), await status(kept.id)]).toEqual([404, 200])
    expect((await client.get(attachmentPath(kept.id, 'a'))).body).toBe('hello')
  })

  it('after 30 days, even before the sweep', async () => {
    const { id, userId } = await makeTask(client)
    await remove(id)
    const deletedAt = Temporal.Instant.from(TEST_NOW).subtract({ hours: 30 * 24 })
    await test.db
      .updateTable('deleted_tasks')
      .set({ deleted_at: deletedAt.toString({ fractionalSecondDigits: 3 }) })
      .where('user_id', '=', userId)
      .execute()
    expect(await status(id)).toBe(404)
  })

  it(`when ${DELETED_TASKS_MAX} tasks have been deleted since`, async () => {
    const [oldest, newer] = [await makeTask(client), await makeTask(client)]
    await attach(client, oldest.id, 'a')
    await remove(oldest.id)
    const row = { user_id: oldest.userId, task: '{}', dependents: '[]', deleted_at: TEST_NOW }
    const rows = Array.from({ length: DELETED_TASKS_MAX - 1 }, (_, i) => ({ ...row, task_id: 10_000 + i }))
    for (let i = 0; i < rows.length; i += 500) {
      await test.db
        .insertInto('deleted_tasks')
        .values(rows.slice(i, i + 500))
        .execute()
    }
    test.clock.advance({ seconds: 1 })
    await remove(newer.id)
    expect([await status(oldest.id), await status(newer.id)]).toEqual([404, 200])
    expect(await storedNames(test)).toEqual([])
  })
})

describe('deleted tasks that a wrong clock dated in the future', () => {
  const FUTURE = '2027-11-20T10:00:00.000Z'

  it('are removed from a full trash before a task that is deleted now', async () => {
    const { id, userId } = await makeTask(client)
    const row = { user_id: userId, task: '{}', dependents: '[]', deleted_at: FUTURE }
    const rows = Array.from({ length: DELETED_TASKS_MAX }, (_, i) => ({ ...row, task_id: 10_000 + i }))
    for (let i = 0; i < rows.length; i += 500) {
      await test.db
        .insertInto('deleted_tasks')
        .values(rows.slice(i, i + 500))
        .execute()
    }
    await remove(id)
    expect(await status(id)).toBe(200)
    const left = await test.db.selectFrom('deleted_tasks').select('task_id').execute()
    expect(left).toHaveLength(DELETED_TASKS_MAX - 1)
  })

  it('are removed for an upload before a task that is deleted now', async () => {
    await test.close()
    test = await buildTestApp({ config: { storageBytesMax: 1000 } })
    client = await signUp(test)
    const [ahead, current, kept] = [await makeTask(client), await makeTask(client), await makeTask(client)]
    expect([await put(ahead.id, 'a', 300), await put(current.id, 'a', 300)]).toEqual([201, 201])
    await remove(ahead.id)
    await test.db.updateTable('deleted_tasks').set({ deleted_at: FUTURE }).execute()
    await remove(current.id)
    expect(await put(kept.id, 'large', 500)).toBe(201)
    expect([await status(ahead.id), await status(current.id)]).toEqual([404, 200])
  })
})

describe('the files of deleted tasks', () => {
  it('count toward the storage of the user, and the oldest are removed to make room for an upload', async () => {
    await test.close()
    test = await buildTestApp({ config: { storageBytesMax: 1000 } })
    client = await signUp(test)
    const [oldest, newer, kept] = [await makeTask(client), await makeTask(client), await makeTask(client)]
    expect([await put(oldest.id, 'a', 300), await put(newer.id, 'a', 300)]).toEqual([201, 201])
    await remove(oldest.id)
    test.clock.advance({ seconds: 1 })
    await remove(newer.id)
    expect(await put(kept.id, 'small', 400)).toBe(201)
    expect(await storedNames(test)).toHaveLength(3)
    expect(await put(kept.id, 'too much', 601)).toBe(413)
    expect(await storedNames(test)).toHaveLength(3)
    expect(await put(kept.id, 'large', 300)).toBe(201)
    expect(await storedNames(test)).toHaveLength(3)
    expect([await status(oldest.id), await status(newer.id)]).toEqual([404, 200])
    expect(await put(kept.id, 'more', 1)).toBe(413)
  })

  it('stay if removing them would free no space, because another task shares them', async () => {
    await test.close()
    test = await buildTestApp({ config: { storageBytesMax: 1000 } })
    client = await signUp(test)
    const first = await makeRecurring(client, { recurrenceForwardContent: true })
    expect(await put(first.id, 'shared', 300)).toBe(201)
    await completeToNext(client, first.id)
    await remove(first.id)
    test.clock.advance({ seconds: 1 })
    const [own, kept] = [await makeTask(client), await makeTask(client)]
    expect(await put(own.id, 'own', 600)).toBe(201)
    await remove(own.id)
    expect(await put(kept.id, 'large', 300)).toBe(201)
    expect([await status(first.id), await status(own.id)]).toEqual([200, 404])
  })

  it('stay while another task shares them, and are deleted with the last such task', async () => {
    const first = await makeRecurring(client, { recurrenceForwardContent: true })
    await attach(client, first.id, 'plan', 'the plan')
    const second = await completeToNext(client, first.id)
    await remove(first.id)
    await client.delete(attachmentPath(second.id, 'plan'))
    expect(await storedNames(test)).toHaveLength(1)
    await restore(first.id)
    expect((await client.get(attachmentPath(first.id, 'plan'))).body).toBe('the plan')
  })

  it('are deleted with the account, after the response', async () => {
    const { id } = await makeTask(client)
    await attach(client, id, 'a')
    await remove(id)
    expect(await storedNames(test)).toHaveLength(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const removeFile = test.files.remove.bind(test.files)
    vi.spyOn(test.files, 'remove').mockImplementation((name) => promise.then(() => removeFile(name)))
    const response = await test.app.inject({
      method: 'DELETE',
      url: '/api/auth/user',
      headers: { cookie: client.cookie() },
      payload: { password: 'a quiet green harbour' },
    })
    expect(response.statusCode).toBe(204)
    resolve()
    expect(await storedNames(test)).toEqual([])
    expect(await test.db.selectFrom('deleted_tasks').selectAll().execute()).toEqual([])
  })
})
