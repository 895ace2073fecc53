import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { DEFAULT_SETTINGS } from '#domain/account/commands.ts'
import type { Settings } from '#domain/account/settings.ts'
import type { ErrorBody } from '#domain/error.ts'
import { SETTINGS_TASKS_MAX } from '#domain/limits.ts'
import {
  type Client,
  TEST_NOW,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'

const PATH = '/api/settings'
const HIDDEN = { ...DEFAULT_SETTINGS, hidesBanner: true }

let test: TestApp
let ada: Client
beforeEach(async () => {
  test = await buildTestApp()
  ada = await signUp(test, 'ada@example.com')
})
afterEach(() => test.close())

const settingsOf = async (client: Client) => (await client.get(PATH)).json<unknown>()

describe('the settings', () => {
  it('start with the defaults', async () => {
    expect(await settingsOf(ada)).toEqual(DEFAULT_SETTINGS)
  })

  it('store a change and leave omitted fields unchanged', async () => {
    const response = await ada.patch(PATH, { hidesBanner: true })
    expect([response.statusCode, response.json()]).toEqual([200, HIDDEN])
    expect((await ada.patch(PATH, {})).json()).toEqual(HIDDEN)
    expect(await settingsOf(ada)).toEqual(HIDDEN)
    await ada.patch(PATH, { hidesBanner: false })
    expect(await settingsOf(ada)).toEqual(DEFAULT_SETTINGS)
  })

  it('store which first steps are complete, and whether the steps are hidden', async () => {
    await ada.patch(PATH, { doneSteps: ['task', 'preset'] })
    await ada.patch(PATH, { hidesSteps: true })
    expect(await settingsOf(ada)).toMatchObject({ doneSteps: ['task', 'preset'], hidesSteps: true })
  })

  it('keep every first step that any device has reported', async () => {
    await ada.patch(PATH, { doneSteps: ['task'] })
    await ada.patch(PATH, { doneSteps: ['preset', 'task'] })
    expect(await settingsOf(ada)).toMatchObject({ doneSteps: ['task', 'preset'] })
  })

  it('store the working hours, dismissed slack marks, put-off plans, moves already seen and the absence', async () => {
    const work = {
      hoursPerWeekday: [7.5, 8, 8, 8, 6.25, 0, 24],
      dayStartsAt: '07:30',
      dismissedSlack: [{ taskId: 7, until: '2026-11-26T10:47:00.000Z' }],
      putOffPlans: [{ taskId: 3, until: '2026-11-20' }],
      movedUpSeen: [{ taskId: 9, at: TEST_NOW }],
      awayPanelAt: TEST_NOW,
      away: { since: TEST_NOW, until: TEST_NOW, askedOn: '2026-11-20' },
    }
    await ada.patch(PATH, work)
    expect((await ada.patch(PATH, { hidesBanner: true })).json()).toEqual({ ...HIDDEN, ...work })
    expect(await settingsOf(ada)).toEqual({ ...HIDDEN, ...work })
  })

  it.each([
    ['dismissedSlack', 'until', '2026-11-26T10:47:00.000Z', '2026-11-27T10:47:00.000Z'],
    ['putOffPlans', 'until', '2026-11-20', '2026-11-23'],
    ['movedUpSeen', 'at', TEST_NOW, '2026-11-20T11:00:00.000Z'],
  ])('keep the entries that two devices add to %s at the same time', async (list, field, first, second) => {
    const send = (taskId: number, value: string | null) =>
      ada.patch(PATH, { [list]: [{ taskId, [field]: value }] })
    await Promise.all([send(1, first), send(2, first)])
    await send(1, second)
    expect(await settingsOf(ada)).toMatchObject({
      [list]: [
        { taskId: 2, [field]: first },
        { taskId: 1, [field]: second },
      ],
    })
    if (field === 'at') return
    await send(2, null)
    expect(await settingsOf(ada)).toMatchObject({ [list]: [{ taskId: 1, until: second }] })
  })

  it('drop the oldest entries beyond a list’s limit', async () => {
    const movedUpSeen = Array.from({ length: SETTINGS_TASKS_MAX }, (_, taskId) => ({ taskId, at: TEST_NOW }))
    await ada.patch(PATH, { movedUpSeen })
    await ada.patch(PATH, { movedUpSeen: [{ taskId: 1000, at: TEST_NOW }] })
    const { movedUpSeen: seen } = (await ada.get(PATH)).json<Settings>()
    expect([seen.length, seen[0]?.taskId, seen.at(-1)?.taskId]).toEqual([SETTINGS_TASKS_MAX, 1, 1000])
  })

  it('ignore sample tasks, which only the routes for sample tasks set', async () => {
    await ada.patch(PATH, { sampleTasks: [1] })
    expect(await settingsOf(ada)).toEqual(DEFAULT_SETTINGS)
  })

  it('are separate for each user', async () => {
    const eve = await signUp(test, 'eve@example.com')
    await ada.patch(PATH, { hidesBanner: true })
    expect(await settingsOf(eve)).toEqual(DEFAULT_SETTINGS)
  })

  it.each([
    { hidesBanner: 'yes' },
    { hidesBanner: null },
    { doneSteps: ['tour'] },
    { doneSteps: 'task' },
    { hoursPerWeekday: [6, 6, 6, 6, 6, 6] },
    { hoursPerWeekday: [6, 6, 6, 6, 6, 6, 25] },
    { hoursPerWeekday: [6, 6, 6, 6, 6, 6, -1] },
    { hoursPerWeekday: [6, 6, 6, 6, 6, 6, 0.1] },
    { hoursPerWeekday: [6, 6, 6, 6, 6, 6, 'none'] },
    { dayStartsAt: '24:00' },
    { dayStartsAt: '9:00' },
    { dismissedSlack: [{ taskId: 7, until: 'tomorrow' }] },
    { putOffPlans: [{ taskId: 3, until: TEST_NOW }] },
    { movedUpSeen: [{ taskId: 9, at: 'today' }] },
    { movedUpSeen: Array.from({ length: 501 }, () => ({ taskId: 9, at: TEST_NOW })) },
    { awayPanelAt: '2026-11-20' },
    { putOffPlans: Array.from({ length: 501 }, () => ({ taskId: 3, until: '2026-11-20' })) },
    { away: { since: TEST_NOW, until: 'now', askedOn: null } },
    { away: { since: TEST_NOW, until: TEST_NOW, askedOn: 'today' } },
    { dismissedSlack: Array.from({ length: 501 }, () => ({ taskId: 7, until: '2026-11-26T10:47:00.000Z' })) },
    [],
  ])('reject %j and say what is expected', async (change) => {
    const response = await ada.patch(PATH, change)
    expect(response.statusCode).toBe(400)
    expect(response.json<ErrorBody>().message).toMatch(/^(?:Use|List|Must|The body must) /)
    expect(await settingsOf(ada)).toEqual(DEFAULT_SETTINGS)
  })

  it('explain the format of the start of the day', async () => {
    const { message } = (await ada.patch(PATH, { dayStartsAt: '9:00' })).json<{ message: string }>()
    expect(message).toBe('Use a time such as 09:00.')
  })

  it('require a session', async () => {
    const visitor = clientOf(test.app)
    expect((await visitor.get(PATH)).statusCode).toBe(401)
    expect((await visitor.patch(PATH, { hidesBanner: true })).statusCode).toBe(401)
  })

  it('apply a change once per idempotency key', async () => {
    const key = { 'idempotency-key': 'a key' }
    await ada.patch(PATH, { hidesBanner: true }, key)
    await ada.patch(PATH, { hidesBanner: false })
    expect((await ada.patch(PATH, { hidesBanner: true }, key)).json()).toEqual(DEFAULT_SETTINGS)
    expect(await settingsOf(ada)).toEqual(DEFAULT_SETTINGS)
  })
})
