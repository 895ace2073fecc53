import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { dueLabel, dueUrgency, readDate } from './due-date.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const today = day('2026-11-20')

const days = fc.integer({ min: -40_000, max: 40_000 })

describe('parsing a date', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2028-02-29', '2028-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['2026-11-20T09:05', '2026-11-20T09:05:00'],
    ['2026-11-20T00:00', '2026-11-20T00:00:00'],
    ['2026-11-20T23:59:59', '2026-11-20T23:59:59'],
    ['2026-11-20T23:59:59.123', '2026-11-20T23:59:59.123'],
  ])('accepts %j', (text, date) => {
    expect(readDate(text, 'UTC')?.toString()).toBe(date)
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
  ])('rejects %j', (text) => {
    expect(readDate(text, 'UTC')).toBeNull()
  })

  it.each([
    ['2026-11-20T23:30:00Z', 'UTC', '2026-11-20T23:30:00'],
    ['2026-11-20T23:30Z', 'Europe/Berlin', '2026-11-21T00:30:00'],
    ['2026-11-20T23:30:00.000Z', 'America/New_York', '2026-11-20T18:30:00'],
    ['2026-11-20T23:30:00Z', 'Asia/Kolkata', '2026-11-21T05:00:00'],
    ['2026-11-20T10:30:00Z', 'Pacific/Apia', '2026-11-20T23:30:00'],
    ['2026-11-20T11:30:00Z', 'Pacific/Apia', '2026-11-21T00:30:00'],
    ['2026-11-20T23:30-05:00', 'Australia/Lord_Howe', '2026-11-21T15:30:00'],
    ['2026-11-20T23:30:00-05:00', 'UTC', '2026-11-21T04:30:00'],
    ['2026-03-08T06:59:00Z', 'America/New_York', '2026-03-08T01:59:00'],
    ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08T03:00:00'],
  ])('reads the instant %s in %s as %s', (text, zone, local) => {
    expect(readDate(text, zone)?.toString()).toBe(local)
  })

  it('round-trips every day and minute', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1439 }), (distance, minute) => {
        const date = today.add({ days: distance })
        const time = date.toPlainDateTime().add({ minutes: minute })
        expect(readDate(date.toString(), 'UTC')).toEqual(date)
        expect(readDate(time.toString({ smallestUnit: 'minute' }), 'UTC')).toEqual(time)
      }),
    )
  })

  it('never throws for text shaped like a date', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d$/), (text) => {
        expect(() => readDate(text, 'UTC')).not.toThrow()
      }),
    )
  })

  it('takes linear time for 50 kB', { timeout: 500 }, () => {
    expect(readDate('2026-11-20'.repeat(5000), 'UTC')).toBeNull()
    expect(readDate(`2026-11-20T09:00:00.${'0'.repeat(50_000)}`, 'UTC')).toBeNull()
  })
})

describe('the label of a due date', () => {
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
    ['2027-09-30T23:59', 'Due on Sep 30, 2027', 'later'],
    ['9999-12-31', 'Due on Dec 31, 9999', 'later'],
  ])('for %j on Nov 20, 2026 is %j, with the strip %j', (dueDate, label, urgency) => {
    expect(dueLabel(dueDate, today, 'UTC')).toBe(label)
    expect(dueUrgency(dueDate, today, 'UTC')).toBe(urgency)
  })

  it.each([
    ['2026-11-21T02:00:00Z', 'America/New_York', 'Due today', 'today'],
    ['2026-11-20T23:30:00Z', 'Europe/Berlin', 'Due tomorrow', 'tomorrow'],
    ['2026-11-20T23:30:00Z', 'UTC', 'Due today', 'today'],
  ])('uses the day of the instant %s in %s: %s', (dueDate, zone, label, urgency) => {
    expect(dueLabel(dueDate, today, zone)).toBe(label)
    expect(dueUrgency(dueDate, today, zone)).toBe(urgency)
  })

  // The nights around the daylight-saving changes in New York and Berlin: a day there has 23 or 25 hours.
  it.each(['2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25'])(
    'counts %s, with 23 or 25 hours, as one day',
    (date) => {
      const before = day(date).subtract({ days: 1 })
      const after = day(date).add({ days: 1 })
      expect(dueLabel(date, before, 'UTC')).toBe('Due tomorrow')
      expect(dueLabel(date, after, 'UTC')).toBe('Overdue by 1 day')
      expect(dueLabel(after.toString(), before, 'UTC')).toBe('Due in 2 days')
    },
  )

  it('never becomes less urgent over time', () => {
    const order = ['later', '14', '7', '3', 'tomorrow', 'today', 'overdue']
    fc.assert(
      fc.property(days, (distance) => {
        const dueDate = today.add({ days: distance }).toString()
        const now = order.indexOf(dueUrgency(dueDate, today, 'UTC'))
        expect(order.indexOf(dueUrgency(dueDate, today.add({ days: 1 }), 'UTC'))).toBeGreaterThanOrEqual(now)
      }),
    )
  })

  it('counts the right number of days across years and daylight-saving changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40_000 }), (distance) => {
        const dueDate = today.subtract({ days: distance }).toString()
        expect(dueLabel(dueDate, today, 'UTC')).toBe(`Overdue by ${distance} days`)
      }),
    )
  })
})
