import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Task, TaskDraftInput } from '#domain/task.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { completeToNext, makeRecurring } from '#tests/support/series.ts'
import { readTasks } from '#tests/support/tasks.ts'

let test: TestApp
let client: Client
beforeEach(async () => {
  test = await buildTestApp()
  client = await signUp(test)
})
afterEach(() => test.close())

/** Changes a task; fails the test when that is refused. */
async function change(id: number, patch: object): Promise<Task> {
  const response = await client.patch(`/api/tasks/${id}`, patch)
  expect(response.statusCode).toBe(200)
  return response.json<Task>()
}

const makeMonthly = (dueDate: string, fields: Partial<TaskDraftInput> = {}) =>
  makeRecurring(client, { dueDate, recurrenceFrequency: 'Monthly', ...fields })

/** Completes a task and those after it, before they are due, and answers the due dates. */
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
  ])('that begins on %s comes back after short months', async (first, expected) => {
    expect(await dueDates(await makeMonthly(first), expected.length - 1)).toEqual(expected)
  })

  it('29 February comes back every four years', async () => {
    const yearly = await makeMonthly('2028-02-29', { recurrenceFrequency: 'Yearly' })
    expect(await dueDates(yearly, 4)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  it('is another one after an occurrence was given another date', async () => {
    const february = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
    expect(february.dueDate).toBe('2027-02-28')
    await change(february.id, { dueDate: '2027-02-27' })
    expect(await completeToNext(client, february.id)).toMatchObject({ dueDate: '2027-03-27' })
  })

  it('is that of the new date, even when it is put back to the one it was', async () => {
    const february = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
    await change(february.id, { dueDate: '2027-02-27' })
    await change(february.id, { dueDate: '2027-02-28' })
    expect(await completeToNext(client, february.id)).toMatchObject({ dueDate: '2027-03-28' })
  })

  it('is another one when the date is given while completing', async () => {
    const february = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
    await change(february.id, { dueDate: '2027-04-30', completed: true })
    expect((await readTasks(client)).find((task) => !task.completed)?.dueDate).toBe('2027-05-30')
  })

  it.each([{ dueDate: '2027-02-28T09:00' }, { title: 'New title' }, { startDate: '2027-02-20' }])(
    'stays through %j',
    async (patch) => {
      const february = await completeToNext(client, (await makeMonthly('2027-01-31')).id)
      await change(february.id, patch)
      expect((await completeToNext(client, february.id)).dueDate?.slice(0, 10)).toBe('2027-03-31')
    },
  )

  it('is that of the start where there is no due date any more', async () => {
    const first = await makeMonthly('2027-01-31', { startDate: '2027-01-20' })
    const february = await completeToNext(client, first.id)
    expect(february).toMatchObject({ dueDate: '2027-02-28', startDate: '2027-02-17' })
    await change(february.id, { dueDate: null })
    expect(await completeToNext(client, february.id)).toMatchObject({
      dueDate: null,
      startDate: '2027-03-17',
    })
  })
})
