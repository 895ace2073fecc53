import { expect, it } from 'vitest'

import { readDate } from '#domain/tasks/due-date.ts'

import { describeDate } from './describe-date.ts'

const now = Temporal.ZonedDateTime.from('2026-11-20T09:30[UTC]')

it.each([
  ['2026-11-20', 'Friday, November 20, 2026 (today)'],
  ['2026-11-20T09:30', 'Friday, November 20, 2026 at 9:30 AM (today)'],
  ['2026-11-20T09:29', 'Friday, November 20, 2026 at 9:29 AM (1 minute ago)'],
  ['2026-11-20T08:31', 'Friday, November 20, 2026 at 8:31 AM (59 minutes ago)'],
  ['2026-11-20T07:00', 'Friday, November 20, 2026 at 7:00 AM (2 hours ago)'],
  ['2026-11-21T00:00', 'Saturday, November 21, 2026 at 12:00 AM (tomorrow)'],
  ['2026-11-22T12:05', 'Sunday, November 22, 2026 at 12:05 PM (in 2 days)'],
  ['2026-11-23T23:59', 'Monday, November 23, 2026 at 11:59 PM (in 3 days)'],
  ['2026-11-19', 'Thursday, November 19, 2026 (yesterday)'],
  ['2026-11-18', 'Wednesday, November 18, 2026 (2 days ago)'],
  ['2027-11-20', 'Saturday, November 20, 2027 (in 365 days)'],
])('describes %j as %j', (stored, text) => {
  const date = readDate(stored, 'UTC')
  expect(date && describeDate(date, now)).toBe(text)
})
