import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { describeDue, dueLabel, dueUrgency, formatDay, readDate, shortDay } from './due-date.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const today = day('2026-11-20')

const days = fc.integer({ min: -40_000, max: 40_000 })

describe('reading a date', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2028-02-29', '2028-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['2026-11-20T09:05', '2026-11-20T09:05:00'],
    ['2026-11-20T00:00', '2026-11-20T00:00:00'],
    ['2026-11-20T23:59:59', '2026-11-20T23:59:59'],
    ['2026-11-20T23:59:59.123', '2026-11-20T23:59:59.123'],
  ])('%j is a date', (text, date) => {
    expect(readDate(text)?.toString()).toBe(date)
  })

  it.each([
    '',
    ' ',
    'tomorrow',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '2026-1-2',
    '26-11-20',
    '12026-11-20',
    '+002026-11-20',
    '2026-11-20T24:00',
    '2026-11-20T29:00',
    '2026-11-20T09:60',
    '2026-11-20T09:00:60',
    '2026-11-20T9:00',
    '2026-11-20T09',
    '2026-11-20 09:00',
    '2026-11-20Z',
    '2026-11-20T09:00+99:00',
    '2026-11-20T09:00[Europe/Berlin]',
    ' 2026-11-20',
    '2026-11-20\n',
    '20261120',
    '２０２６-11-20',
  ])('%j is not', (text) => {
    expect(readDate(text)).toBeNull()
  })

  it.each([
    ['2026-11-20T23:30:00Z', 'UTC', '2026-11-20T23:30:00'],
    ['2026-11-20T23:30Z', 'Europe/Berlin', '2026-11-21T00:30:00'],
    ['2026-11-20T23:30:00.000Z', 'America/New_York', '2026-11-20T18:30:00'],
    ['2026-11-20T23:30:00Z', 'Asia/Kolkata', '2026-11-21T05:00:00'],
    ['2026-11-20T10:30:00Z', 'Pacific/Apia', '2026-11-20T23:30:00'],
    ['2026-11-20T11:30:00Z', 'Pacific/Apia', '2026-11-21T00:30:00'],
    ['2026-11-20T23:30-05:00', 'Australia/Lord_Howe', '2026-11-21T15:30:00'],
    ['2026-03-08T06:59:00Z', 'America/New_York', '2026-03-08T01:59:00'],
    ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08T03:00:00'],
  ])('the instant %s in %s is %s', (text, zone, local) => {
    expect(readDate(text, zone)?.toString()).toBe(local)
  })

  it('reads an instant in UTC when no zone is given', () => {
    expect(readDate('2026-11-20T23:30:00-05:00')?.toString()).toBe('2026-11-21T04:30:00')
  })

  it('gives every day and minute of a day as it was written', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1439 }), (distance, minute) => {
        const date = today.add({ days: distance })
        const time = date.toPlainDateTime().add({ minutes: minute })
        expect(readDate(date.toString())).toEqual(date)
        expect(readDate(time.toString({ smallestUnit: 'minute' }))).toEqual(time)
      }),
    )
  })

  it('throws for no text of the shape of a date', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d$/), (text) => {
        expect(() => readDate(text)).not.toThrow()
      }),
    )
  })

  it('of 50 kB is done at once', { timeout: 500 }, () => {
    expect(readDate('2026-11-20'.repeat(5000))).toBeNull()
    expect(readDate(`2026-11-20T09:00:00.${'0'.repeat(50_000)}`)).toBeNull()
  })
})

