import { describe, expect, it, test } from 'vitest'

import {
  COMPLETED_PERIODS,
  type CompletedPeriod,
  periodDays,
  readCompletedView,
  sumTotals,
  viewRange,
} from './completed-filter.ts'
import { completedCount, periods } from './words.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test.each([
  [null, null, null, null],
  ['', '', null, null],
  ['week', 'Meeting', 'week', 'Meeting'],
  ['Week', 'meeting', null, 'meeting'],
  ['year', null, null, null],
])('a URL with %j and %j selects the period %j and the category %j', (period, category, ...meant) => {
  const view = readCompletedView(period, category)
  expect([view.period, view.category]).toEqual(meant)
})

describe('the days of a period', () => {
  it.each<[CompletedPeriod, string, string, string]>([
    ['today', '2026-11-19', '2026-11-19', '2026-11-19'],
    ['yesterday', '2026-11-19', '2026-11-18', '2026-11-18'],
    ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['week', '2026-11-19', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-16', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['week', '2027-01-01', '2026-12-28', '2027-01-03'],
    ['month', '2026-11-19', '2026-11-01', '2026-11-30'],
    ['month', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['month', '2028-02-01', '2028-02-01', '2028-02-29'],
  ])('%s on %s is %s to %s', (period, today, first, last) => {
    const days = periodDays(period, day(today), 1)
    expect([days.first.toString(), days.last.toString()]).toEqual([first, last])
  })

  it.each([
    [7, '2026-11-19', '2026-11-15', '2026-11-21'],
    [7, '2026-11-15', '2026-11-15', '2026-11-21'],
    [7, '2026-11-21', '2026-11-15', '2026-11-21'],
    [6, '2026-11-20', '2026-11-14', '2026-11-20'],
    [6, '2026-11-21', '2026-11-21', '2026-11-27'],
  ])(
    'a week that starts on weekday %i and contains %s runs from %s to %s',
    (firstWeekday, today, first, last) => {
      const days = periodDays('week', day(today), firstWeekday)
      expect([days.first.toString(), days.last.toString()]).toEqual([first, last])
    },
  )
})

test.each([
  [null, 'Europe/Berlin', {}],
  ['yesterday', 'UTC', { from: '2026-11-18T00:00:00.000Z', to: '2026-11-18T23:59:59.999Z' }],
  ['today', 'Asia/Kolkata', { from: '2026-11-18T18:30:00.000Z', to: '2026-11-19T18:29:59.999Z' }],
  // Daylight saving time ends in this month, so its first and last days have different offsets.
  ['month', 'America/New_York', { from: '2026-11-01T04:00:00.000Z', to: '2026-12-01T04:59:59.999Z' }],
] as const)('requests the period %s in %s as %j', (period, zone, range) => {
  expect(viewRange({ period }, day('2026-11-19'), zone, 1)).toEqual(range)
})

test('names every period', () => {
  expect(COMPLETED_PERIODS.map((period) => periods[period])).toEqual([
    'Today',
    'Yesterday',
    'This Week',
    'This Month',
  ])
})

test.each([
  [null, { count: 5, elapsedTime: 90 }],
  ['Big task', { count: 3, elapsedTime: 60 }],
  ['big  task', { count: 3, elapsedTime: 60 }],
  ['Errand', { count: 0, elapsedTime: 0 }],
])('returns the totals of category %j as %j', (category, sum) => {
  const totals = [
    { category: 'Meeting', count: 2, elapsedTime: 30 },
    { category: 'Big task', count: 2, elapsedTime: 50 },
    { category: 'BIG TASK', count: 1, elapsedTime: 10 },
  ]
  expect(sumTotals(totals, category)).toEqual(sum)
})

test('counts completed tasks in the title', () => {
  expect([0, 1, 50_000].map(completedCount)).toEqual(['0 completed', '1 completed', '50,000 completed'])
})
