import {
  type Moment,
  calendarDay,
  dayNumber,
  firstOfMonth,
  monthNumber,
  weekdayOf,
} from '#domain/tasks/slack/day-number.ts'
import { dates } from '../../ui/dates.ts'
import { numberText } from '../../ui/numbers.ts'
import * as words from '../words.ts'
import type { Span } from './items.ts'

/** The length of one column. Source: specification 9. */
export type TimelineMode = 'day' | 'week' | 'month'

export const TIMELINE_MODES = ['day', 'week', 'month'] as const satisfies readonly TimelineMode[]

/** Widths in px on wide screens and on screens under 640 px. Source: specification 9. */
export const TIMELINE_SIZES = {
  wide: { columns: { day: 60, week: 250, month: 300 }, list: 180, handle: 10 },
  narrow: { columns: { day: 40, week: 150, month: 200 }, list: 140, handle: 5 },
} as const

/** The layout of days in columns of equal width. A month takes one column, regardless of its length. */
export type Scale = {
  mode: TimelineMode
  /** In px. */
  columnWidth: number
  /** The number of the column at position 0, and the number of columns. */
  first: number
  count: number
}

/** The days of a timeline. `to` is exclusive. */
export type DayRange = { from: number; to: number }

/** The maximum number of years before and after today, because browsers limit the width of an element. */
const YEARS_MAX = 100
const EPOCH_WEEKDAY_SHIFT = 3

/**
 * Returns the years around every bar and today, plus one on each side, so that the range rarely changes when a bar moves.
 * Leaves out days more than 100 years from today.
 * @param today today's day number
 */
export function rangeOf(spans: readonly Span[], today: number): DayRange {
  const { year } = calendarDay(today)
  let first = today
  let last = today
  for (const { start, end } of spans) {
    if (start < first) first = start
    if (end > last) last = end
  }
  const from = Math.max(calendarDay(first).year - 1, year - YEARS_MAX)
  const to = Math.min(calendarDay(last).year + 2, year + YEARS_MAX)
  return { from: firstDayOf(from), to: firstDayOf(to) }
}

function firstDayOf(year: number): number {
  return dayNumber({ year, month: 1, day: 1 })
}

export function makeScale(mode: TimelineMode, columnWidth: number, { from, to }: DayRange): Scale {
  const first = columnOf(mode, from)
  return { mode, columnWidth, first, count: columnOf(mode, to - 1) - first + 1 }
}

/** Returns the number of the column that contains a moment. Weeks start on Monday. */
export function columnOf(mode: TimelineMode, moment: Moment): number {
  if (mode === 'month') return monthNumber(moment)
  const day = Math.floor(moment)
  return mode === 'week' ? Math.floor((day + EPOCH_WEEKDAY_SHIFT) / 7) : day
}

/** Returns the first day of a column, by the column's number. */
export function columnStart(mode: TimelineMode, column: number): number {
  if (mode === 'month') return firstOfMonth(column)
  return mode === 'week' ? column * 7 - EPOCH_WEEKDAY_SHIFT : column
}

/** Returns the position of a moment, in px from the left end of the scale. */
export function positionOf({ mode, columnWidth, first }: Scale, moment: Moment): number {
  const column = columnOf(mode, moment)
  const start = columnStart(mode, column)
  const share = (moment - start) / (columnStart(mode, column + 1) - start)
  return (column - first + share) * columnWidth
}

/** Returns the moment at a position in px: the inverse of `positionOf`. */
export function momentAt({ mode, columnWidth, first }: Scale, position: number): Moment {
  const columns = position / columnWidth
  const whole = Math.floor(columns)
  const start = columnStart(mode, first + whole)
  return start + (columns - whole) * (columnStart(mode, first + whole + 1) - start)
}

/** Returns the width of a scale in px. */
export function widthOf({ columnWidth, count }: Scale): number {
  return columnWidth * count
}

/** Returns how far a drag by a number of px moves a moment, rounded to whole days. */
export function snapDays(scale: Scale, moment: Moment, px: number): number {
  // Turns -0 into 0.
  return Math.round(momentAt(scale, positionOf(scale, moment) + px) - moment) + 0
}

export type HeaderCell = {
  /** The smaller line above `main`. */
  over: string
  main: string
  isToday: boolean
  isWeekend: boolean
}

/**
 * Returns the heading of a column: 'Fri' over '13', 'Week 47' over 'Nov 16 – 22', '2026' over 'November'. The first day
 * of a month shows the month.
 * @param today today's day number
 */
export function headerCell(mode: TimelineMode, column: number, today: number): HeaderCell {
  const start = columnStart(mode, column)
  const isToday = columnOf(mode, today) === column
  if (mode === 'day') return { ...dayCell(start, isToday), isToday }
  const cell = mode === 'week' ? weekCell(start) : monthCell(start)
  return { ...cell, isToday, isWeekend: false }
}

/** Returns whether a day is a Saturday or Sunday. */
export function isWeekend(day: number): boolean {
  return weekdayOf(day) > 5
}

/** Returns the month or year of a moment, such as 'November 2026' or '2026'. */
export function periodName(mode: TimelineMode, moment: Moment): string {
  const day = calendarDay(moment)
  return mode === 'month' ? dates.year(day) : dates.monthOfYear(day)
}

function dayCell(number: number, isToday: boolean) {
  const date = calendarDay(number)
  const over = date.day === 1 ? dates.shortMonth(date) : dates.weekday(date)
  return { over: isToday ? words.today : over, main: numberText(date.day), isWeekend: isWeekend(number) }
}

function weekCell(monday: number) {
  const main = dates.dayRange(calendarDay(monday), calendarDay(monday + 6))
  return { over: words.weekNumber(weekOfYear(monday)), main }
}

function monthCell(day: number) {
  const date = calendarDay(day)
  return { over: dates.year(date), main: dates.month(date) }
}

/** Returns the ISO 8601 week number. A week belongs to the year of its Thursday. */
function weekOfYear(monday: number): number {
  const thursday = monday + 3
  return Math.floor((thursday - firstDayOf(calendarDay(thursday).year)) / 7) + 1
}
