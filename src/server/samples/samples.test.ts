import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Settings } from '#domain/account/settings.ts'
import { sampleDrafts } from '#domain/samples/samples.ts'
import type { Task } from '#domain/tasks/task.ts'
import { attach } from '#tests/support/attachments.ts'
import { type Client, type TestApp, buildTestApp, clientOf, signUp } from '#tests/support/build-app.ts'
import { makeTask, readTasks } from '#tests/support/tasks.ts'

const PATH = '/api/samples'
const tasks = sampleDrafts(Temporal.PlainDate.from('2026-11-20'))

let test: TestApp
let ada: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test, 'ada@example.com')
})
afterEach(() => test.close())

const add = async (by = ada, headers = {}) => (await by.post(PATH, { tasks }, headers)).json<Task[]>()
const remove = async (by = ada, headers = {}) =>
  (await by.delete(PATH, headers)).json<{ removed: number[] }>().removed
const idsOf = (some: readonly { id: number }[]) => some.map(({ id }) => id).toSorted((a, b) => a - b)
const samplesOf = async (by = ada) => (await by.get('/api/settings')).json<Settings>().sampleTasks
const countOf = async (table: 'tasks' | 'deleted_tasks' | 'attachments' | 'deleted_attachments') =>
  (await test.db.selectFrom(table).selectAll().execute()).length

describe('POST /api/samples', () => {
  it('creates the tasks and lists them in the settings', async () => {
    await makeTask(ada, { title: 'Mine', priority: 1 })
    const added = await add()
    expect(added.map(({ title }) => title)).toEqual(tasks.map(({ title }) => title))
    expect(added[0]).toMatchObject({ priority: 1, position: 1, version: 1 })
    expect(await samplesOf()).toEqual(idsOf(added))
    expect(await readTasks(ada)).toHaveLength(13)
  })

  it('adds nothing while samples exist, and returns the existing ones', async () => {
    const added = await add()
    expect(await add()).toEqual(added)
    expect(await countOf('tasks')).toBe(12)
  })

  it('runs once per idempotency key', async () => {
    const key = { 'idempotency-key': 'a key' }
    const added = await add(ada, key)
    expect(await add(ada, key)).toEqual(added)
    await remove()
    expect(await add(ada, key)).toEqual(added.map(({ id }) => ({ id, deleted: true })))
    expect(await countOf('tasks')).toBe(0)
  })

  it('returns the existing samples for a key of an older version, which has no ids', async () => {
    const key = { 'idempotency-key': 'a key' }
    const added = await add(ada, key)
    await test.db.updateTable('idempotency_keys').set({ entity: '[]' }).execute()
    expect(await add(ada, key)).toEqual(added)
  })

  it('adds no tasks if one is invalid', async () => {
    const response = await ada.post(PATH, { tasks: [{ title: 'One' }, { title: 'Two', isRecurring: true }] })
    expect(response.statusCode).toBe(400)
    expect(await samplesOf()).toEqual([])
    expect(await countOf('tasks')).toBe(0)
  })
})

describe('DELETE /api/samples', () => {
  it('removes moved, rescheduled, completed and deleted samples for good, and keeps other tasks', async () => {
    const own = await makeTask(ada, { title: 'Mine' })
    const added = await add()
    const [moved, completed, deleted] = idsOf(added)
    await ada.patch(`/api/tasks/${moved}`, { priority: 9, dueDate: '2027-01-01' })
    await ada.patch(`/api/tasks/${completed}`, { completed: true })
    await ada.delete(`/api/tasks/${deleted}`)
    const removed = await remove()
    expect(new Set(removed)).toEqual(new Set(idsOf(added).filter((id) => id !== deleted)))
    expect(idsOf(await readTasks(ada))).toEqual([own.id])
    expect((await ada.get('/api/tasks/completed')).body).not.toContain('Fix the payment error')
    expect(await countOf('deleted_tasks')).toBe(0)
    expect(await samplesOf()).toEqual([])
    expect((await ada.post(`/api/tasks/${deleted}/restore`)).statusCode).toBe(404)
  })

  it('keeps samples that were edited, worked on or have files, even in the trash', async () => {
    const [edited, worked, filed, discarded] = idsOf(await add())
    await ada.patch(`/api/tasks/${edited}`, { notes: 'Ask Eve' })
    await ada.patch(`/api/tasks/${worked}`, { elapsedTime: 90 })
    await attach(ada, Number(filed), 'plan.txt')
    await ada.patch(`/api/tasks/${discarded}`, { title: 'Mine' })
    await ada.delete(`/api/tasks/${discarded}`)
    expect(await remove()).toHaveLength(8)
    expect(idsOf(await readTasks(ada))).toEqual([edited, worked, filed])
    expect((await ada.post(`/api/tasks/${discarded}/restore`)).statusCode).toBe(200)
    expect(await remove()).toEqual([])
    expect(await samplesOf()).toEqual([])
  })

  it('removes the samples from the dependencies of other tasks', async () => {
    const [sample] = idsOf(await add())
    const own = await makeTask(ada, { title: 'Mine', dependencies: [String(sample)] })
    await remove()
    expect((await ada.get(`/api/tasks/${own.id}`)).json<Task>().dependencies).toEqual([])
  })

  it('runs once per idempotency key: a retry keeps samples added since the first request', async () => {
    const key = { 'idempotency-key': 'a key' }
    await add()
    const removed = await remove(ada, key)
    const again = await add()
    expect(await remove(ada, key)).toEqual(removed)
    expect(await samplesOf()).toEqual(idsOf(again))
  })

  it('does not affect other users', async () => {
    const eve = await signUp(test, 'eve@example.com')
    await add(eve)
    await add()
    await remove()
    expect(await readTasks(eve)).toHaveLength(12)
    expect(await samplesOf(eve)).toHaveLength(12)
  })
})

it('both routes require sign-in', async () => {
  const visitor = clientOf(test.app)
  expect((await visitor.post(PATH, { tasks })).statusCode).toBe(401)
  expect((await visitor.delete(PATH)).statusCode).toBe(401)
})
