import { z } from 'zod'

import { dayOf, readDate } from './due-date.ts'
import type { Task } from './task.ts'

/** A hundred years. */
export const TEMPLATE_DAYS_MAX = 36_525

/** The dates of a template's task, in whole days after the start of the project: 0 is the day it starts. */
export type TemplateDays = { startDay: number | null; endDay: number | null; dueDay: number | null }

/** The dates of a task. */
type Dates = Pick<Task, 'startDate' | 'endDate' | 'dueDate'>

export const NO_DAYS: TemplateDays = { startDay: null, endDay: null, dueDay: null }

const DAY_MESSAGE = `Must be a whole number of days from -${TEMPLATE_DAYS_MAX} to ${TEMPLATE_DAYS_MAX}.`
const daySchema = z
  .int({ error: DAY_MESSAGE })
  .min(-TEMPLATE_DAYS_MAX, { error: DAY_MESSAGE })
  .max(TEMPLATE_DAYS_MAX, { error: DAY_MESSAGE })
  .nullable()
  .default(null)

const about = (what: string) => `${what}, in days after the start of the project: 0 is the day it starts.`

/** The days as a body may hold them. */
export const templateDaysShape = {
  startDay: daySchema.describe(about('When it starts')),
  endDay: daySchema.describe(about('When it ends')),
  dueDay: daySchema.describe(about('When it is due')),
}

const START_MESSAGE = 'Project start must be a day such as 2026-12-01.'
const START_MIN = '1900-01-01'
const START_MAX = '9800-12-31'

/** The day a project starts: `YYYY-MM-DD`, so far from the ends of the calendar that every day after it has a date. */
export const projectStartSchema = z.iso
  .date({ error: START_MESSAGE, abort: true })
  .refine((day) => day >= START_MIN && day <= START_MAX, { error: START_MESSAGE })
  .nullable()
  .default(null)
  .describe('The day it starts, from which the tasks with days get their dates. Without one they get none.')

/** Whether tasks made after it can have dates. */
export function hasDays({ startDay, endDay, dueDay }: TemplateDays): boolean {
  return startDay !== null || endDay !== null || dueDay !== null
}

/**
 * The day from which the days of a project count: its first start, or where nothing starts, its first date.
 * @param zone the IANA time zone in which an instant falls on a day
 * @returns null when no date can be read
 */
export function findFirstDay(tasks: readonly Dates[], zone?: string): Temporal.PlainDate | null {
  const read = (texts: readonly (string | null)[]) => texts.flatMap((text) => readDay(text, zone) ?? [])
  const starts = read(tasks.map((task) => task.startDate))
  const days = starts.length > 0 ? starts : read(tasks.flatMap((task) => [task.endDate, task.dueDate]))
  return days.toSorted((a, b) => Temporal.PlainDate.compare(a, b))[0] ?? null
}

/** The dates of a task as days of its project. What is no date, or too far away, is left out; so is a time of day. */
export function datesToDays(task: Dates, first: Temporal.PlainDate | null, zone?: string): TemplateDays {
  const toDay = (text: string | null) => {
    const day = readDay(text, zone)
    if (!first || !day) return null
    const { days } = first.until(day, { largestUnit: 'day' })
    return Math.abs(days) <= TEMPLATE_DAYS_MAX ? days : null
  }
  return { startDay: toDay(task.startDate), endDay: toDay(task.endDate), dueDay: toDay(task.dueDate) }
}

/**
 * The dates, as `YYYY-MM-DD`, that days are in a project.
 * @param start the day the project starts, `YYYY-MM-DD`; without one there are none
 */
export function daysToDates({ startDay, endDay, dueDay }: TemplateDays, start: string | null): Dates {
  const first = start === null ? null : Temporal.PlainDate.from(start)
  const toDate = (days: number | null) => (first && days !== null ? first.add({ days }).toString() : null)
  return { startDate: toDate(startDay), endDate: toDate(endDay), dueDate: toDate(dueDay) }
}

/** The days in words: 'Starts on day 1, ends on day 3, due on day 5'; '' when there are none. The first day is 1. */
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

function readDay(text: string | null, zone?: string): Temporal.PlainDate | null {
  const date = text === null ? null : readDate(text, zone)
  return date && dayOf(date)
}
