import { dayIn } from '../tasks/due-date.ts'
import type { Task } from '../tasks/task.ts'

/** 100 years. */
export const TEMPLATE_DAYS_MAX = 36_525

/** The dates of a template's task, in whole days after the start of the project. Day 0 is the start. */
export type TemplateDays = { startDay: number | null; endDay: number | null; dueDay: number | null }

type Dates = Pick<Task, 'startDate' | 'endDate' | 'dueDate'>

export const NO_DAYS: TemplateDays = { startDay: null, endDay: null, dueDay: null }

/** Returns whether tasks created from this one can have dates. */
export function hasDays({ startDay, endDay, dueDay }: TemplateDays): boolean {
  return startDay !== null || endDay !== null || dueDay !== null
}

/** Returns whether a project needs a start date. Tasks that haven't loaded may have days. */
export function needsStart(tasks: readonly TemplateDays[] | undefined): boolean {
  return tasks?.some(hasDays) ?? true
}

/**
 * Returns day 0 of a project: its earliest start date, or its earliest date if no task has a start date.
 * @param zone the IANA time zone for instants
 * @returns null when no date can be read
 */
export function findFirstDay(tasks: readonly Dates[], zone: string): Temporal.PlainDate | null {
  const read = (texts: readonly (string | null)[]) => texts.flatMap((text) => dayIn(text, zone) ?? [])
  const starts = read(tasks.map((task) => task.startDate))
  const days = starts.length > 0 ? starts : read(tasks.flatMap((task) => [task.endDate, task.dueDate]))
  return days.toSorted((a, b) => Temporal.PlainDate.compare(a, b))[0] ?? null
}

/**
 * Converts the dates of a task to days of its project. Drops times of day, and returns null for unreadable or too
 * distant dates.
 */
export function datesToDays(task: Dates, first: Temporal.PlainDate | null, zone: string): TemplateDays {
  const toDay = (text: string | null) => {
    const day = dayIn(text, zone)
    if (!first || !day) return null
    const { days } = first.until(day, { largestUnit: 'day' })
    return Math.abs(days) <= TEMPLATE_DAYS_MAX ? days : null
  }
  return { startDay: toDay(task.startDate), endDay: toDay(task.endDate), dueDay: toDay(task.dueDate) }
}

/**
 * Converts days of a project to dates, as `YYYY-MM-DD`.
 * @param start the start day of the project, as `YYYY-MM-DD`, or null for no dates
 */
export function daysToDates({ startDay, endDay, dueDay }: TemplateDays, start: string | null): Dates {
  const first = start === null ? null : Temporal.PlainDate.from(start)
  const toDate = (days: number | null) => (first && days !== null ? first.add({ days }).toString() : null)
  return { startDate: toDate(startDay), endDate: toDate(endDay), dueDate: toDate(dueDay) }
}

/** Describes the days: 'Starts on day 1, ends on day 3, due on day 5', or '' if there are none. The first day is day 1. */
export function describeDays({ startDay, endDay, dueDay }: TemplateDays): string {
  const parts = [
    ...(startDay === null ? [] : [`starts ${dayWords(startDay)}`]),
    ...(endDay === null ? [] : [`ends ${dayWords(endDay)}`]),
    ...(dueDay === null ? [] : [`due ${dayWords(dueDay)}`]),
  ].join(', ')
  return parts.charAt(0).toUpperCase() + parts.slice(1)
}

function dayWords(day: number): string {
  if (day >= 0) return `on day ${day + 1}`
  return day === -1 ? '1 day before' : `${-day} days before`
}
