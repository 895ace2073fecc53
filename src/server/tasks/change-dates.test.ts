import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task } from '#domain/tasks/task.ts'
import { type Client, TEST_NOW, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { completeToNext, makeRecurring } from '#tests/support/series.ts'
import { fillLevel, makeTask, readTask, readTasks } from '#tests/support/tasks.ts'

const LATER = '2026-11-20T11:30:00.000Z'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

type Change = { id: unknown } & Record<string, unknown>

const changeDates = (tasks: readonly Change[], by = client) => by.post('/api/tasks/dates', { tasks })
const readBytes = async () =>
  (await test.db.selectFrom('users').select('text_bytes').executeTakeFirstOrThrow()).text_bytes
const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id)

describe('POST /api/tasks/dates', () => {
  it('changes the dates of several tasks and returns them in the order of the request', async () => {
    const [first, second] = await fillLevel(client, 9, 2)
    test.clock.set(LATER)
    const response = await changeDates([
      { id: second?.id, startDate: '2027-01-02', endDate: '2027-01-03T09:00' },
      { id: first?.id, dueDate: '2027-02-01', version: 1 },
    ])
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual([
      {
        id: second?.id,
        version: 2,
        startDate: '2027-01-02',
        endDate: '2027-01-03T09:00',
        dueDate: null,
        updatedAt: LATER,
      },
      { id: first?.id, version: 2, startDate: null, endDate: null, dueDate: '2027-02-01', updatedAt: LATER },
    ])
    expect(await readTask(client, second?.id ?? 0)).toEqual({
      ...second,
      startDate: '2027-01-02',
      endDate: '2027-01-03T09:00',
      version: 2,
      updatedAt: LATER,
    })
  })

  it('clears a date sent as null, keeps an omitted date, and leaves an unchanged task alone', async () => {
    const dates = { startDate: '2027-01-01', endDate: '2027-01-05' }
    const task = await makeTask(client, dates)
    const same = await makeTask(client, dates)
    test.clock.set(LATER)
    expect(
      (
        await changeDates([
          { id: task.id, endDate: null },
          { id: same.id, ...dates },
        ])
      ).statusCode,
    ).toBe(200)
    expect(await readTask(client, task.id)).toMatchObject({
      startDate: '2027-01-01',
      endDate: null,
      version: 2,
    })
    expect(await readTask(client, same.id)).toMatchObject({ version: 1, updatedAt: TEST_NOW })
  })

  it.each([
    ['no list', undefined, 'tasks'],
    ['an empty list', [], 'tasks'],
    ['a date that is not text', [{ id: 1, startDate: 5 }], 'tasks.0.startDate'],
    ['a date of 101 characters', [{ id: 1, dueDate: 'x'.repeat(101) }], 'tasks.0.dueDate'],
    ['an id that is not a number', [{ id: 'x' }], 'tasks.0.id'],
    ['a task twice', [{ id: 1 }, { id: 2 }, { id: 1 }], 'tasks.2.id'],
    ['more than 10,000 tasks', Array.from({ length: 10_001 }, (_, i) => ({ id: i + 1 })), 'tasks'],
  ])('rejects %s', async (_, tasks, path) => {
    const response = await client.post('/api/tasks/dates', { tasks })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid', issues: [{ path }] })
  })

  it('changes nothing when one task is unknown or another user’s', async () => {
    const mine = await fillLevel(client, 9, 150)
    const foreign = await makeTask(await signUp(test))
    for (const id of [foreign.id, 999_999]) {
      const response = await changeDates([...idsOf(mine), id].map((id) => ({ id, startDate: '2027-01-01' })))
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    }
    expect(await readTasks(client)).toEqual(mine)
  })

  it('changes nothing when one task has a different version', async () => {
    const [first, second] = await fillLevel(client, 9, 2)
    await client.patch(`/api/tasks/${second?.id}`, { notes: 'changed' })
    const before = await readTasks(client)
    const response = await changeDates([
      { id: first?.id, startDate: '2027-01-01', version: 1 },
      { id: second?.id, startDate: '2027-01-01', version: 1 },
    ])
    expect(response.statusCode).toBe(412)
    expect(response.json()).toMatchObject({ code: 'changed', task: { id: second?.id, version: 2 } })
    expect(await readTasks(client)).toEqual(before)
  })

  it('repeated after a task was deleted returns the others', async () => {
    const ids = idsOf(await fillLevel(client, 9, 3))
    const body = { tasks: ids.map((id) => ({ id, startDate: '2027-01-01' })) }
    const repeat = () => client.post('/api/tasks/dates', body, { 'idempotency-key': 'a' })
    const [first, , last] = (await repeat()).json<Task[]>()
    await client.delete(`/api/tasks/${ids[1]}`)
    const response = await repeat()
    expect([response.statusCode, response.json()]).toEqual([200, [first, last]])
  })

  it('requires sign-in', async () => {
    expect((await changeDates([{ id: 1 }], test.visitor)).statusCode).toBe(401)
  })

  it('sets all tasks to the dates of one request when two run in parallel', async () => {
    const ids = idsOf(await fillLevel(client, 9, 120))
    const to = (startDate: string) => changeDates(ids.map((id) => ({ id, startDate })))
    const responses = await Promise.all([to('2027-01-01'), to('2027-02-02')])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const dates = new Set((await readTasks(client)).map(({ startDate }) => startDate))
    expect(dates.size).toBe(1)
  })

  it('resets the series day, like any other date change', async () => {
    const first = await makeRecurring(client, { dueDate: '2027-01-31', recurrenceFrequency: 'Monthly' })
    const february = await completeToNext(client, first.id)
    await changeDates([{ id: february.id, dueDate: '2027-02-27' }])
    expect(await completeToNext(client, february.id)).toMatchObject({ dueDate: '2027-03-27' })
  })

  it('counts the bytes of the dates toward the limit of the user’s text', async () => {
    const ids = idsOf(await fillLevel(client, 9, 2))
    const before = await readBytes()
    await changeDates(ids.map((id) => ({ id, startDate: '2027-01-01' })))
    expect(await readBytes()).toBe(before + 20)
  })

  it('notifies other browsers of each task', async () => {
    const ids = idsOf(await fillLevel(client, 9, 3))
    const since = String((await client.get('/api/tasks')).headers['x-change'])
    await changeDates(ids.map((id) => ({ id, startDate: '2027-01-01' })))
    const changed = (await client.get(`/api/tasks?since=${since}`)).json<Task[]>()
    expect(idsOf(changed)).toEqual(ids)
  })

  it('can change more tasks than it reads into memory at once', async () => {
    const ids = idsOf(await fillLevel(client, 9, 250))
    const response = await changeDates(ids.map((id) => ({ id, startDate: '2027-01-01' })))
    expect(response.json()).toHaveLength(250)
    const tasks = await readTasks(client)
    expect(tasks.every((task) => task.startDate === '2027-01-01' && task.version === 2)).toBe(true)
  })
})
