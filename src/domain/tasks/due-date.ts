/** How soon a due date is. Each value has a color `--due-…`. Source: specification 9. */
export type DueUrgency = 'overdue' | 'today' | 'tomorrow' | '3' | '7' | '14' | 'later' | 'none'

/** A calendar day, or a time on one, in the viewer's time zone. */
export type LocalDate = Temporal.PlainDate | Temporal.PlainDateTime

/**
 * Parses `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm` (with or without seconds) and ISO 8601 instants.
 * @param zone the IANA time zone for instants (strings with `Z` or an offset)
 * @returns null for any other text, and for days and times that don't exist
 */
export function readDate(text: string, zone: string): LocalDate | null {
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

export function dayOf(date: LocalDate): Temporal.PlainDate {
  return date instanceof Temporal.PlainDateTime ? date.toPlainDate() : date
}

/** Returns the calendar day of a stored date, or null if it is unset or unreadable. */
export function dayIn(text: string | null, zone: string): Temporal.PlainDate | null {
  const date = text ? readDate(text, zone) : null
  return date && dayOf(date)
}

/**
 * Returns the label of a due date. Counts calendar days: a date with a time is due all day. Uses the wording of the
 * specification (section 8), but with the singular 'day' for one day.
 * @param dueDate the stored text; null or '' means no date
 * @param today the viewer's calendar day
 */
export function dueLabel(dueDate: string | null, today: Temporal.PlainDate, zone: string): string {
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

/** Returns how soon a due date is, in calendar days. A date that can't be read counts as no date. */
export function dueUrgency(dueDate: string | null, today: Temporal.PlainDate, zone: string): DueUrgency {
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

/** Formats a day as the specification's 'MMM d, yyyy': 'Nov 20, 2026', regardless of the viewer's locale. */
function formatDay({ year, month, day }: LocalDate): string {
  return `${MONTHS[month - 1]} ${day}, ${String(year).padStart(4, '0')}`
}

/** No part of the pattern can match a string in two ways, so matching takes linear time. */
const ISO = /^\d{4}-\d\d-\d\d(T[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

function daysUntil(date: LocalDate, today: Temporal.PlainDate): number {
  return today.until(dayOf(date), { largestUnit: 'day' }).days
}

function countDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
