import { describe, expect, it } from 'vitest'

import {
  NO_SERIES_DAYS,
  type RecurrenceFrequency,
  type SeriesDays,
  type TaskDates,
  leadingDay,
  nextOccurrence,
  stepDate,
  upcomingDays,
} from './recurrence.ts'
import { recurrenceFrequencySchema } from './task.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const NO_DATES: TaskDates = { dueDate: null, startDate: null, endDate: null }

const next = (
  frequency: RecurrenceFrequency,
  dates: Partial<TaskDates>,
  today: string,
  { seriesDays, zone = 'UTC' }: { seriesDays?: Partial<SeriesDays>; zone?: string } = {},
) => {
  const task = { ...NO_DATES, ...dates, recurrenceFrequency: frequency }
  return nextOccurrence(task, day(today), { ...NO_SERIES_DAYS, ...seriesDays }, zone)
}

/** Returns the next three days. */
const upcoming = (
  frequency: RecurrenceFrequency,
  dates: Partial<TaskDates>,
  today: string,
  seriesDay: number | null = null,
) => {
  const task = { ...NO_DATES, ...dates, recurrenceFrequency: frequency }
  return upcomingDays(task, day(today), 3, seriesDay, 'UTC').map(String)
}

/** Returns the due dates of a series whose occurrences are completed on their due date. */
function seriesFrom(first: string, frequency: RecurrenceFrequency, count: number): string[] {
  const dues = [first]
  let seriesDays = NO_SERIES_DAYS
  while (dues.length < count) {
    const dueDate = dues.at(-1) ?? first
    const task = { ...NO_DATES, dueDate, recurrenceFrequency: frequency }
    const occurrence = nextOccurrence(task, day(dueDate), seriesDays, 'UTC')
    seriesDays = occurrence.seriesDays
    dues.push(occurrence.dueDate ?? 'none')
  }
  return dues
}

describe('a frequency', () => {
  it.each(['Daily', 'Weekly', 'Bi-weekly', 'Monthly', 'Quarterly', 'Yearly'])('accepts %s', (text) => {
    expect(recurrenceFrequencySchema.parse(text)).toBe(text)
  })

  it.each(['daily', 'Biweekly', 'Every day', '', null, 1])('rejects %j', (value) => {
    expect(recurrenceFrequencySchema.safeParse(value).success).toBe(false)
  })
})

