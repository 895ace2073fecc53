import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { completeToNext, makeRecurring } from '#tests/support/series.ts'

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