describe('what is said of a due date', () => {
  it.each([
    [null, 'No due date', 'none'],
    ['', 'No due date', 'none'],
    ['when pigs fly', 'Invalid date', 'none'],
    ['2026-11-31', 'Invalid date', 'none'],
    ['2025-11-20', 'Overdue by 365 days', 'overdue'],
    ['2026-11-18', 'Overdue by 2 days', 'overdue'],
    ['2026-11-19', 'Overdue by 1 day', 'overdue'],
    ['2026-11-19T23:59', 'Overdue by 1 day', 'overdue'],
    ['2026-11-20', 'Due today', 'today'],
    ['2026-11-20T00:00', 'Due today', 'today'],
    ['2026-11-20T23:59', 'Due today', 'today'],
    ['2026-11-21', 'Due tomorrow', 'tomorrow'],
    ['2026-11-21T00:00', 'Due tomorrow', 'tomorrow'],
    ['2026-11-22', 'Due in 2 days', '3'],
    ['2026-11-23', 'Due in 3 days', '3'],
    ['2026-11-24', 'Due in 4 days', '7'],
    ['2026-11-27', 'Due in 7 days', '7'],
    ['2026-11-28', 'Due on Nov 28, 2026', '14'],
    ['2026-12-04', 'Due on Dec 4, 2026', '14'],
    ['2026-12-05', 'Due on Dec 5, 2026', 'later'],
    ['2027-01-01', 'Due on Jan 1, 2027', 'later'],
    ['9999-12-31', 'Due on Dec 31, 9999', 'later'],
  ])('on Nov 20, 2026 %j is %j, and its strip %j', (dueDate, label, urgency) => {
    expect(dueLabel(dueDate, today)).toBe(label)
    expect(dueUrgency(dueDate, today)).toBe(urgency)
  })

  it.each([
    ['2026-11-21T02:00:00Z', 'America/New_York', 'Due today', 'today'],
    ['2026-11-20T23:30:00Z', 'Europe/Berlin', 'Due tomorrow', 'tomorrow'],
    ['2026-11-20T23:30:00Z', undefined, 'Due today', 'today'],
  ])('the instant %s counts by its day in %s: %s', (dueDate, zone, label, urgency) => {
    expect(dueLabel(dueDate, today, zone)).toBe(label)
    expect(dueUrgency(dueDate, today, zone)).toBe(urgency)
  })

  // The nights before and after which the clocks change in New York and Berlin: a day there has 23 or 25 hours.
  it.each(['2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25'])('%s is one day long', (date) => {
    const before = day(date).subtract({ days: 1 })
    const after = day(date).add({ days: 1 })
    expect(dueLabel(date, before)).toBe('Due tomorrow')
    expect(dueLabel(date, after)).toBe('Overdue by 1 day')
    expect(dueLabel(after.toString(), before)).toBe('Due in 2 days')
  })

  it('gets no less urgent as the days go by', () => {
    const order = ['later', '14', '7', '3', 'tomorrow', 'today', 'overdue']
    fc.assert(
      fc.property(days, (distance) => {
        const dueDate = today.add({ days: distance }).toString()
        const now = order.indexOf(dueUrgency(dueDate, today))
        expect(order.indexOf(dueUrgency(dueDate, today.add({ days: 1 })))).toBeGreaterThanOrEqual(now)
      }),
    )
  })

  it('names the right number of days, however far over years and clock changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40_000 }), (distance) => {
        const dueDate = today.subtract({ days: distance }).toString()
        expect(dueLabel(dueDate, today)).toBe(`Overdue by ${distance} days`)
      }),
    )
  })
})

describe('a date in words', () => {
  it.each([
    ['2026-01-05', 'Jan 5, 2026'],
    ['2026-09-30', 'Sep 30, 2026'],
    ['2026-11-20', 'Nov 20, 2026'],
    ['0099-05-01', 'May 1, 0099'],
  ])('%s reads %j', (date, words) => {
    expect(formatDay(day(date))).toBe(words)
    expect(formatDay(Temporal.PlainDateTime.from(`${date}T23:59`))).toBe(words)
  })

  it.each([
    ['2026-12-20', 'Dec 20'],
    ['2026-01-02', 'Jan 2'],
    ['2027-01-02', 'Jan 2, 2027'],
    ['2025-12-20', 'Dec 20, 2025'],
  ])('%s is short for %j in November 2026', (date, words) => {
    expect(shortDay(day(date), today)).toBe(words)
  })

  it.each([
    ['2026-11-20', 'Friday, November 20, 2026 (today)'],
    ['2026-11-20T09:00', 'Friday, November 20, 2026 at 9:00 AM (today)'],
    ['2026-11-21T00:00', 'Saturday, November 21, 2026 at 12:00 AM (tomorrow)'],
    ['2026-11-22T12:05', 'Sunday, November 22, 2026 at 12:05 PM (in 2 days)'],
    ['2026-11-23T23:59', 'Monday, November 23, 2026 at 11:59 PM (in 3 days)'],
    ['2026-11-19', 'Thursday, November 19, 2026 (yesterday)'],
    ['2026-11-18', 'Wednesday, November 18, 2026 (2 days ago)'],
    ['2027-11-20', 'Saturday, November 20, 2027 (in 365 days)'],
  ])('%j is described as %j', (stored, words) => {
    expect(describeDue(stored, today)).toBe(words)
  })

  it('describes nothing that cannot be read', () => {
    expect(describeDue('when pigs fly', today)).toBeNull()
  })
})
