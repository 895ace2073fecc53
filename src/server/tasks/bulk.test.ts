import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { BulkResult } from '#domain/tasks/bulk-schema.ts'
import type { Task } from '#domain/tasks/task.ts'
import { attach, attachmentPath } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { completeToNext, makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

const LATER = '2026-11-20T11:30:00.000Z'
const PATHS = ['/api/tasks/bulk', '/api/tasks/bulk-delete', '/api/tasks/bulk-restore']

let test: TestApp
let client: Client
let servers: FastifyInstance[] = []
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(async () => {
  for (const app of servers) await app.close()
  servers = []
  await test.close()
})

type Ref = { id: unknown } & Record<string, unknown>

const change = (tasks: readonly Ref[], headers = {}) => client.post('/api/tasks/bulk', { tasks }, headers)
const remove = (tasks: readonly Ref[], headers = {}) =>
  client.post('/api/tasks/bulk-delete', { tasks }, headers)
const restore = (ids: readonly number[], headers = {}) =>
  client.post('/api/tasks/bulk-restore', { tasks: ids.map((id) => ({ id })) }, headers)
const idsOf = (tasks: readonly Pick<Task, 'id'>[]) => tasks.map(({ id }) => id)
/** Returns a task without its version and change time, which every change sets. */
const valuesOf = (task: Task) => ({ ...task, version: 0, updatedAt: '' })
const move = (by: Client, tasks: readonly Task[]) =>
  by.post('/api/tasks/bulk', { tasks: tasks.map(({ id }) => ({ id, priority: 1 })) })
const readTextBytes = async () =>
  (await test.db.selectFrom('users').select('text_bytes').executeTakeFirstOrThrow()).text_bytes
const at = (tasks: readonly Task[], priority: number) =>
  tasks.filter((task) => task.priority === priority && !task.completed)

describe('POST /api/tasks/bulk', () => {
  it('changes several tasks and returns the changed ones, in the order of the request', async () => {
    const [first, second] = await fillLevel(client, 9, 2)
    test.clock.set(LATER)
    const response = await change([
      { id: second?.id, priority: 5, version: 1 },
      {
        id: first?.id,
        category: 'Project',
        projectName: 'Bridge',
        startDate: '2026-12-30',
        endDate: '2026-12-31',
        dueDate: '2027-01-02',
        plannedFor: '2027-01-01',
      },
    ])
    expect(response.statusCode).toBe(200)
    const same = {
      completed: false,
      completedAt: null,
      startDate: null,
      endDate: null,
      plannedFor: null,
      elapsedTime: 0,
      version: 2,
      updatedAt: LATER,
    }
    expect(response.json()).toEqual({
      tasks: [
        {
          ...same,
          id: second?.id,
          priority: 5,
          position: 0,
          category: 'Task',
          projectName: null,
          dueDate: null,
        },
        {
          ...same,
          id: first?.id,
          priority: 9,
          position: 0,
          category: 'Project',
          projectName: 'Bridge',
          startDate: '2026-12-30',
          endDate: '2026-12-31',
          dueDate: '2027-01-02',
          plannedFor: '2027-01-01',
        },
      ],
      next: [],
      undo: expect.any(String),
    })
    const [moved] = response.json<{ tasks: Task[] }>().tasks
    expect(await readTask(client, second?.id ?? 0)).toEqual({ ...second, ...moved })
  })

  it('completes tasks, and creates the next occurrence of each recurring task only once', async () => {
    const once = await makeTask(client)
    const weekly = await makeRecurring(client)
    const headers = { 'idempotency-key': 'a', 'x-time-zone': 'Pacific/Kiritimati' }
    const tasks = [once, weekly].map(({ id }) => ({ id, completed: true }))
    const response = await change(tasks, headers)
    const { next } = response.json<{ next: number[] }>()
    expect(next).toHaveLength(1)
    expect(await readTask(client, next[0] ?? 0)).toMatchObject({
      completed: false,
      parentTaskId: weekly.id,
    })
    const again = await change(tasks, headers)
    expect(again.json()).toEqual(response.json())
    expect(await readTasks(client)).toHaveLength(3)
  })

  it.each([
    ['no list', undefined, 'tasks'],
    ['an empty list', [], 'tasks'],
    ['an id that is not a number', [{ id: 'x' }], 'tasks.0.id'],
    ['a task twice', [{ id: 1 }, { id: 2 }, { id: 1 }], 'tasks.2.id'],
    ['more than 1,000 tasks', Array.from({ length: 1001 }, (_, i) => ({ id: i + 1 })), 'tasks'],
  ])('rejects %s', async (_, tasks, path) => {
    for (const url of PATHS) {
      const response = await client.post(url, { tasks })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path }] })
    }
  })

  it.each([
    [{ priority: 11 }, 'tasks.0.priority'],
    [{ completed: 'yes' }, 'tasks.0.completed'],
    [{ dueDate: 'x'.repeat(101) }, 'tasks.0.dueDate'],
    [{ category: '' }, 'tasks.0.category'],
  ])('rejects %j', async (patch, path) => {
    const { id } = await makeTask(client)
    expect((await change([{ id, ...patch }])).json()).toMatchObject({ code: 'invalid', issues: [{ path }] })
  })

  it('requires sign-in', async () => {
    for (const url of PATHS)
      expect((await test.visitor.post(url, { tasks: [{ id: 1 }] })).statusCode).toBe(401)
  })

  it('changes and deletes nothing when tasks are unknown or another user’s, and reports their ids', async () => {
    const mine = await fillLevel(client, 9, 101)
    const foreign = await makeTask(await signUp(test))
    const refs = [999_999, ...idsOf(mine), foreign.id].map((id) => ({ id, category: 'Meeting' }))
    for (const response of [await change(refs), await remove(refs)]) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({
        code: 'not_found',
        tasks: [{ id: 999_999 }, { id: foreign.id }],
      })
    }
    expect(await readTasks(client)).toEqual(mine)
  })

  it('changes and deletes nothing when one task has a different version, and reports its id', async () => {
    const [first, second] = await fillLevel(client, 9, 2)
    await client.patch(`/api/tasks/${second?.id}`, { notes: 'changed' })
    const before = await readTasks(client)
    const refs = [first, second].map((task) => ({ id: task?.id, completed: true, version: 1 }))
    for (const response of [await change(refs), await remove(refs)]) {
      expect(response.statusCode).toBe(412)
      expect(response.json()).toMatchObject({ code: 'changed', tasks: [{ id: second?.id, title: 'Task 1' }] })
    }
    expect(await readTasks(client)).toEqual(before)
  })

  it('moves nothing into a level without enough slots, and returns the tasks that do not fit', async () => {
    await fillLevel(client, 5, 4)
    const tasks = await fillLevel(client, 9, 3)
    const before = await readTasks(client)
    const response = await change(tasks.map(({ id }) => ({ id, priority: 5 })))
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      code: 'level_full',
      message: 'Level 5 has only 2 free slots.',
      tasks: [{ id: tasks[2]?.id, title: 'Task 2' }],
    })
    expect(await readTasks(client)).toEqual(before)
  })

  it('uses the slot of a completed recurring task whose next occurrence was created earlier', async () => {
    const { id } = await makeRecurring(client, { priority: 1 })
    await completeToNext(client, id)
    await client.patch(`/api/tasks/${id}`, { completed: false })
    await makeTask(client, { priority: 1 })
    const moved = await makeTask(client, { priority: 9 })
    const response = await change([
      { id, completed: true },
      { id: moved.id, priority: 1 },
    ])
    expect([response.statusCode, response.json().next]).toEqual([200, []])
  })

  it('lets one of two concurrent moves win, and never exceeds the slots', async () => {
    servers = [await buildInterleavedApp(test), await buildInterleavedApp(test)]
    const here = await signUp({ ...test, app: servers[0] as FastifyInstance })
    const [name = '', value = ''] = here.cookie().split('=')
    const elsewhere = clientOf(servers[1] as FastifyInstance, [[name, value]])
    const tasks = await fillLevel(here, 9, 4)
    const statuses = (
      await Promise.all([move(here, tasks.slice(0, 2)), move(elsewhere, tasks.slice(2))])
    ).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(at(await readTasks(here), 1).map(({ position }) => position)).toEqual([0, 1])
  })

  it('counts the text that it adds, and rejects a key with a different body', async () => {
    const { id } = await makeTask(client)
    const before = await readTextBytes()
    await change([{ id, dueDate: '2027-01-02' }], { 'idempotency-key': 'a' })
    expect(await readTextBytes()).toBe(before + 10)
    const other = await change([{ id, dueDate: '2027-01-03' }], { 'idempotency-key': 'a' })
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
  })

  it('resets the series day, like a change to one task', async () => {
    const first = await makeRecurring(client, { dueDate: '2027-01-31', recurrenceFrequency: 'Monthly' })
    const february = await completeToNext(client, first.id)
    await change([{ id: february.id, dueDate: '2027-02-27' }])
    expect(await completeToNext(client, february.id)).toMatchObject({ dueDate: '2027-03-27' })
  })

  it('can’t be undone if it made a task part of a project that was named since', async () => {
    const { id } = await makeTask(client)
    const { undo } = (await change([{ id, category: 'Project' }])).json<BulkResult>()
    await client.patch(`/api/tasks/${id}`, { projectName: 'Bridge' })
    expect((await client.post('/api/undo', { undo })).json()).toMatchObject({ code: 'cannot_undo' })
    expect(await readTask(client, id)).toMatchObject({ category: 'Project', projectName: 'Bridge' })
  })
})

