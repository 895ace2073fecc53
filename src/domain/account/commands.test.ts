import { expect, test } from 'vitest'

import { DEFAULT_SETTINGS, changeSettings } from './commands.ts'
import { settingsChangeSchema } from './settings.ts'

const AUTHOR = { userId: 'ada', now: '2026-11-20T10:00:00.000Z', zone: 'UTC' }

test('changes the given settings and keeps the others', () => {
  const hidden = { ...DEFAULT_SETTINGS, hidesBanner: true }
  expect(changeSettings.rule(DEFAULT_SETTINGS, { hidesBanner: true }, AUTHOR)).toEqual(hidden)
  expect(changeSettings.rule(hidden, {}, AUTHOR)).toEqual(hidden)
})

test('changes the hours of the given weekdays and keeps those of the others', () => {
  const change = { hoursPerWeekday: [8, null, null, null, null, null, 0] }
  const { hoursPerWeekday } = changeSettings.rule(DEFAULT_SETTINGS, change, AUTHOR)
  expect(hoursPerWeekday).toEqual([8, 6, 6, 6, 6, 2, 0])
})

test.each([{ hidesBanner: 'yes' }, { hidesBanner: null }, { doneSteps: ['tour'] }, null, 'true'])(
  'rejects %j',
  (change) => {
    expect(settingsChangeSchema.safeParse(change).success).toBe(false)
  },
)
