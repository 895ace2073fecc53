import { expect, test } from 'vitest'

import { firstWeekday } from './first-weekday.ts'

test.each([
  ['en-US', 7],
  ['en-GB', 1],
  ['de-DE', 1],
  ['pt-BR', 7],
  ['ar-EG', 6],
])('weeks in %s start on weekday %i', (locale, weekday) => {
  expect(firstWeekday(new Intl.Locale(locale))).toBe(weekday)
})

test('reads the weekInfo property of older browsers', () => {
  expect(firstWeekday({ weekInfo: { firstDay: 7 } })).toBe(7)
})

test('weeks start on Monday if the browser has no week data', () => {
  expect(firstWeekday({})).toBe(1)
})