describe('POST /api/tasks/bulk-delete and bulk-restore', () => {
  it('bring tasks back with their files, their places, and their links to each other and to other tasks', async () => {
    const [a, b, c] = await fillLevel(client, 1, 3)
    const outside = await makeTask(client, { dependencies: [String(a?.id)] })
    await client.patch(`/api/tasks/${b?.id}`, { dependencies: [String(a?.id), String(c?.id)] })
    await attach(client, b?.id ?? 0, 'plan.txt')
    const before = await readTasks(client)
    const ids = [a?.id ?? 0, b?.id ?? 0]

    expect((await remove(ids.map((id) => ({ id })))).statusCode).toBe(204)
    expect(idsOf(await readTasks(client))).toEqual([c?.id, outside.id])
    expect(await readTask(client, outside.id)).toMatchObject({ dependencies: [], version: 2 })

    test.clock.set(LATER)
    const response = await restore(ids)
    expect(response.statusCode).toBe(200)
    const tasks = await readTasks(client)
    expect(tasks.map(valuesOf)).toEqual(before.map(valuesOf))
    expect(response.json()).toEqual(
      ids.map((id) => {
        const { version, position, dependencies, updatedAt } = tasks.find((task) => task.id === id) as Task
        return { id, version, position, dependencies, updatedAt }
      }),
    )
    expect((await client.get(attachmentPath(ids[1] ?? 0, 'plan.txt'))).statusCode).toBe(200)
  })

  it('bring the first tasks back to free slots, and the remaining tasks to the end of the waiting line', async () => {
    const [a, b, c, d, e] = idsOf(await fillLevel(client, 1, 5)) as [number, number, number, number, number]
    await remove([{ id: a }, { id: b }, { id: e }])
    expect((await restore([e, b, a])).statusCode).toBe(200)
    expect(idsOf(await readTasks(client))).toEqual([a, c, d, b, e])
  })

  it('bring a task back to its position in the waiting line, where it needs no slot', async () => {
    const ids = idsOf(await fillLevel(client, 1, 6))
    await remove([{ id: ids[3] }])
    expect((await restore([ids[3] as number])).statusCode).toBe(200)
    expect(idsOf(await readTasks(client))).toEqual(ids)
  })

  it('restore tasks individually after they were deleted together', async () => {
    const [a, b] = await fillLevel(client, 1, 2)
    await client.patch(`/api/tasks/${b?.id}`, { dependencies: [String(a?.id)] })
    await remove([{ id: a?.id }, { id: b?.id }])
    await client.post(`/api/tasks/${b?.id}/restore`)
    await client.post(`/api/tasks/${a?.id}/restore`)
    expect(await readTask(client, b?.id ?? 0)).toMatchObject({ dependencies: [String(a?.id)] })
  })

  it('restore tasks together after they were deleted individually', async () => {
    const [a, b] = await fillLevel(client, 1, 2)
    await client.patch(`/api/tasks/${b?.id}`, { dependencies: [String(a?.id)] })
    await client.delete(`/api/tasks/${b?.id}`)
    await client.delete(`/api/tasks/${a?.id}`)
    await restore([b?.id ?? 0, a?.id ?? 0])
    expect(await readTask(client, b?.id ?? 0)).toMatchObject({ dependencies: [String(a?.id)] })
  })

  it('run once per idempotency key', async () => {
    const ids = idsOf(await fillLevel(client, 9, 2))
    const refs = ids.map((id) => ({ id }))
    const removed = [
      await remove(refs, { 'idempotency-key': 'a' }),
      await remove(refs, { 'idempotency-key': 'a' }),
    ]
    expect(removed.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    const restored = [
      await restore(ids, { 'idempotency-key': 'a' }),
      await restore(ids, { 'idempotency-key': 'a' }),
    ]
    expect(restored[1]?.json()).toEqual(restored[0]?.json())
    expect((await readTasks(client)).map(({ version }) => version)).toEqual([2, 2])
  })

  it('restore nothing when one task was never deleted or is another user’s, and name it', async () => {
    const ids = idsOf(await fillLevel(client, 9, 2))
    await remove(ids.map((id) => ({ id })))
    const elsewhere = await signUp(test)
    const foreign = await makeTask(elsewhere)
    await elsewhere.delete(`/api/tasks/${foreign.id}`)
    for (const id of [foreign.id, 999_999]) {
      const response = await restore([...ids, id])
      expect([response.statusCode, response.json().tasks]).toEqual([404, [{ id }]])
    }
    expect(await readTasks(client)).toEqual([])
  })

  it('delete and restore 1,000 tasks after changing them, and notify other browsers of each', async () => {
    const tasks = await fillLevel(client, 9, 1000)
    const since = String((await client.get('/api/tasks')).headers['x-change'])
    const response = await change(tasks.map(({ id }) => ({ id, completed: true })))
    expect(response.json().tasks).toHaveLength(1000)
    const changed = (await client.get(`/api/tasks?since=${since}`)).json<Task[]>()
    expect(changed).toHaveLength(1000)
    expect(changed.every(({ completed, version }) => completed && version === 2)).toBe(true)

    await remove(tasks.map(({ id }) => ({ id })))
    expect(await readTasks(client)).toEqual([])
    expect((await restore(idsOf(tasks))).json()).toHaveLength(1000)
    expect(idsOf(await readTasks(client))).toEqual(idsOf(tasks))
  })
})
