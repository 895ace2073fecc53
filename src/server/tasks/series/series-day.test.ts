import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { BulkResult } from '#domain/tasks/bulk-schema.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { completeToNext, makeRecurring } from '#tests/support/series.ts'
import { readTask, readTasks } from '#tests/support/tasks.ts'

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

const MOVED = { dueDate: '2027-03-05' }

const makeMonthly = (dueDate: string, fields: Partial<TaskDraftInput> = {}) =>
  makeRecurring(client, { dueDate, recurrenceFrequency: 'Monthly', ...fields })

/** Completes a task and later occurrences before they are due, and returns the due dates. */
async function dueDates(task: Task, steps: number): Promise<(string | null)[]> {
  const dues = [task.dueDate]
  let at = task
  for (let i = 0; i < steps; i++) {
    at = await completeToNext(client, at.id)
    dues.push(at.dueDate)
  }
  return dues
}

describe('the day of a series', () => {
  it.each([
    ['2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2027-01-30', ['2027-01-30', '2027-02-28', '2027-03-30']],
    ['2027-02-28', ['2027-02-28', '2027-03-28', '2027-04-28']],
    ['2027-01-31T18:30', ['2027-01-31T18:30', '2027-02-28T18:30', '2027-03-31T18:30']],
  ])('from %s returns after short months', async (first, expected) => {
    expect(await dueDates(await makeMonthly(first), expected.length - 1)).toEqual(expected)
  })

  it('returns to February 29 every four years', async () => {
    const yearly = await makeMonthly('2028-02-29', { recurrenceFrequency: 'Yearly' })
    expect(await dueDates(yearly, 4)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  it('changes when an occurrence gets a different date', async () => {
    const february = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
    expect(february.dueDate).toBe('2027-02-28')
    await change(february.id, { dueDate: '2027-02-27' })
    expect(await completeToNext(client, february.id)).toMatchObject({ dueDate: '2027-03-27' })
  })

  it('comes from the new date, even if the date is later set back to the old one', async () => {
    const february = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
    await change(february.id, { dueDate: '2027-02-27' })
    await change(february.id, { dueDate: '2027-02-28' })
    expect(await completeToNext(client, february.id)).toMatchObject({ dueDate: '2027-03-28' })
  })

  it.each([
    ['a bulk change', (id: number) => client.post('/api/tasks/bulk', { tasks: [{ id, ...MOVED }] })],
    ['a change', (id: number) => client.patch(`/api/tasks/${id}`, MOVED)],
    ['a push-down', (id: number) => client.post(`/api/tasks/${id}/push-down`, { level: 9, patch: MOVED })],
  ])('returns when %s of the date is undone', async (_, moveDate) => {
    const { id } = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
    const response = await moveDate(id)
    const undo = response.headers['x-undo'] ?? response.json<BulkResult>().undo
    expect((await client.post('/api/undo', { undo })).statusCode).toBe(200)
    expect(await dueDates(await readTask(client, id), 2)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('stays reset by a later change when a change to another date is undone', async () => {
    const first = await makeMonthly('2027-01-31', { startDate: '2027-01-30' })
    const { id } = await completeToNext(client, first.id)
    const { undo } = (await client.post('/api/tasks/bulk', { tasks: [{ id, ...MOVED }] })).json<BulkResult>()
    await change(id, { startDate: '2027-02-20' })
    expect((await client.post('/api/undo', { undo })).statusCode).toBe(200)
    expect(await completeToNext(client, id)).toMatchObject({ startDate: '2027-03-20', dueDate: '2027-03-31' })
  })

  it('changes when the completion also sets the date', async () => {
    const february = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
    await change(february.id, { dueDate: '2027-04-30', completed: true })
    expect((await readTasks(client)).find((task) => !task.completed)?.dueDate).toBe('2027-05-30')
  })

  it.each([{ dueDate: '2027-02-28T09:00' }, { title: 'New title' }, { startDate: '2027-02-20' }])(
    'survives %j',
    async (patch) => {
      const february = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
      await change(february.id, patch)
      expect((await completeToNext(client, february.id)).dueDate?.slice(0, 10)).toBe('2027-03-31')
    },
  )

  it('is separate for each date', async () => {
    const dates = { startDate: '2027-12-24', endDate: '2028-02-29' }
    const first = await makeMonthly('2028-03-01', { ...dates, recurrenceFrequency: 'Yearly' })
    expect(await completeToNext(client, first.id)).toMatchObject({
      startDate: '2028-12-24',
      endDate: '2029-02-28',
      dueDate: '2029-03-01',
    })
  })

  it('keeps a start on the last day of January valid for a task due on the first of February', async () => {
    const first = await makeMonthly('2027-02-01', { startDate: '2027-01-31' })
    const second = await completeToNext(client, first.id)
    expect(second).toMatchObject({ startDate: '2027-02-28', dueDate: '2027-03-01' })
    const third = await completeToNext(client, second.id)
    expect(third).toMatchObject({ startDate: '2027-03-31', dueDate: '2027-04-01' })
  })

  it('changes only for the changed date', async () => {
    const first = await makeMonthly('2027-01-31', { startDate: '2027-01-30', endDate: '2027-01-31' })
    const february = await completeToNext(client, first.id)
    await change(february.id, { endDate: '2027-03-05' })
    expect(await completeToNext(client, february.id)).toMatchObject({
      startDate: '2027-03-30',
      endDate: '2027-04-05',
      dueDate: '2027-03-31',
    })
  })

  it.each([
    ['Pacific/Kiritimati', '2027-01-30T10:30:00Z', '2027-02-27T10:30:00Z', '2027-03-30T10:30:00Z'],
    ['America/New_York', '2027-02-01T04:30:00Z', '2027-03-01T04:30:00Z', '2027-04-01T03:30:00Z'],
  ])('of an instant is its day in %s', async (zone, start, second, third) => {
    const headers = { 'x-time-zone': zone }
    const first = await makeMonthly('2027-02-01', { startDate: start })
    const february = await completeToNext(client, first.id, headers)
    expect(february).toMatchObject({ startDate: second, dueDate: '2027-03-01' })
    const march = await completeToNext(client, february.id, headers)
    expect(march).toMatchObject({ startDate: third, dueDate: '2027-04-01' })
  })

  it('is the day of the start date if there is no due date', async () => {
    const first = await makeMonthly('2027-01-31', { startDate: '2027-01-20' })
    const february = await completeToNext(client, first.id)
    expect(february).toMatchObject({ dueDate: '2027-02-28', startDate: '2027-02-20' })
    await change(february.id, { dueDate: null })
    expect(await completeToNext(client, february.id)).toMatchObject({
      dueDate: null,
      startDate: '2027-03-20',
    })
  })
})
