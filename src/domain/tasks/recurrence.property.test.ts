import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  DATE_FIELDS,
  NO_SERIES_DAYS,
  RECURRENCE_FREQUENCIES,
  type TaskDates,
  nextOccurrence,
  stepDate,
} from './recurrence.ts'

const RUNS = { numRuns: 1000 }

const dates = fc
  .integer({ min: 0, max: 73_000 })
  .map((days) => Temporal.PlainDate.from('1950-01-01').add({ days }))
/** The days between ten years before a date and one year after it: completed late, on time, or early. */
const aroundDate = dates.chain((date) =>
  fc.integer({ min: -365, max: 3650 }).map((days) => ({ date, today: date.add({ days }) })),
)
const frequencies = fc.constantFrom(...RECURRENCE_FREQUENCIES)
const monthly = fc.constantFrom('Monthly' as const, 'Quarterly' as const, 'Yearly' as const)
const timesOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => Temporal.PlainTime.from({ hour, minute }).toString({ smallestUnit: 'minute' }))

/**
 * Zones with daylight-saving changes in both hemispheres, at midnight and by half an hour, and one that skipped a whole
 * day.
 */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Apia',
]

const withDue = (dueDate: string): TaskDates => ({ dueDate, startDate: null, endDate: null })
const isAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) > 0

