import { monthName, shortMonth } from './month-names.ts'

/** How near a due date is; each has its colour `--due-…`. Source: specification 9. */
export type DueUrgency = 'overdue' | 'today' | 'tomorrow' | '3' | '7' | '14' | 'later' | 'none'

/** A day of the calendar, or a time of such a day, in the viewer's time zone. */
export type LocalDate = Temporal.PlainDate | Temporal.PlainDateTime

/**
 * Reads `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm` (also with seconds) and ISO 8601 instants, and nothing else.
 * @param zone the IANA time zone in which an instant (a text with `Z` or an offset) falls on a day
 * @returns null for every other text, and for days and times that do not exist
 */
export function readDate(text: string, zone = 'UTC'): LocalDate | null {
  const parts = ISO.exec(text)
  if (!parts) return null
  const [, time, offset] = parts
  try {
    if (offset) return Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime()
    return time ? Temporal.PlainDateTime.from(text) : Temporal.PlainDate.from(text)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The day of a date, without its time. */
export function dayOf(date: LocalDate): Temporal.PlainDate {
  return date instanceof Temporal.PlainDateTime ? date.toPlainDate() : date
}

/**
 * What is said of a due date. Days are days of the calendar: a date with a time is due all day.
 * The wording is the specification's (section 8), with 'day' for one day.
 * @param dueDate the stored text; null or '' is no date
 * @param today the day it is for the viewer
 */
export function dueLabel(dueDate: string | null, today: Temporal.PlainDate, zone?: string): string {
  if (!dueDate) return 'No due date'
  const date = readDate(dueDate, zone)
  if (!date) return 'Invalid date'
  const days = daysUntil(date, today)
  if (days < 0) return `Overdue by ${countDays(-days)}`
  if (days === 0) return 'Due today'
  if (days === 1) return 'Due tomorrow'
  if (days <= 7) return `Due in ${countDays(days)}`
  return `Due on ${formatDay(date)}`
}

/** How near a due date is, by days of the calendar. A date that cannot be read counts as none. */
export function dueUrgency(dueDate: string | null, today: Temporal.PlainDate, zone?: string): DueUrgency {
  const date = dueDate ? readDate(dueDate, zone) : null
  if (!date) return 'none'
  const days = daysUntil(date, today)
  if (days < 0) return 'overdue'
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days <= 3) return '3'
  if (days <= 7) return '7'
  if (days <= 14) return '14'
  return 'later'
}

/** A day as 'Nov 20, 2026'. */
export function formatDay(date: LocalDate): string {
  return `${monthDay(date)}, ${formatYear(date)}`
}

/** A day as 'Dec 20', or 'Dec 20, 2027' when it is not of this year. */
export function shortDay(date: LocalDate, today: Temporal.PlainDate): string {
  return date.year === today.year ? monthDay(date) : formatDay(date)
}

/**
 * A stored due date in full: 'Friday, November 20, 2026 at 9:00 AM (tomorrow)'.
 * @returns null when it cannot be read
 */
export function describeDue(stored: string, today: Temporal.PlainDate, zone?: string): string | null {
  const date = readDate(stored, zone)
  if (!date) return null
  const time = date instanceof Temporal.PlainDateTime ? ` at ${formatTime(date)}` : ''
  return `${formatWholeDay(date)}${time} (${distance(daysUntil(date, today))})`
}

/** A day as 'Friday, November 20, 2026', or without the year where it is that of `today`. */
export function formatWholeDay(date: LocalDate, today?: Temporal.PlainDate): string {
  const day = `${WEEKDAYS[date.dayOfWeek - 1]}, ${monthName(date.month)} ${date.day}`
  return date.year === today?.year ? day : `${day}, ${formatYear(date)}`
}

/** A time of day as '9:00 AM'. */
export function formatTime(time: Pick<Temporal.PlainDateTime, 'hour' | 'minute'>): string {
  const minute = String(time.minute).padStart(2, '0')
  return `${time.hour % 12 || 12}:${minute} ${time.hour < 12 ? 'AM' : 'PM'}`
}

/** Neither the pattern nor a part of it can match one text in two ways, so that reading takes linear time. */
const ISO = /^\d{4}-\d\d-\d\d(T[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

function daysUntil(date: LocalDate, today: Temporal.PlainDate): number {
  return today.until(dayOf(date), { largestUnit: 'day' }).days
}

function countDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

function distance(days: number): string {
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${countDays(days)}` : `${countDays(-days)} ago`
}

function monthDay(date: LocalDate): string {
  return `${shortMonth(date.month)} ${date.day}`
}

function formatYear(date: LocalDate): string {
  return String(date.year).padStart(4, '0')
}
