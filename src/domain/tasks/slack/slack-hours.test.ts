import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { dateOf, dayNumber, fractionOfDay } from './day-number.ts'
import { makeWorkCalendar } from './slack-hours.ts'

/** Zones with daylight-saving changes at night, at midnight and by half an hour, and one zone without any. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kolkata']
const FIRST_DAY = dayNumber(Temporal.PlainDate.from('2026-01-01'))

const calendars = fc.record({
  zone: fc.constantFrom(...ZONES),
  hoursPerWeekday: fc
    .array(fc.integer({ min: 0, max: 80 }), { minLength: 7, maxLength: 7 })
    .map((quarters) => quarters.map((count) => count / 4)),
  dayStartsAt: fc.integer({ min: 0, max: 47 }).map((half) =>
    Temporal.PlainTime.from('00:00')
      .add({ minutes: half * 30 })
      .toString()
      .slice(0, 5),
  ),
})
const times = fc
  .record({ day: fc.nat(800), minute: fc.nat(1439) })
  .map(({ day, minute }) =>
    dateOf(FIRST_DAY + day).toPlainDateTime(Temporal.PlainTime.from('00:00').add({ minutes: minute })),
  )

it('counts as much work between two times as adding up each day', () => {
  fc.assert(
    fc.property(calendars, times, fc.integer({ min: 0, max: 30 * 1440 }), (hours, from, minutes) => {
      const calendar = makeWorkCalendar(hours, hours.zone)
      const start = from.toZonedDateTime(hours.zone)
      const end = from.add({ minutes }).toZonedDateTime(hours.zone)
      expect(calendar.at(end) - calendar.at(start)).toBe(workBetween(hours, start, end))
      expect(calendar.atMoment(dayNumber(from) + fractionOfDay(from))).toBe(calendar.at(start))
    }),
    { numRuns: 400 },
  )
})

it('converts working time back to the moments when work starts and ends', () => {
  fc.assert(
    fc.property(calendars, times, (hours, time) => {
      const calendar = makeWorkCalendar(hours, hours.zone)
      if (calendar.averageDay === 0) return
      const work = calendar.at(time.toZonedDateTime(hours.zone))
      const [start, finish] = [calendar.startAt(work), calendar.finishAt(work)]
      expect([calendar.at(start), calendar.at(finish)]).toEqual([work, work])
      expect(calendar.at(start.add({ seconds: 1 }))).toBe(work + 1)
      expect(calendar.at(finish.subtract({ seconds: 1 }))).toBe(work - 1)
    }),
    { numRuns: 400 },
  )
})

/** Adds up the work of each day between two times, which can last past midnight. */
function workBetween(
  { zone, hoursPerWeekday, dayStartsAt }: { zone: string; hoursPerWeekday: number[]; dayStartsAt: string },
  from: Temporal.ZonedDateTime,
  to: Temporal.ZonedDateTime,
): number {
  let seconds = 0
  const last = to.toPlainDate()
  for (let day = from.toPlainDate().subtract({ days: 1 }); Temporal.PlainDate.compare(day, last) <= 0;) {
    const start = day.toZonedDateTime({ timeZone: zone, plainTime: dayStartsAt }).epochMilliseconds
    const end = start + (hoursPerWeekday[day.dayOfWeek - 1] ?? 0) * 3_600_000
    seconds +=
      Math.max(0, Math.min(end, to.epochMilliseconds) - Math.max(start, from.epochMilliseconds)) / 1000
    day = day.add({ days: 1 })
  }
  return seconds
}
