import { dayIn, dayOf, readDate } from './due-date.ts'
import { moveDate } from './move-date.ts'

/** The choices for how often a task recurs. */
export const RECURRENCE_FREQUENCIES = [
  'Daily',
  'Weekly',
  'Bi-weekly',
  'Monthly',
  'Quarterly',
  'Yearly',
] as const

export type RecurrenceFrequency = (typeof RECURRENCE_FREQUENCIES)[number]

/**
 * The date fields, by rank. The first date that is set and readable leads: it determines how many steps all dates move.
 */
export const DATE_FIELDS = ['dueDate', 'startDate', 'endDate'] as const

export type DateField = (typeof DATE_FIELDS)[number]

export type TaskDates = Record<DateField, string | null>

/** The day of the month (1 to 31) that a series keeps for each date, or null. */
export type SeriesDays = Record<DateField, number | null>

export const NO_SERIES_DAYS: Readonly<SeriesDays> = { dueDate: null, startDate: null, endDate: null }

export type Occurrence = TaskDates & { seriesDays: SeriesDays }

/**
 * Returns the day that is `steps` steps of the frequency after `start`. A month too short for the series day uses its
 * own last day, and longer months return to the series day: 31 Jan, 28 Feb, 31 Mar.
 * @param steps a whole number from 0
 * @param seriesDay the day of the month that the series keeps, 1 to 31; has no effect on days and weeks
 */
export function stepDate(
  start: Temporal.PlainDate,
  frequency: RecurrenceFrequency,
  steps: number,
  seriesDay: number = start.day,
): Temporal.PlainDate {
  const { days, months } = STEPS[frequency]
  if (days) return start.add({ days: days * steps })
  const month = start.with({ day: 1 }).add({ months: months * steps })
  return month.with({ day: Math.min(seriesDay, month.daysInMonth) })
}

/**
 * Returns the dates of the occurrence after `task`. All dates move by the same number of steps: at least one, and
 * enough that the leading date is after today. Each date steps on its own series day, so the number of days between
 * them can change. A start that a short month would put after the due or end date becomes that date. Times of day are
 * kept. An ISO instant stays an instant, at the same time of day in `zone`. Unreadable text, or a date that would pass
 * the year 9999, is carried over unchanged. Without any date, the next occurrence is due one step after today. Source:
 * decisions 4 and 12.
 * @param today the user's calendar day
 * @param seriesDays the days of the month that the series keeps; null means the day of this task's own date
 * @param zone the user's IANA time zone
 */
export function nextOccurrence(
  task: TaskDates & { recurrenceFrequency: RecurrenceFrequency },
  today: Temporal.PlainDate,
  seriesDays: Readonly<SeriesDays>,
  zone: string,
): Occurrence {
  const { recurrenceFrequency: frequency, dueDate, startDate, endDate } = task
  const next: Occurrence = { dueDate, startDate, endDate, seriesDays: { ...NO_SERIES_DAYS } }
  const lead = leadingField(task, zone)
  const leadingFrom = lead && dayIn(task[lead], zone)
  if (!leadingFrom) return { ...next, dueDate: dueDate || stepDate(today, frequency, 1).toString() }
  const steps = stepsPast(leadingFrom, frequency, today, seriesDays[lead] ?? leadingFrom.day)
  for (const field of DATE_FIELDS) {
    const text = task[field]
    const from = dayIn(text, zone)
    if (!text || !from) continue
    const seriesDay = seriesDays[field] ?? from.day
    next[field] = moveDate(text, daysBetween(from, stepDate(from, frequency, steps, seriesDay)), zone)
    if (STEPS[frequency].months) next.seriesDays[field] = seriesDay
  }
  return { ...next, startDate: startInTime(task, next, zone) }
}

/** Returns the field of the leading date: due, else start, else end, or null if there is none. */
export function leadingField(dates: TaskDates, zone: string): DateField | null {
  return DATE_FIELDS.find((field) => dayIn(dates[field], zone)) ?? null
}

export function leadingDay(dates: TaskDates, zone: string): Temporal.PlainDate | null {
  const field = leadingField(dates, zone)
  return field && dayIn(dates[field], zone)
}

/**
 * Returns the days of the next occurrences by the leading date, assuming that this one is completed today and each
 * later one on its day. Returns an empty list when the due date is unreadable text.
 * @param count how many, at least 1
 * @param seriesDay the day of the month that the series keeps; null if this task is the first of its series
 */
export function upcomingDays(
  task: TaskDates & { recurrenceFrequency: RecurrenceFrequency },
  today: Temporal.PlainDate,
  count: number,
  seriesDay: number | null,
  zone: string,
): Temporal.PlainDate[] {
  const { recurrenceFrequency: frequency } = task
  const from = leadingDay(task, zone)
  if (!from && task.dueDate) return []
  const day = from ? (seriesDay ?? from.day) : undefined
  const steps = from && day ? stepsPast(from, frequency, today, day) : 1
  const next = stepDate(from ?? today, frequency, steps, day)
  return Array.from({ length: count }, (_, steps) => stepDate(next, frequency, steps, day))
}

const STEPS: Record<RecurrenceFrequency, { days: number; months: number }> = {
  Daily: { days: 1, months: 0 },
  Weekly: { days: 7, months: 0 },
  'Bi-weekly': { days: 14, months: 0 },
  Monthly: { days: 0, months: 1 },
  Quarterly: { days: 0, months: 3 },
  Yearly: { days: 0, months: 12 },
}

/** Returns the minimum number of steps, at least one, to a day after today. Avoids a loop: a date can be long past. */
function stepsPast(
  from: Temporal.PlainDate,
  frequency: RecurrenceFrequency,
  today: Temporal.PlainDate,
  seriesDay: number,
): number {
  const { days, months } = STEPS[frequency]
  const passed = days
    ? daysBetween(from, today) / days
    : ((today.year - from.year) * 12 + today.month - from.month) / months
  const steps = Math.max(1, Math.floor(passed))
  const date = stepDate(from, frequency, steps, seriesDay)
  return Temporal.PlainDate.compare(date, today) > 0 ? steps : steps + 1
}

/** Returns the next start, limited to the due and end dates unless the previous start was already later than them. */
function startInTime(before: TaskDates, next: TaskDates, zone: string): string | null {
  let start = next.startDate
  for (const field of ['dueDate', 'endDate'] as const) {
    const limit = next[field]
    if (!start || !limit || isLater(before.startDate, before[field], zone)) continue
    if (isLater(start, limit, zone)) start = pullBack(start, limit, zone)
  }
  return start
}

/** Returns the limit's day at the start's own time of day, or the limit itself if that is still too late. */
function pullBack(start: string, limit: string, zone: string): string {
  const [from, to] = [dayIn(start, zone), dayIn(limit, zone)]
  const moved = from && to ? moveDate(start, daysBetween(from, to), zone) : start
  return isLater(moved, limit, zone) ? limit : moved
}

/** Returns whether a date is on a later day, or later on the same day if both have a time. */
function isLater(one: string | null, other: string | null, zone: string): boolean {
  const [a, b] = [one ? readDate(one, zone) : null, other ? readDate(other, zone) : null]
  if (!a || !b) return false
  const byDay = Temporal.PlainDate.compare(dayOf(a), dayOf(b))
  if (byDay !== 0) return byDay > 0
  const haveTimes = a instanceof Temporal.PlainDateTime && b instanceof Temporal.PlainDateTime
  return haveTimes && Temporal.PlainDateTime.compare(a, b) > 0
}

function daysBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return from.until(to, { largestUnit: 'day' }).days
}
