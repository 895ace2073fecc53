import { type LocalDate, dayOf, formatDay, readDate } from './due-date.ts'
import { moveDate } from './move-date.ts'
import type { Task } from './task.ts'

/** How often a recurring task comes back, in the words the person chooses from. */
export const RECURRENCE_FREQUENCIES = [
  'Daily',
  'Weekly',
  'Bi-weekly',
  'Monthly',
  'Quarterly',
  'Yearly',
] as const

export type RecurrenceFrequency = (typeof RECURRENCE_FREQUENCIES)[number]

/** The dates of a task, as they are stored. */
export type TaskDates = Pick<Task, 'dueDate' | 'startDate' | 'endDate'>

/** The dates of an occurrence, and the day of the month (1 to 31) its series keeps; null when it keeps none. */
export type Occurrence = TaskDates & { seriesDay: number | null }

/**
 * The day `steps` steps of the frequency after `start`. Months that are too short for the series day end on their last
 * day, and the longer ones after them go back to it: 31 Jan, 28 Feb, 31 Mar.
 * @param steps a whole number from 0
 * @param seriesDay the day of the month the series keeps, 1 to 31; without effect on days and weeks
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
 * The dates of the occurrence after `task`. The date that leads (the due date, without one the start, else the end)
 * moves by whole steps: at least one, and so many that it lies after today. The other two move by the same steps,
 * counted in the days they took the leading date: so the distance from start to end, and of both to the due date,
 * stays what it is in months of any length, and comes back unharmed from a short one. Times of day stay. An
 * ISO instant stays an instant, at the same time of day in `zone`. A text that cannot be read, or whose next date would
 * lie after the year 9999, is carried as it is. With no date that can be read and no due text, the next one is due
 * one step after today. Source: decisions 4 and 12.
 * @param today the day it is for the person
 * @param seriesDay the day of the month the series keeps; null when it begins with this task
 * @param zone the person's IANA time zone
 */
export function nextOccurrence(
  task: TaskDates & { recurrenceFrequency: RecurrenceFrequency },
  today: Temporal.PlainDate,
  seriesDay: number | null = null,
  zone = 'UTC',
): Occurrence {
  const { recurrenceFrequency: frequency, dueDate, startDate, endDate } = task
  const from = leadingDay(task, zone)
  if (!from) {
    const due = dueDate || stepDate(today, frequency, 1).toString()
    return { dueDate: due, startDate, endDate, seriesDay: null }
  }
  const day = seriesDay ?? from.day
  const days = from.until(firstAfter(from, frequency, today, day), { largestUnit: 'day' }).days
  return {
    dueDate: moveText(dueDate, days, zone),
    startDate: moveText(startDate, days, zone),
    endDate: moveText(endDate, days, zone),
    seriesDay: STEPS[frequency].months ? day : null,
  }
}

/** The day of the date that leads a series: the due date, without one the start, else the end; null without any. */
export function leadingDay(dates: TaskDates, zone?: string): Temporal.PlainDate | null {
  const date = leadingDate(dates, zone)
  return date && dayOf(date.at)
}

/**
 * The days of the next occurrences, of the date that leads: if this one is completed today and each other one on its
 * day. None when the due date is a text that cannot be read and would be carried as it is.
 * @param count how many, from 1
 * @param seriesDay the day of the month the series keeps; null when it begins with this task
 */
export function upcomingDays(
  task: TaskDates & { recurrenceFrequency: RecurrenceFrequency },
  today: Temporal.PlainDate,
  count: number,
  seriesDay: number | null = null,
  zone = 'UTC',
): Temporal.PlainDate[] {
  const { recurrenceFrequency: frequency } = task
  const from = leadingDay(task, zone)
  if (!from && task.dueDate) return []
  const day = from ? (seriesDay ?? from.day) : undefined
  const next = from && day ? firstAfter(from, frequency, today, day) : stepDate(today, frequency, 1)
  return Array.from({ length: count }, (_, steps) => stepDate(next, frequency, steps, day))
}

/** What is said of an occurrence that was made: 'Next one is due on Dec 18, 2026.' Null when it has no date. */
export function describeNext(dates: TaskDates, zone?: string): string | null {
  const date = leadingDate(dates, zone)
  return date && `Next one ${date.verb} on ${formatDay(date.at)}.`
}

/** The days or months of one step. */
const STEPS: Record<RecurrenceFrequency, { days: number; months: number }> = {
  Daily: { days: 1, months: 0 },
  Weekly: { days: 7, months: 0 },
  'Bi-weekly': { days: 14, months: 0 },
  Monthly: { days: 0, months: 1 },
  Quarterly: { days: 0, months: 3 },
  Yearly: { days: 0, months: 12 },
}

function leadingDate(
  { dueDate, startDate, endDate }: TaskDates,
  zone?: string,
): { at: LocalDate; verb: string } | null {
  for (const [text, verb] of [
    [dueDate, 'is due'],
    [startDate, 'starts'],
    [endDate, 'ends'],
  ] as const) {
    const at = text ? readDate(text, zone) : null
    if (at) return { at, verb }
  }
  return null
}

/** The earliest whole step, from the first on, that lies after today. Counted, not searched: a date may be ages ago. */
function firstAfter(
  from: Temporal.PlainDate,
  frequency: RecurrenceFrequency,
  today: Temporal.PlainDate,
  seriesDay: number,
): Temporal.PlainDate {
  const { days, months } = STEPS[frequency]
  const passed = days
    ? from.until(today, { largestUnit: 'day' }).days / days
    : ((today.year - from.year) * 12 + today.month - from.month) / months
  const steps = Math.max(1, Math.floor(passed))
  const date = stepDate(from, frequency, steps, seriesDay)
  const isAfter = Temporal.PlainDate.compare(date, today) > 0
  return isAfter ? date : stepDate(from, frequency, steps + 1, seriesDay)
}

function moveText(text: string | null, days: number, zone: string): string | null {
  return text && moveDate(text, days, zone)
}