describe('the next days', () => {
  it.each([
    ['Monthly', { dueDate: '2026-11-18' }, '2026-11-19', ['2026-12-18', '2027-01-18', '2027-02-18']],
    ['Monthly', { dueDate: '2027-01-31' }, '2026-11-19', ['2027-02-28', '2027-03-31', '2027-04-30']],
    ['Weekly', { startDate: '2026-11-02' }, '2026-11-19', ['2026-11-23', '2026-11-30', '2026-12-07']],
    ['Bi-weekly', { dueDate: '2026-11-19T09:00' }, '2026-11-19', ['2026-12-03', '2026-12-17', '2026-12-31']],
    ['Daily', {}, '2026-12-30', ['2026-12-31', '2027-01-01', '2027-01-02']],
    ['Quarterly', {}, '2026-11-30', ['2027-02-28', '2027-05-28', '2027-08-28']],
    ['Yearly', { endDate: '2024-02-29' }, '2026-11-19', ['2027-02-28', '2028-02-29', '2029-02-28']],
  ] as const)('%s from %j on %s are %j', (frequency, dates, today, days) => {
    expect(upcoming(frequency, dates, today)).toEqual(days)
  })

  it('keep the series day', () => {
    expect(upcoming('Monthly', { dueDate: '2027-02-28' }, '2027-02-01', 31)).toEqual([
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
  })

  it('are an empty list when the due date is unreadable', () => {
    expect(upcoming('Weekly', { dueDate: 'when the plums are ripe' }, '2026-11-19')).toEqual([])
  })

  it('start with the occurrence that completing creates', () => {
    for (const frequency of ['Daily', 'Weekly', 'Bi-weekly', 'Monthly', 'Quarterly', 'Yearly'] as const) {
      for (const dates of [{ dueDate: '2026-08-31' }, { startDate: '2026-11-30' }, {}]) {
        const [first] = upcoming(frequency, dates, '2026-11-19')
        expect(leadingDay(next(frequency, dates, '2026-11-19'), 'UTC')?.toString()).toBe(first)
      }
    }
  })
})

describe('a step', () => {
  it.each([
    ['2026-11-20', 'Daily', 1, '2026-11-21'],
    ['2026-12-31', 'Daily', 1, '2027-01-01'],
    ['2026-11-20', 'Weekly', 1, '2026-11-27'],
    ['2026-11-20', 'Bi-weekly', 1, '2026-12-04'],
    ['2026-11-20', 'Monthly', 1, '2026-12-20'],
    ['2026-11-20', 'Monthly', 2, '2027-01-20'],
    ['2026-11-20', 'Quarterly', 1, '2027-02-20'],
    ['2026-11-20', 'Yearly', 1, '2027-11-20'],
    ['2026-01-31', 'Monthly', 1, '2026-02-28'],
    ['2028-01-31', 'Monthly', 1, '2028-02-29'],
    ['2026-01-31', 'Monthly', 2, '2026-03-31'],
    ['2026-11-30', 'Quarterly', 1, '2027-02-28'],
    ['2028-02-29', 'Yearly', 1, '2029-02-28'],
    ['2028-02-29', 'Yearly', 4, '2032-02-29'],
    ['2096-02-29', 'Yearly', 4, '2100-02-28'],
    ['2026-11-20', 'Weekly', 0, '2026-11-20'],
  ] as const)('from %s, %s × %d, leads to %s', (from, frequency, steps, expected) => {
    expect(stepDate(day(from), frequency, steps).toString()).toBe(expected)
  })

  it.each([
    ['2026-02-28', 31, '2026-03-31'],
    ['2026-02-28', 30, '2026-03-30'],
    ['2026-02-28', 28, '2026-03-28'],
    ['2026-04-30', 31, '2026-05-31'],
  ])('of a month from %s with the series day %d leads to %s', (from, seriesDay, expected) => {
    expect(stepDate(day(from), 'Monthly', 1, seriesDay).toString()).toBe(expected)
  })
})

describe('a series', () => {
  it.each([
    ['Monthly', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['Monthly', ['2026-01-30', '2026-02-28', '2026-03-30']],
    ['Monthly', ['2026-01-29', '2026-02-28', '2026-03-29']],
    ['Monthly', ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['Monthly', ['2026-02-28', '2026-03-28', '2026-04-28']],
    ['Monthly', ['2026-04-30', '2026-05-30', '2026-06-30']],
    ['Quarterly', ['2026-08-31', '2026-11-30', '2027-02-28', '2027-05-31']],
    ['Yearly', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['Yearly', ['2027-02-28', '2028-02-28', '2029-02-28']],
    ['Weekly', ['2026-01-31', '2026-02-07', '2026-02-14']],
  ] as const)('%s is due on %j', (frequency, dues) => {
    expect(seriesFrom(dues[0], frequency, dues.length)).toEqual(dues)
  })

  it.each([
    ['Monthly', '2026-01-31', 31],
    ['Quarterly', '2026-01-31', 31],
    ['Yearly', '2028-02-29', 29],
    ['Daily', '2026-01-31', null],
    ['Weekly', '2026-01-31', null],
    ['Bi-weekly', '2026-01-31', null],
  ] as const)('%s from %s keeps day %j of the month', (frequency, dueDate, seriesDay) => {
    expect(next(frequency, { dueDate }, dueDate).seriesDays).toEqual({
      ...NO_SERIES_DAYS,
      dueDate: seriesDay,
    })
  })

  it('keeps its series day even if the occurrence is on another day', () => {
    const occurrence = next('Monthly', { dueDate: '2026-02-28' }, '2026-02-28', {
      seriesDays: { dueDate: 31 },
    })
    expect(occurrence).toMatchObject({ dueDate: '2026-03-31', seriesDays: { dueDate: 31 } })
  })
})

describe('the next occurrence', () => {
  it.each([
    ['on its due date', 'Weekly', '2026-11-20', '2026-11-20', '2026-11-27'],
    ['early, which is still one step', 'Weekly', '2026-12-04', '2026-11-20', '2026-12-11'],
    ['one day late', 'Daily', '2026-11-19', '2026-11-20', '2026-11-21'],
    ['a step late, which skips to after today', 'Weekly', '2026-11-13', '2026-11-20', '2026-11-27'],
    ['one day less than a step late', 'Weekly', '2026-11-14', '2026-11-20', '2026-11-21'],
    ['weeks late, which keeps its weekday', 'Weekly', '2026-09-02', '2026-11-20', '2026-11-25'],
    ['fortnights late', 'Bi-weekly', '2026-10-02', '2026-11-20', '2026-11-27'],
    ['months late, later in the month', 'Monthly', '2026-03-25', '2026-11-20', '2026-11-25'],
    ['months late, earlier in the month', 'Monthly', '2026-03-05', '2026-11-20', '2026-12-05'],
    ['months late, on the same day', 'Monthly', '2026-03-20', '2026-11-20', '2026-12-20'],
    ['months late, into a short month', 'Monthly', '2026-08-31', '2026-11-20', '2026-11-30'],
    ['months late, on the last day of a short month', 'Monthly', '2026-08-31', '2026-11-30', '2026-12-31'],
    ['quarters late', 'Quarterly', '2026-01-31', '2026-11-20', '2027-01-31'],
    ['years late', 'Yearly', '2020-02-29', '2026-11-20', '2027-02-28'],
    ['a year and a day early', 'Yearly', '2027-11-21', '2026-11-20', '2028-11-21'],
    ['two thousand years late', 'Daily', '0026-11-20', '2026-11-20', '2026-11-21'],
  ] as const)('when completed %s (%s, due %s, on %s) is due %s', (_, frequency, dueDate, today, due) => {
    expect(next(frequency, { dueDate }, today).dueDate).toBe(due)
  })

  it.each([
    ['Weekly', '2026-11-20T09:30', '2026-11-27T09:30'],
    ['Daily', '2026-11-20T23:59:59', '2026-11-21T23:59:59'],
    ['Monthly', '2026-11-20T00:00', '2026-12-20T00:00'],
  ] as const)('%s from %s keeps its time of day: %s', (frequency, dueDate, due) => {
    expect(next(frequency, { dueDate }, '2026-11-20').dueDate).toBe(due)
  })

  it('is due one step after today if the task has no date', () => {
    expect(next('Monthly', {}, '2026-01-31')).toEqual({
      ...NO_DATES,
      dueDate: '2026-02-28',
      seriesDays: NO_SERIES_DAYS,
    })
    expect(next('Daily', { dueDate: '', startDate: '' }, '2026-01-31').dueDate).toBe('2026-02-01')
  })

  it.each([
    [{ dueDate: 'when it rains' }, { dueDate: 'when it rains' }],
    [{ dueDate: '2026-02-30' }, { dueDate: '2026-02-30' }],
    [{ startDate: 'some day' }, { startDate: 'some day', dueDate: '2026-11-27' }],
    [
      { dueDate: 'when it rains', startDate: '2026-11-20', endDate: 'later' },
      { dueDate: 'when it rains', startDate: '2026-11-27', endDate: 'later' },
    ],
  ])('carries over unreadable text in %j: %j', (dates, expected) => {
    expect(next('Weekly', dates, '2026-11-20')).toMatchObject({ ...NO_DATES, ...expected })
  })

  it('carries over a date that would pass the year 9999', () => {
    expect(next('Yearly', { dueDate: '9999-12-31' }, '2026-11-20').dueDate).toBe('9999-12-31')
    const far = next('Weekly', { dueDate: '2026-11-20', endDate: '9999-12-31T08:00' }, '2026-11-20')
    expect(far).toMatchObject({ dueDate: '2026-11-27', endDate: '9999-12-31T08:00' })
  })
})

describe('start, end and due date', () => {
  it.each([
    [
      'Weekly',
      ['2026-11-16', '2026-11-18', '2026-11-20'],
      '2026-12-01',
      ['2026-11-30', '2026-12-02', '2026-12-04'],
    ],
    [
      'Monthly',
      ['2026-11-16', '2026-11-20', '2026-11-20'],
      '2026-11-20',
      ['2026-12-16', '2026-12-20', '2026-12-20'],
    ],
    [
      'Monthly',
      ['2026-01-29', '2026-01-31', '2026-01-31'],
      '2026-01-31',
      ['2026-02-28', '2026-02-28', '2026-02-28'],
    ],
    [
      'Monthly',
      ['2026-11-28', '2026-12-02', '2026-12-02'],
      '2026-11-30',
      ['2026-12-28', '2027-01-02', '2027-01-02'],
    ],
    [
      'Monthly',
      ['2027-01-31', '2027-02-01', '2027-02-01'],
      '2027-01-31',
      ['2027-02-28', '2027-03-01', '2027-03-01'],
    ],
    [
      'Monthly',
      ['2026-08-31', '2026-09-15', '2026-09-01'],
      '2026-11-20',
      ['2026-11-30', '2026-12-15', '2026-12-01'],
    ],
    [
      'Quarterly',
      ['2026-11-30', '2026-12-01', '2026-12-31'],
      '2026-12-31',
      ['2027-02-28', '2027-03-01', '2027-03-31'],
    ],
    [
      'Yearly',
      ['2027-12-24', '2028-02-29', '2028-03-01'],
      '2028-02-01',
      ['2028-12-24', '2029-02-28', '2029-03-01'],
    ],
    [
      'Yearly',
      ['2028-02-28', '2028-03-01', '2028-02-29'],
      '2028-03-02',
      ['2029-02-28', '2029-03-01', '2029-02-28'],
    ],
  ] as const)('of a %s task, %j, completed on %s, become %j', (frequency, from, today, to) => {
    const [startDate, endDate, dueDate] = from
    const moved = next(frequency, { startDate, endDate, dueDate }, today)
    expect([moved.startDate, moved.endDate, moved.dueDate]).toEqual(to)
  })

  it('return to their own days after a short month', () => {
    const january = { startDate: '2026-01-29', endDate: '2026-01-31', dueDate: '2026-01-31T17:00' }
    const { seriesDays, ...february } = next('Monthly', january, '2026-01-31')
    expect(seriesDays).toEqual({ startDate: 29, endDate: 31, dueDate: 31 })
    const march = next('Monthly', february, '2026-02-28', { seriesDays })
    expect(march).toMatchObject({
      startDate: '2026-03-29',
      endDate: '2026-03-31',
      dueDate: '2026-03-31T17:00',
    })
  })

  it.each([
    ['the due date', { startDate: '2027-02-28', dueDate: '2027-02-28' }, { startDate: '2027-03-28' }],
    [
      'the due date, at its own time',
      { startDate: '2027-02-28T09:00', dueDate: '2027-02-28T17:00' },
      { startDate: '2027-03-28T09:00' },
    ],
    [
      'the end',
      { startDate: '2027-02-28', endDate: '2027-02-28', dueDate: '2027-03-31' },
      { startDate: '2027-03-28', endDate: '2027-03-28', dueDate: '2027-04-30' },
    ],
  ])('keep the start no later than %s: %j becomes %j', (_, dates, expected) => {
    expect(next('Monthly', dates, '2027-02-01', { seriesDays: { startDate: 31 } })).toMatchObject({
      ...expected,
      seriesDays: { startDate: 31 },
    })
  })

  it('keep the start no later than the due date when a short month puts both on one day', () => {
    const dates = { startDate: '2027-01-30T15:00', dueDate: '2027-01-31T09:00' }
    const february = next('Monthly', dates, '2027-01-31')
    expect(february).toMatchObject({ startDate: '2027-02-28T09:00', dueDate: '2027-02-28T09:00' })
  })

  it('keep a start that was already after the due date', () => {
    const dates = { startDate: '2027-01-20', dueDate: '2027-01-10' }
    expect(next('Monthly', dates, '2027-01-10')).toMatchObject({
      startDate: '2027-02-20',
      dueDate: '2027-02-10',
    })
  })

  it.each([
    ['Pacific/Auckland', '2027-01-30T12:00:00Z', '2027-02-27T12:00:00Z'],
    ['America/New_York', '2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z'],
    ['Pacific/Kiritimati', '2027-01-30T10:30:00Z', '2027-02-27T10:30:00Z'],
    ['Pacific/Pago_Pago', '2027-02-01T10:30:00Z', '2027-03-01T10:30:00Z'],
  ])('fall on their own days in %s: a start at %s moves to %s', (zone, startDate, expected) => {
    const moved = next('Monthly', { startDate, dueDate: '2027-02-01' }, '2027-01-31', { zone })
    expect(moved).toMatchObject({ startDate: expected, dueDate: '2027-03-01', seriesDays: { startDate: 31 } })
  })

  it('move past today by the due date, else the start, else the end', () => {
    const dates = { startDate: '2026-11-01', endDate: '2026-11-19', dueDate: '2026-11-10' }
    expect(next('Weekly', dates, '2026-11-20')).toMatchObject({
      startDate: '2026-11-15',
      endDate: '2026-12-03',
      dueDate: '2026-11-24',
    })
    expect(next('Weekly', { ...dates, dueDate: null }, '2026-11-20')).toMatchObject({
      startDate: '2026-11-22',
      endDate: '2026-12-10',
      dueDate: null,
    })
    expect(next('Weekly', { endDate: dates.endDate }, '2026-11-20')).toMatchObject({
      ...NO_DATES,
      endDate: '2026-11-26',
    })
  })

  it('are led by the first readable one of due date, start and end', () => {
    const dates = { dueDate: 'soon', startDate: '2026-11-16T09:00', endDate: '2026-11-18' }
    expect(leadingDay(dates, 'UTC')?.toString()).toBe('2026-11-16')
    expect(leadingDay({ ...dates, startDate: null }, 'UTC')?.toString()).toBe('2026-11-18')
    expect(leadingDay({ ...dates, dueDate: '2026-11-20' }, 'UTC')?.toString()).toBe('2026-11-20')
    expect(leadingDay(NO_DATES, 'UTC')).toBeNull()
  })
})

describe('an instant', () => {
  it('keeps its form and its time of day in the user’s time zone', () => {
    const zone = 'Europe/Berlin'
    const before = next('Daily', { dueDate: '2026-10-24T07:00:00.000Z' }, '2026-10-24', { zone })
    expect(before.dueDate).toBe('2026-10-25T08:00:00.000Z')
    const utc = next('Daily', { dueDate: '2026-10-24T07:00:00Z' }, '2026-10-24')
    expect(utc.dueDate).toBe('2026-10-25T07:00:00Z')
  })

  it('falls on its day in the user’s time zone', () => {
    const due = { dueDate: '2026-01-30T20:00:00+00:00' }
    const there = next('Monthly', due, '2026-01-31', { zone: 'Pacific/Auckland' })
    expect(there).toMatchObject({ dueDate: '2026-02-27T20:00:00+00:00', seriesDays: { dueDate: 31 } })
  })
})
