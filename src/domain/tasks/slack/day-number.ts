import { readDate } from '../due-date.ts'

/**
 * A calendar day as the number of days since 1970-01-01, with the time of day as a fraction: 9:00 is .375. This number
 * has no time zone and no daylight saving time, so every day has length 1.
 */
export type Moment = number

const MINUTES_PER_DAY = 1440
/** Steps per day, each under 0.1 s. A power of two, so that adding steps to a day number never rounds. */
const EXACT = 2 ** 20
/** The days in 400 years, after which the calendar repeats. */
const DAYS_PER_ERA = 146_097
const DAYS_PER_4_YEARS = 1461
const DAYS_PER_CENTURY = 36_524
/** Days from 0000-03-01 to 1970-01-01. A year that starts in March ends with its leap day. */
const EPOCH_DAY = 719_468
const MONTHS_PER_YEAR = 12

/**
 * Returns the number of a day in the Gregorian calendar. Avoids Temporal, which is too slow for the tens of thousands of
 * dates that a timeline reads.
 * @param month 1 to 12
 * @param day 1 to 31
 */
export function dayNumber({ year, month, day }: { year: number; month: number; day: number }): number {
  const fromMarch = year - (month <= 2 ? 1 : 0)
  const era = Math.floor(fromMarch / 400)
  const yearOfEra = fromMarch - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  return era * DAYS_PER_ERA + yearOfEra * 365 + leapDays + dayOfYear - EPOCH_DAY
}

export function dateOf(moment: Moment): Temporal.PlainDate {
  return Temporal.PlainDate.from(calendarDay(moment))
}

/** Returns the year, month (1 to 12) and day (1 to 31) of a moment. */
export function calendarDay(moment: Moment): { year: number; month: number; day: number } {
  const days = Math.floor(moment) + EPOCH_DAY
  const era = Math.floor(days / DAYS_PER_ERA)
  const dayOfEra = days - era * DAYS_PER_ERA
  const leapDays =
    Math.floor(dayOfEra / (DAYS_PER_4_YEARS - 1)) -
    Math.floor(dayOfEra / DAYS_PER_CENTURY) +
    Math.floor(dayOfEra / (DAYS_PER_ERA - 1))
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}

/** Returns the day of the week of a moment: 1 is Monday, 7 is Sunday. */
export function weekdayOf(moment: Moment): number {
  // 1970-01-01 was a Thursday.
  return ((((Math.floor(moment) + 3) % 7) + 7) % 7) + 1
}

/** Returns the number of months from year 0 to the month of a moment. */
export function monthNumber(moment: Moment): number {
  const { year, month } = calendarDay(moment)
  return year * MONTHS_PER_YEAR + month - 1
}

export function firstOfMonth(month: number): number {
  const year = Math.floor(month / MONTHS_PER_YEAR)
  return dayNumber({ year, month: month - year * MONTHS_PER_YEAR + 1, day: 1 })
}

/** Returns a time of day as a fraction of a day, to the minute. */
export function fractionOfDay({ hour, minute }: { hour: number; minute: number }): number {
  return Math.round(((hour * 60 + minute) / MINUTES_PER_DAY) * EXACT) / EXACT
}

/**
 * Parses a stored date like `readDate`. Returns null for other text.
 * @param zone the IANA time zone for ISO instants
 */
export function readMoment(text: string, zone: string): Moment | null {
  const plain = readPlain(text)
  if (plain !== null) return plain
  const date = readDate(text, zone)
  if (!date) return null
  return dayNumber(date) + (date instanceof Temporal.PlainDateTime ? fractionOfDay(date) : 0)
}

const PLAIN = /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d))?$/

/** Parses `YYYY-MM-DD` and `YYYY-MM-DDTHH:mm` without Temporal, because most dates have these forms. */
function readPlain(text: string): Moment | null {
  const parts = PLAIN.exec(text)
  if (!parts) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (month < 1 || month > MONTHS_PER_YEAR || day < 1) return null
  const number = dayNumber({ year, month, day })
  // A day past the month's end would become a day of the next month.
  if (day > 28 && calendarDay(number).day !== day) return null
  return parts[4] ? number + fractionOfDay({ hour: Number(parts[4]), minute: Number(parts[5]) }) : number
}
