import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { dateOf, dayNumber, firstOfMonth, monthNumber, readMoment, weekdayOf } from './day-number.ts'
import { readDate } from '../due-date.ts'

const EPOCH = Temporal.PlainDate.from('1970-01-01')
const FIRST = Temporal.PlainDate.from('1990-01-01')
const DAYS = FIRST.until('2090-12-31', { largestUnit: 'day' }).days

/**
 * Zones with daylight-saving changes in both hemispheres, at midnight and by half an hour, without any, and one that
 * skipped a day.
 */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Pacific/Apia',
  'UTC',
]

describe('the number of a day', () => {
  it('converts to and from every day from 1990 to 2090', () => {
    for (let days = 0; days <= DAYS; days++) {
      const date = FIRST.add({ days })
      const number = dayNumber(date)
      if (number !== EPOCH.until(date, { largestUnit: 'day' }).days)
        throw new Error(`${date.toString()} is not ${number}`)
      if (!dateOf(number).equals(date)) throw new Error(`${number} is not ${date.toString()}`)
      if (weekdayOf(number) !== date.dayOfWeek)
        throw new Error(`${date.toString()} is not a weekday ${weekdayOf(number)}`)
      if (monthNumber(number) !== date.year * 12 + date.month - 1)
        throw new Error(`${date.toString()} is in another month`)
      if (firstOfMonth(monthNumber(number)) !== number - date.day + 1)
        throw new Error(`the month of ${date.toString()} begins elsewhere`)
    }
    expect(DAYS).toBe(36_889)
  })

  it('is correct from year 0 to 9999', () => {
    const days = fc.integer({ min: -719_528, max: 2_932_896 })
    fc.assert(
      fc.property(days, (days) => {
        const date = EPOCH.add({ days })
        expect(dayNumber(date)).toBe(days)
        expect(dateOf(days).toString()).toBe(date.toString())
        expect(weekdayOf(days)).toBe(date.dayOfWeek)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(ZONES)('counts one day from noon to noon in %s, regardless of daylight-saving changes', (zone) => {
    let noon = FIRST.toZonedDateTime({ timeZone: zone, plainTime: '12:00' })
    while (noon.year <= 2090) {
      // A skipped day has no noon, so the next noon is on the day after.
      const next = noon.add({ days: 1 })
      const step = dayNumber(next) - dayNumber(noon)
      if (step !== 1 && !isLeftOut(next, zone))
        throw new Error(`${noon.toString()} to ${next.toString()} is ${step} days`)
      noon = next
    }
    expect(noon.toPlainDate().toString()).toBe('2091-01-01')
  })

  it('reads an instant on the night of a daylight-saving change as local time', () => {
    expect(readMoment('2026-03-29T00:30:00Z', 'Europe/Berlin')).toBeCloseTo(
      dayNumber(date('2026-03-29')) + 1.5 / 24,
      5,
    )
    expect(readMoment('2026-03-29T01:30:00Z', 'Europe/Berlin')).toBeCloseTo(
      dayNumber(date('2026-03-29')) + 3.5 / 24,
      5,
    )
    expect(readMoment('2026-10-24T23:30:00Z', 'Europe/Berlin')).toBeCloseTo(
      dayNumber(date('2026-10-25')) + 1.5 / 24,
      5,
    )
    expect(readMoment('2026-09-06T03:59:00Z', 'America/Santiago')).toBeCloseTo(
      dayNumber(date('2026-09-05')) + 1439 / 1440,
      5,
    )
  })
})

describe('reading a moment', () => {
  it('reads the same strings as readDate', () => {
    const parts = fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )
    const texts = parts.map(([year, month, day]) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`)
    const times = fc.constantFrom('', 'T09:00', 'T23:59:30', 'T10:15Z', 'T25:00', ' 9:00')
    fc.assert(
      fc.property(texts, times, fc.constantFrom(...ZONES), (day, time, zone) => {
        const read = readDate(day + time, zone)
        const moment = readMoment(day + time, zone)
        expect(moment === null).toBe(read === null)
        if (!read) return
        expect(dateOf(moment ?? 0).toString()).toBe(read.toString().slice(0, 10))
      }),
      { numRuns: 3000 },
    )
  })

  it.each(['2026-02-29', '2026-04-31', '2026-13-01', 'soon', '', '2026-1-1', '2026-11-20 '])(
    "does not read '%s'",
    (text) => expect(readMoment(text, 'UTC')).toBeNull(),
  )

  it('keeps the time of day to the minute', () => {
    expect(readMoment('2026-11-20T09:00', 'UTC')).toBe(dayNumber(date('2026-11-20')) + 0.375)
  })
})

function date(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text)
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

/** Returns whether the zone skipped the previous day. Apia skipped December 30, 2011. */
function isLeftOut(next: Temporal.ZonedDateTime, zone: string): boolean {
  const before = next.toPlainDate().subtract({ days: 1 })
  return !before.toZonedDateTime({ timeZone: zone, plainTime: '12:00' }).toPlainDate().equals(before)
}
