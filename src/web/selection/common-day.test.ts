import { expect, it } from 'vitest'

import { commonDueDay } from './common-day.ts'

it.each([
  [['2026-12-24'], '2026-12-24'],
  [['2026-12-24T09:00', '2026-12-24', '2026-12-24T23:59'], '2026-12-24'],
  [['2026-12-23T23:30:00Z'], '2026-12-24'],
  [['2026-12-24', '2026-12-25'], null],
  [['2026-12-24', null], null],
  [[null], null],
  [['next week'], null],
  [['2026-13-99'], null],
  [[], null],
])('in Berlin, the common due day of %j is %j', (dueDates, day) => {
  const tasks = dueDates.map((dueDate) => ({ dueDate }))
  expect(commonDueDay(tasks, 'Europe/Berlin')).toBe(day)
})
