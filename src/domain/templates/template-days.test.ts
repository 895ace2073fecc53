import { describe, expect, it } from 'vitest'

import {
  NO_DAYS,
  TEMPLATE_DAYS_MAX,
  datesToDays,
  daysToDates,
  describeDays,
  findFirstDay,
  hasDays,
  needsStart,
} from './template-days.ts'
import { projectStartSchema } from './template-days-schema.ts'

const dates = (startDate: string | null, endDate: string | null = null, dueDate: string | null = null) => ({
  startDate,
  endDate,
  dueDate,
})

describe('the first day of a project', () => {
  it.each([
    ['its first start', [dates('2026-12-03'), dates('2026-12-01', '2026-12-02')], '2026-12-01'],
    [
      'its first start, even if something is due earlier',
      [dates('2026-12-03', null, '2026-12-01')],
      '2026-12-03',
    ],
    [
      'its first date if nothing starts',
      [dates(null, '2026-12-05'), dates(null, null, '2026-12-04')],
      '2026-12-04',
    ],
    ['the day of a start with a time', [dates('2026-12-01T23:30')], '2026-12-01'],
    ['null if no date can be read', [dates('some day'), dates(null)], undefined],
    ['null without tasks', [], undefined],
  ])('is %s', (_, tasks, day) => {
    expect(findFirstDay(tasks, 'UTC')?.toString()).toBe(day)
  })

  it('uses the viewer’s time zone for an instant', () => {
    const tasks = [dates('2026-12-01T23:30:00Z')]
    expect(findFirstDay(tasks, 'Europe/Berlin')?.toString()).toBe('2026-12-02')
    expect(findFirstDay(tasks, 'UTC')?.toString()).toBe('2026-12-01')
  })
})

describe('dates as days of a project', () => {
  const first = Temporal.PlainDate.from('2026-10-24')

  it('count from its first day, even before it and across months and daylight-saving changes', () => {
    expect(datesToDays(dates('2026-10-24', '2026-11-02T09:00', '2026-10-20'), first, 'UTC')).toEqual({
      startDay: 0,
      endDay: 9,
      dueDay: -4,
    })
  })

  it('are null for unreadable or distant dates, or without a first day', () => {
    expect(datesToDays(dates('soon', null, '9999-12-31'), first, 'UTC')).toEqual(NO_DAYS)
    expect(datesToDays(dates('2026-10-24'), null, 'UTC')).toEqual(NO_DAYS)
  })

  it('convert back to the same dates for the same start, and shift together for a different start', () => {
    const days = datesToDays(dates('2026-10-24', '2026-11-02', '2026-10-20'), first, 'UTC')
    expect(daysToDates(days, '2026-10-24')).toEqual(dates('2026-10-24', '2026-11-02', '2026-10-20'))
    expect(daysToDates(days, '2028-02-27')).toEqual(dates('2028-02-27', '2028-03-07', '2028-02-23'))
    expect(daysToDates(days, null)).toEqual(dates(null))
  })

  it('convert to a date at both ends of the range', () => {
    for (const start of ['1900-01-01', '9800-12-31']) {
      const { startDate, endDate } = daysToDates(
        { startDay: -TEMPLATE_DAYS_MAX, endDay: TEMPLATE_DAYS_MAX, dueDay: null },
        projectStartSchema.parse(start),
      )
      expect([startDate, endDate].map((date) => date?.length)).toEqual([10, 10])
    }
  })
})

describe('the start of a project', () => {
  it.each([undefined, null])('can be omitted: %j', (start) => {
    expect(projectStartSchema.parse(start)).toBeNull()
  })

  it.each(['', 'tomorrow', '2026-02-30', '2026-2-3', '2026-12-01T09:00', '1899-12-31', '9801-01-01', 5])(
    'rejects %j',
    (start) => {
      expect(projectStartSchema.safeParse(start).error?.issues[0]?.message).toBe(
        'Project start must be a date, such as 2026-12-01.',
      )
    },
  )
})

it.each([
  [NO_DAYS, '', false],
  [{ startDay: 0, endDay: 2, dueDay: 4 }, 'Starts on day 1, ends on day 3, due on day 5', true],
  [{ startDay: null, endDay: null, dueDay: -1 }, 'Due 1 day before', true],
  [{ startDay: -3, endDay: null, dueDay: null }, 'Starts 3 days before', true],
])('%j is %j', (days, words, isAny) => {
  expect(describeDays(days)).toBe(words)
  expect(hasDays(days)).toBe(isAny)
})

it.each([
  ['a task has a day', true, [NO_DAYS, { ...NO_DAYS, dueDay: 0 }]],
  ['no task has a day', false, [NO_DAYS]],
  ['the tasks are unknown', true, undefined],
])('if %s, a project needs a start date: %s', (_, isNeeded, tasks) => {
  expect(needsStart(tasks)).toBe(isNeeded)
})
