import { type Moment, calendarDay, dayNumber, firstOfMonth, monthNumber, weekdayOf } from './day-number.ts'
import { monthName, shortMonth } from './month-names.ts'
import type { Span } from './timeline.ts'

/** What one column of the timeline is. Source: specification 9. */
export type TimelineMode = 'day' | 'week' | 'month'

export const TIMELINE_MODES = ['day', 'week', 'month'] as const satisfies readonly TimelineMode[]

/** The widths of the parts of a timeline in px, on wide screens and on those under 640 px. Source: specification 9. */
export const TIMELINE_SIZES = {
  wide: { columns: { day: 60, week: 250, month: 300 }, list: 180, handle: 10 },
  narrow: { columns: { day: 40, week: 150, month: 200 }, list: 140, handle: 5 },
} as const

/** How a mode lays days on columns of one width. Columns are numbered; a month of any length takes one. */
export type Scale = {
  mode: TimelineMode
  /** In px. */
  columnWidth: number
  /** The number of the column at position 0, and how many there are. */
  first: number
  count: number
}

/** The days a timeline reaches over: from the first, to the second without it. */
export type DayRange = { from: number; to: number }

/** A timeline reaches no further from today: no element can be wider than browsers draw. */
const YEARS_MAX = 100
const EPOCH_WEEKDAY_SHIFT = 3

/**
 * The whole years around every bar and today, and a year more on each side: so it stays the same while a bar is moved.
 * What lies more than a hundred years from today is out of it.
 * @param today the number of the day it is
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

/** The scale of a mode over a range of days. Its first and last column hold the range's ends. */
export function makeScale(mode: TimelineMode, columnWidth: number, { from, to }: DayRange): Scale {
  const first = columnOf(mode, from)
  return { mode, columnWidth, first, count: columnOf(mode, to - 1) - first + 1 }
}

/** The number of the column that a moment lies in. Weeks begin on Monday. */
export function columnOf(mode: TimelineMode, moment: Moment): number {
  if (mode === 'month') return monthNumber(moment)
  const day = Math.floor(moment)
  return mode === 'week' ? Math.floor((day + EPOCH_WEEKDAY_SHIFT) / 7) : day
}

/** The first day of a column, by the column's number. */
export function columnStart(mode: TimelineMode, column: number): number {
  if (mode === 'month') return firstOfMonth(column)
  return mode === 'week' ? column * 7 - EPOCH_WEEKDAY_SHIFT : column
}

/** Where a moment is, in px from the left end of the scale. */
export function positionOf({ mode, columnWidth, first }: Scale, moment: Moment): number {
  const column = columnOf(mode, moment)
  const start = columnStart(mode, column)
  const share = (moment - start) / (columnStart(mode, column + 1) - start)
  return (column - first + share) * columnWidth
}

/** The moment at a position in px: the way back from `positionOf`. */
export function momentAt({ mode, columnWidth, first }: Scale, position: number): Moment {
  const columns = position / columnWidth
  const whole = Math.floor(columns)
  const start = columnStart(mode, first + whole)
  return start + (columns - whole) * (columnStart(mode, first + whole + 1) - start)
}

/** How wide a scale is, in px. */
export function widthOf({ columnWidth, count }: Scale): number {
  return columnWidth * count
}

/** By how many whole days a moment moves when it is carried so many px, to the nearest. */
export function snapDays(scale: Scale, moment: Moment, px: number): number {
  // Never the negative zero of rounding.
  return Math.round(momentAt(scale, positionOf(scale, moment) + px) - moment) + 0
}

/** What stands over a column. */
export type HeaderCell = {
  /** The smaller line above, and the one below it. */
  over: string
  main: string
  /** Whether today is in it, and whether it is a day of a weekend. */
  isToday: boolean
  isWeekend: boolean
}

/**
 * The heading of a column: 'Fri' over '13', 'Week 47' over 'Nov 16 – 22', '2026' over 'November'. The first day of a
 * month says the month.
 * @param today the number of the day it is
 */
export function headerCell(mode: TimelineMode, column: number, today: number): HeaderCell {
  const start = columnStart(mode, column)
  const isToday = columnOf(mode, today) === column
  if (mode === 'day') return { ...dayCell(start, isToday), isToday }
  const words = mode === 'week' ? weekCell(start) : monthCell(start)
  return { ...words, isToday, isWeekend: false }
}

/** Whether a day, by its number, is a Saturday or Sunday. */
export function isWeekend(day: number): boolean {
  return weekdayOf(day) > 5
}

/** The month or year that a moment lies in, as the heading of what is shown from there on: 'November 2026', '2026'. */
export function periodName(mode: TimelineMode, moment: Moment): string {
  const { year, month } = calendarDay(moment)
  return mode === 'month' ? String(year) : `${monthName(month)} ${year}`
}

function dayCell(day: number, isToday: boolean) {
  const { month, day: ofMonth } = calendarDay(day)
  const weekday = WEEKDAYS[weekdayOf(day) - 1] ?? ''
  const over = ofMonth === 1 ? shortMonth(month) : weekday
  return { over: isToday ? 'Today' : over, main: String(ofMonth), isWeekend: isWeekend(day) }
}

function weekCell(monday: number) {
  const first = calendarDay(monday)
  const last = calendarDay(monday + 6)
  const end = first.month === last.month ? String(last.day) : `${shortMonth(last.month)} ${last.day}`
  return { over: `Week ${weekOfYear(monday)}`, main: `${shortMonth(first.month)} ${first.day} – ${end}` }
}

function monthCell(day: number) {
  const { year, month } = calendarDay(day)
  return { over: String(year), main: monthName(month) }
}

/** The number of the week by ISO 8601: it belongs to the year that its Thursday lies in. */
function weekOfYear(monday: number): number {
  const thursday = monday + 3
  return Math.floor((thursday - firstDayOf(calendarDay(thursday).year)) / 7) + 1
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
