import { describe, expect, it, test } from 'vitest'

import { makeDayFilter, measureDay } from './day.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const task = (dueDate: string | null, plannedFor: string | null = null, completed = false) => ({
  dueDate,
  plannedFor,
  completed,
})

/** Each task, the viewer's day and zone, and whether the task belongs to that day. */
const CASES: [what: string, one: ReturnType<typeof task>, today: string, zone: string, isShown: boolean][] = [
  ['no date', task(null), '2026-11-19', 'UTC', false],
  ['planned for the day', task(null, '2026-11-19'), '2026-11-19', 'UTC', true],
  ['planned for the day before', task(null, '2026-11-18'), '2026-11-19', 'UTC', false],
  ['planned for the day after', task(null, '2026-11-20'), '2026-11-19', 'UTC', false],
  ['due on the day', task('2026-11-19'), '2026-11-19', 'UTC', true],
  ['due at a time of that day, passed or not', task('2026-11-19T23:59'), '2026-11-19', 'UTC', true],
  ['overdue', task('2026-11-17'), '2026-11-19', 'UTC', true],
  ['overdue since last year', task('2025-12-31T08:00'), '2026-11-19', 'UTC', true],
  ['due on the day after', task('2026-11-20'), '2026-11-19', 'UTC', false],
  ['due later and planned for the day', task('2026-12-03', '2026-11-19'), '2026-11-19', 'UTC', true],
  ['due on the day and planned for another', task('2026-11-19', '2026-11-20'), '2026-11-19', 'UTC', true],
  ['completed, due', task('2026-11-19', null, true), '2026-11-19', 'UTC', false],
  ['completed, planned', task(null, '2026-11-19', true), '2026-11-19', 'UTC', false],
  ['an unreadable due date', task('when it rains'), '2026-11-19', 'UTC', false],
  ['a due date that doesn’t exist', task('2026-02-30'), '2026-11-19', 'UTC', false],
  ['a plan without a due date on a leap day', task(null, '2028-02-29'), '2028-02-29', 'UTC', true],
  // An instant is due on its day in the viewer's zone.
  ['an instant late on the day', task('2026-11-19T23:30Z'), '2026-11-19', 'UTC', true],
  ['the same instant, in Tokyo', task('2026-11-19T23:30Z'), '2026-11-19', 'Asia/Tokyo', false],
  ['the same instant, a day later in Tokyo', task('2026-11-19T23:30Z'), '2026-11-20', 'Asia/Tokyo', true],
  ['an instant early on the next day', task('2026-11-20T02:00Z'), '2026-11-19', 'America/New_York', true],
  ['that instant in Kiritimati', task('2026-11-20T02:00Z'), '2026-11-19', 'Pacific/Kiritimati', false],
  // Nights with a daylight-saving change have 23 or 25 hours, and one date each.
  ['an instant in the lost hour, in Berlin', task('2026-03-29T01:30Z'), '2026-03-29', 'Europe/Berlin', true],
  ['the evening before, in Berlin', task('2026-03-28T22:59Z'), '2026-03-28', 'Europe/Berlin', true],
  ['the midnight after it, in Berlin', task('2026-03-28T23:00Z'), '2026-03-28', 'Europe/Berlin', false],
  ['the repeated hour, first', task('2026-11-01T01:30-04:00'), '2026-11-01', 'America/New_York', true],
  ['the repeated hour, again', task('2026-11-01T01:30-05:00'), '2026-11-01', 'America/New_York', true],
  ['a day that begins at 1:00', task('2026-09-06T04:00Z'), '2026-09-06', 'America/Santiago', true],
  ['the minute before that day', task('2026-09-06T03:59Z'), '2026-09-05', 'America/Santiago', true],
  [
    'a daylight-saving change of half an hour',
    task('2026-10-03T15:30Z'),
    '2026-10-04',
    'Australia/Lord_Howe',
    true,
  ],
  ['an instant two dates ahead', task('2026-11-21T00:30+14:00'), '2026-11-19', 'Etc/GMT+12', true],
  ['a local time that was skipped', task('2026-03-29T02:30'), '2026-03-29', 'Europe/Berlin', true],
]

test.each(CASES)(
  'the Today filter with %s (%j), on %s in %s, shows it: %s',
  (_what, one, today, zone, isShown) => {
    expect(makeDayFilter(day(today), zone)(one)).toBe(isShown)
  },
)

const H = 3600
const work = (estimatedTime: string | null, elapsedTime = 0) => ({ estimatedTime, elapsedTime })

describe('the work of a day', () => {
  const hours = [6, 6.25, 0, 24, 5.5, 2, 1]

  it.each([
    [[], 0, 0],
    [[work('2 hours 0 minutes')], 2 * H, 0],
    [[work('2 hours 0 minutes', H), work('0 hours 30 minutes')], 1.5 * H, 0],
    // Logging more time than estimated doesn't make room for other tasks.
    [[work('2 hours 45 minutes', 10 * H), work('1h')], H, 0],
    [[work(null), work(''), work(' '), work('1h 35m', 95 * 60)], 0, 3],
    // Text without an amount counts as an hour, as on the card.
    [[work('an afternoon')], H, 0],
  ])('of %j is %i s, with %i unestimated', (tasks, planned, unestimated) => {
    expect(measureDay(tasks, day('2026-11-19'), hours)).toMatchObject({ planned, unestimated })
  })

  it.each([
    ['2026-11-16', 6],
    ['2026-11-17', 6.25],
    ['2026-11-18', 0],
    ['2026-11-19', 24],
    ['2026-11-20', 5.5],
    ['2026-11-21', 2],
    ['2026-11-22', 1],
    // The clock changes on these Sundays, but the working hours stay the same.
    ['2026-03-29', 1],
    ['2026-10-25', 1],
    ['2028-02-29', 6.25],
  ])('uses the hours of the weekday as capacity: %s has %d', (date, capacity) => {
    expect(measureDay([], day(date), hours).capacity).toBe(capacity * H)
  })
})
