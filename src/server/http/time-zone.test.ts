import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
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

const zoned = (zone: string) => ({ 'x-time-zone': zone })
const makeDaily = () => makeRecurring(client, { recurrenceFrequency: 'Daily', dueDate: '2026-11-18' })

describe('today is the day in the time zone of the user', () => {
  it.each([
    ['2026-11-20T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22'],
    ['2026-11-20T10:00:00Z', 'Pacific/Pago_Pago', '2026-11-20'],
    ['2026-11-20T09:59:00Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2026-11-20T11:00:00Z', 'Pacific/Pago_Pago', '2026-11-21'],
    ['2026-11-20T10:00:00Z', 'UTC', '2026-11-21'],
    ['2026-11-20T23:30:00Z', 'Europe/Berlin', '2026-11-22'],
    ['2026-11-20T23:30:00Z', 'america/new_york', '2026-11-21'],
    ['2026-11-20T18:40:00Z', 'Asia/Calcutta', '2026-11-22'],
  ])('at %s in %s', async (now, zone, due) => {
    const { id } = await makeDaily()
    test.clock.set(now)
    expect(await completeToNext(client, id, zoned(zone))).toMatchObject({ dueDate: due })
  })

  it.each([
    '',
    ' ',
    'Mars/Olympus',
    'x'.repeat(65),
    '+13:00',
    '-11:00',
    '2026-11-20T10:00[Pacific/Kiritimati]',
    'Pacific/Kiritimati, Pacific/Kiritimati',
    '../etc/localtime',
    '__proto__',
  ])('or in UTC when the zone is %j', async (zone) => {
    const { id } = await makeDaily()
    expect(await completeToNext(client, id, zoned(zone))).toMatchObject({ dueDate: '2026-11-21' })
  })

  it('even for a task without a date', async () => {
    const { id } = await makeDaily()
    await client.patch(`/api/tasks/${id}`, { dueDate: null })
    expect(await completeToNext(client, id, zoned('Pacific/Kiritimati'))).toMatchObject({
      dueDate: '2026-11-22',
    })
  })
})

describe('the next occurrence falls after the day on which the user completed the task', () => {
  it.each([
    ['2026-11-20', '2026-11-21'],
    ['2026-11-19', '2026-11-20'],
    // The task was due on the 18th.
    ['2026-11-01', '2026-11-19'],
    // The clock of the browser is ahead.
    ['2026-11-22', '2026-11-22'],
  ])('%s, although the request arrives on the 21st', async (today, due) => {
    const { id } = await makeDaily()
    test.clock.set('2026-11-21T10:00:00Z')
    expect(await completeToNext(client, id, { 'x-today': today })).toMatchObject({ dueDate: due })
  })

  it('in the time zone of the user', async () => {
    const { id } = await makeDaily()
    test.clock.set('2026-11-20T10:00:00Z')
    const headers = { ...zoned('Pacific/Kiritimati'), 'x-today': '2026-11-21' }
    expect(await completeToNext(client, id, headers)).toMatchObject({ dueDate: '2026-11-22' })
  })

  it('but at most 30 days before the request arrives', async () => {
    const { id } = await makeRecurring(client, { recurrenceFrequency: 'Daily', dueDate: '2026-09-01' })
    expect(await completeToNext(client, id, { 'x-today': '2026-09-01' })).toMatchObject({
      dueDate: '2026-10-22',
    })
  })

  it('for each task of a bulk change', async () => {
    const tasks = [await makeDaily(), await makeDaily()]
    test.clock.set('2026-11-21T10:00:00Z')
    const changes = tasks.map(({ id }) => ({ id, completed: true }))
    await client.post('/api/tasks/bulk', { tasks: changes }, { 'x-today': '2026-11-20' })
    const next = (await readTasks(client)).filter(({ completed }) => !completed)
    expect(next.map(({ dueDate }) => dueDate)).toEqual(['2026-11-21', '2026-11-21'])
  })

  it.each(['', ' ', 'yesterday', '2026-02-30', '20.11.2026', '2026-11-20, 2026-11-20', '-1', '__proto__'])(
    'or after today if the day is %j',
    async (today) => {
      const { id } = await makeDaily()
      test.clock.set('2026-11-21T10:00:00Z')
      expect(await completeToNext(client, id, { 'x-today': today })).toMatchObject({ dueDate: '2026-11-22' })
    },
  )

  it('rejects a day of more than 255 characters', async () => {
    const { id } = await makeDaily()
    const response = await client.patch(
      `/api/tasks/${id}`,
      { completed: true },
      { 'x-today': '1'.repeat(256) },
    )
    expect(response.statusCode).toBe(400)
    expect(response.json<ErrorBody>()).toMatchObject({ message: 'X-Today must be 255 characters or fewer.' })
  })
})
