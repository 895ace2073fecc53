import { readDate } from './due-date.ts'

/**
 * A day of the calendar as the number of days since 1970-01-01, and a time of that day as its fraction: 9:00 is .375.
 * Time zones and daylight saving are no part of it: a day is always one long, and its midnight is that of no zone.
 */
export type Moment = number

const MINUTES_PER_DAY = 1440
/** Fractions of this power of two, less than a tenth of a second, are exact beside days of any year. */
const EXACT = 2 ** 20
/** 400 years are always this many days, and the calendar repeats after them. */
const DAYS_PER_ERA = 146_097
const DAYS_PER_4_YEARS = 1461
const DAYS_PER_CENTURY = 36_524
/** From 0000-03-01, from which leap days are the last of a year, to 1970-01-01. */
const EPOCH_DAY = 719_468
const MONTHS_PER_YEAR = 12

/**
 * The number of a day of the Gregorian calendar, a whole number. Counted, not asked of a calendar: a timeline reads
 * tens of thousands of them before it is drawn.
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

/** The day that a moment lies in, as a date of the calendar. */
export function dateOf(moment: Moment): Temporal.PlainDate {
  return Temporal.PlainDate.from(calendarDay(moment))
}

/** The year, month (1 to 12) and day (1 to 31) that a moment lies in. */
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

/** The day of the week of a day number: 1 is Monday, 7 is Sunday. */
export function weekdayOf(moment: Moment): number {
  // 1970-01-01 was a Thursday.
  return ((((Math.floor(moment) + 3) % 7) + 7) % 7) + 1
}

/** The months from year 0 to the month of a moment. */
export function monthNumber(moment: Moment): number {
  const { year, month } = calendarDay(moment)
  return year * MONTHS_PER_YEAR + month - 1
}

/** The first day of a month, by its number. */
export function firstOfMonth(month: number): number {
  const year = Math.floor(month / MONTHS_PER_YEAR)
  return dayNumber({ year, month: month - year * MONTHS_PER_YEAR + 1, day: 1 })
}

/** A time of day as the fraction of a day, to the minute: one that adds to days without a rounding error. */
export function fractionOfDay({ hour, minute }: { hour: number; minute: number }): number {
  return Math.round(((hour * 60 + minute) / MINUTES_PER_DAY) * EXACT) / EXACT
}

/**
 * The moment a stored date means, by the same rule as `readDate`; null for a text that it cannot read.
 * @param zone the IANA time zone in which an ISO instant falls on a day
 */
export function readMoment(text: string, zone?: string): Moment | null {
  const day = readPlainDay(text)
  if (day !== null) return day
  const date = readDate(text, zone)
  if (!date) return null
  return dayNumber(date) + (date instanceof Temporal.PlainDateTime ? fractionOfDay(date) : 0)
}

const PLAIN_DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** `YYYY-MM-DD` of a day that exists, which is what most dates are. */
function readPlainDay(text: string): number | null {
  const parts = PLAIN_DAY.exec(text)
  if (!parts) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (month < 1 || month > MONTHS_PER_YEAR || day < 1) return null
  const number = dayNumber({ year, month, day })
  // A day the month has not would be one of the next month.
  return day <= 28 || calendarDay(number).day === day ? number : null
}