describe('the next occurrence', () => {
  it('is the earliest whole step after today', () => {
    fc.assert(
      fc.property(aroundDate, frequencies, ({ date, today }, recurrenceFrequency) => {
        const task = { ...withDue(date.toString()), recurrenceFrequency }
        const next = Temporal.PlainDate.from(nextOccurrence(task, today, NO_SERIES_DAYS, 'UTC').dueDate ?? '')
        let steps = 1
        while (!isAfter(stepDate(date, recurrenceFrequency, steps), today)) steps++
        expect(next.toString()).toBe(stepDate(date, recurrenceFrequency, steps).toString())
        expect(isAfter(next, today) && isAfter(next, date)).toBe(true)
      }),
      RUNS,
    )
  })

  it('keeps the series day, or the last day of a shorter month', () => {
    const lateness = fc.array(fc.integer({ min: -20, max: 200 }), { minLength: 1, maxLength: 24 })
    fc.assert(
      fc.property(dates, monthly, lateness, (first, recurrenceFrequency, days) => {
        let due = first
        let seriesDays = NO_SERIES_DAYS
        for (const late of days) {
          const task = { ...withDue(due.toString()), recurrenceFrequency }
          const next = nextOccurrence(task, due.add({ days: late }), seriesDays, 'UTC')
          due = Temporal.PlainDate.from(next.dueDate ?? '')
          seriesDays = next.seriesDays
          expect(seriesDays.dueDate).toBe(first.day)
          expect(due.day).toBe(Math.min(first.day, due.daysInMonth))
        }
      }),
      RUNS,
    )
  })

  it('stays on its weekday for weekly frequencies, or on every day', () => {
    fc.assert(
      fc.property(
        aroundDate,
        fc.constantFrom('Weekly' as const, 'Bi-weekly' as const),
        ({ date, today }, recurrenceFrequency) => {
          const next = nextOccurrence(
            { ...withDue(date.toString()), recurrenceFrequency },
            today,
            NO_SERIES_DAYS,
            'UTC',
          ).dueDate
          expect(Temporal.PlainDate.from(next ?? '').dayOfWeek).toBe(date.dayOfWeek)
        },
      ),
      RUNS,
    )
  })

  it('keeps the days between start, end and due date for daily and weekly frequencies', () => {
    const distance = fc.integer({ min: -60, max: 60 })
    const frequencies = fc.constantFrom('Daily' as const, 'Weekly' as const, 'Bi-weekly' as const)
    fc.assert(
      fc.property(
        aroundDate,
        frequencies,
        distance,
        distance,
        ({ date, today }, recurrenceFrequency, toStart, toEnd) => {
          const task = {
            dueDate: date.toString(),
            startDate: date.add({ days: toStart }).toString(),
            endDate: date.add({ days: toEnd }).toString(),
            recurrenceFrequency,
          }
          const next = nextOccurrence(task, today, NO_SERIES_DAYS, 'UTC')
          const due = Temporal.PlainDate.from(next.dueDate ?? '')
          expect(next.startDate).toBe(due.add({ days: toStart }).toString())
          expect(next.endDate).toBe(due.add({ days: toEnd }).toString())
        },
      ),
      RUNS,
    )
  })

  it('moves all dates by the same number of months, each on its own day, and never starts late', () => {
    const distance = fc.integer({ min: 0, max: 120 })
    const lateness = fc.array(fc.integer({ min: -20, max: 200 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        dates,
        monthly,
        distance,
        distance,
        lateness,
        (start, recurrenceFrequency, toEnd, toDue, days) => {
          const first = {
            startDate: start,
            endDate: start.add({ days: toEnd }),
            dueDate: start.add({ days: toDue }),
          }
          let at = first
          let seriesDays = NO_SERIES_DAYS
          for (const late of days) {
            const texts = {
              startDate: at.startDate.toString(),
              endDate: at.endDate.toString(),
              dueDate: at.dueDate.toString(),
            }
            const task = { ...texts, recurrenceFrequency }
            const next = nextOccurrence(task, at.dueDate.add({ days: late }), seriesDays, 'UTC')
            const moved = {
              startDate: Temporal.PlainDate.from(next.startDate ?? ''),
              endDate: Temporal.PlainDate.from(next.endDate ?? ''),
              dueDate: Temporal.PlainDate.from(next.dueDate ?? ''),
            }
            const months = DATE_FIELDS.map((field) => monthsBetween(at[field], moved[field]))
            expect(new Set(months).size).toBe(1)
            for (const field of DATE_FIELDS)
              expect(moved[field].day).toBe(Math.min(first[field].day, moved[field].daysInMonth))
            expect(isAfter(moved.startDate, moved.dueDate)).toBe(false)
            expect(isAfter(moved.startDate, moved.endDate)).toBe(false)
            at = moved
            seriesDays = next.seriesDays
          }
        },
      ),
      RUNS,
    )
  })
})

describe.each(ZONES)('a series in %s', (zone) => {
  /** The nights of 2000 to 2040 around daylight-saving changes. */
  const nights = clockChanges(zone)

  it('crosses nights with daylight-saving changes', () => {
    expect(nights.length).toBeGreaterThan(10)
  })

  it('never shifts a day or a time of day', () => {
    const near = fc
      .tuple(fc.constantFrom(...nights), fc.integer({ min: -2, max: 1 }))
      .map(([night, days]) => night.add({ days }))
    fc.assert(
      fc.property(near, timesOfDay, frequencies, (date, time, recurrenceFrequency) => {
        const task = { ...withDue(`${date.toString()}T${time}`), recurrenceFrequency }
        const expected = stepDate(date, recurrenceFrequency, 1)
        expect(nextOccurrence(task, date, NO_SERIES_DAYS, zone).dueDate).toBe(
          `${expected.toString()}T${time}`,
        )
      }),
      { numRuns: 300 },
    )
  })

  it('keeps the time of day of an instant, unless the clocks skip that time', () => {
    const near = fc
      .tuple(fc.constantFrom(...nights), fc.integer({ min: -2, max: 1 }))
      .map(([night, days]) => night.add({ days }))
    fc.assert(
      fc.property(near, timesOfDay, (date, time) => {
        const at = date.toZonedDateTime({ timeZone: zone, plainTime: time })
        const expected = at.add({ days: 1 })
        fc.pre(at.toPlainDate().equals(date))
        const task = { ...withDue(at.toInstant().toString()), recurrenceFrequency: 'Daily' as const }
        const next = Temporal.Instant.from(nextOccurrence(task, date, NO_SERIES_DAYS, zone).dueDate ?? '')
        expect(next.toZonedDateTimeISO(zone).toString()).toBe(expected.toString())
      }),
      { numRuns: 300 },
    )
  })
})

function monthsBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return (to.year - from.year) * 12 + to.month - from.month
}

function clockChanges(zone: string): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = []
  let at = Temporal.ZonedDateTime.from(`2000-01-01T00:00[${zone}]`)
  for (;;) {
    const change = at.getTimeZoneTransition('next')
    if (!change || change.year > 2040) return days
    days.push(change.toPlainDate())
    at = change
  }
}
