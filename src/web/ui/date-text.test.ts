import { expect, test } from 'vitest'

import { readDay } from './date-text.ts'

const TODAY = Temporal.PlainDate.from('2026-11-19')

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-1-2', '2026-01-02'],
  [' Nov 20, 2026 ', '2026-11-20'],
  ['nov 20 2026', '2026-11-20'],
  ['November 20', '2026-11-20'],
  ['Sept. 3, 2027', '2027-09-03'],
  ['20 Nov 2026', '2026-11-20'],
  ['20. november', '2026-11-20'],
  ['29 Feb 2028', '2028-02-29'],
  ['Today', '2026-11-19'],
  ['tomorrow', '2026-11-20'],
])('reads %s as %s', (text, day) => {
  expect(readDay(text, TODAY)).toBe(day)
})

test.each([
  '',
  'soon',
  '3/4/2026',
  'Feb 30, 2026',
  '29 Feb 2027',
  '2026-13-01',
  '20 Xyz 2026',
  'Nov 20, 26',
  '20261120',
])('rejects %j', (text) => {
  expect(readDay(text, TODAY)).toBeNull()
})
