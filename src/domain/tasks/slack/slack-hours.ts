import { type Moment, calendarDay, dateOf, dayNumber, weekdayOf } from './day-number.ts'

export type WorkHours = {
  /** Hours of each weekday, from 0 to 24, Monday first. */
  hoursPerWeekday: readonly number[]
  /** The local time when each day's work starts, such as '09:00'. */
  dayStartsAt: string
}

/**
 * Converts between dates and working time, the seconds of work from a fixed origin up to a moment. A day's work starts
 * at the hour in the user's settings and lasts the set hours in real time, so a daylight-saving change neither adds
 * nor removes work. Prefix sums over one week make each conversion take constant time.
 */
export type WorkCalendar = {
  /** The average seconds of work on a working day. 0 if there are no working days. */
  averageDay: number
  /** Returns the working time at the end of a day's work. */
  afterDay: (day: number) => number
  /** Returns the working time at a local time, to the minute. */
  atMoment: (moment: Moment) => number
  /** Returns the working time at an exact time. */
  at: (time: Temporal.ZonedDateTime) => number
  /**
   * Returns the exact time of a working time. If one day's work ends there and the next day's starts, returns the
   * start. Requires a working day.
   */
  startAt: (work: number) => Temporal.ZonedDateTime
  /**
   * Returns the exact time of a working time. If one day's work ends there and the next day's starts, returns the end.
   * Requires a working day.
   */
  finishAt: (work: number) => Temporal.ZonedDateTime
}

/** @param zone the user's IANA time zone */
export function makeWorkCalendar({ hoursPerWeekday, dayStartsAt }: WorkHours, zone: string): WorkCalendar {
  const plainTime = Temporal.PlainTime.from(dayStartsAt)
  const startOfWork = plainTime.hour * SECONDS_PER_HOUR + plainTime.minute * 60
  const seconds = hoursPerWeekday.map((hours) => Math.round(hours * SECONDS_PER_HOUR))
  const sums = [0]
  for (const [index, one] of seconds.entries()) sums.push((sums[index] ?? 0) + one)
  const week = sums[DAYS_PER_WEEK] ?? 0
  const changesClock = clockChanges(zone)

  const workOn = (day: number) => seconds[weekdayOf(day) - 1] ?? 0
  const before = (day: number) =>
    Math.floor((day + MONDAY_SHIFT) / DAYS_PER_WEEK) * week + (sums[weekdayOf(day) - 1] ?? 0)
  const startOf = (day: number) => dateOf(day).toZonedDateTime({ timeZone: zone, plainTime })

  /** Counts the work of a day and of the day before it, which can last past midnight. */
  const workUntil = (day: number, passedSince: (day: number) => number) =>
    before(day - 1) + clamp(passedSince(day - 1), workOn(day - 1)) + clamp(passedSince(day), workOn(day))
  const at: WorkCalendar['at'] = (time) =>
    workUntil(dayNumber(time), (from) =>
      Math.floor((time.epochMilliseconds - startOf(from).epochMilliseconds) / 1000),
    )
  const atMoment: WorkCalendar['atMoment'] = (moment) => {
    const day = Math.floor(moment)
    const seconds = Math.round((moment - day) * MINUTES_PER_DAY) * 60
    // Time zone conversions are slow, so only days with a daylight-saving change need them.
    if (changesClock(day) || changesClock(day - 1)) {
      const plainTime = Temporal.PlainTime.from('00:00').add({ seconds })
      return at(dateOf(day).toZonedDateTime({ timeZone: zone, plainTime }))
    }
    return workUntil(day, (from) => (day - from) * SECONDS_PER_DAY + seconds - startOfWork)
  }

  /**
   * Returns the exact time of a working time, on the first day for which `isIn` accepts the working time at its end.
   */
  const find = (work: number, isIn: (sum: number) => boolean) => {
    let day = Math.floor((work - 1) / week) * DAYS_PER_WEEK - MONDAY_SHIFT
    while (!isIn(before(day + 1))) day++
    return startOf(day).add({ seconds: work - before(day) })
  }
  return {
    averageDay: week / Math.max(1, seconds.filter((one) => one > 0).length),
    afterDay: (day) => before(day + 1),
    at,
    atMoment,
    startAt: (work) => find(work, (sum) => sum > work),
    finishAt: (work) => find(work, (sum) => sum >= work),
  }
}

/** Returns whether the clock changes on a day. Reads the changes of a whole year in one pass. */
function clockChanges(zone: string): (day: number) => boolean {
  const years = new Map<number, ReadonlySet<number>>()
  const daysIn = (year: number) => {
    const days = new Set<number>()
    let at: Temporal.ZonedDateTime | null = new Temporal.PlainDate(year, 1, 1).toZonedDateTime(zone)
    while ((at = at.getTimeZoneTransition('next')) && at.year === year) days.add(dayNumber(at))
    return days
  }
  return (day) => {
    const { year } = calendarDay(day)
    const known = years.get(year) ?? daysIn(year)
    years.set(year, known)
    return known.has(day)
  }
}

function clamp(seconds: number, max: number): number {
  return Math.max(0, Math.min(seconds, max))
}

/** 1970-01-01 was a Thursday, three days after a Monday. */
const MONDAY_SHIFT = 3
const DAYS_PER_WEEK = 7
const MINUTES_PER_DAY = 1440
const SECONDS_PER_HOUR = 3600
const SECONDS_PER_DAY = 86_400
