import { type LocalDate, readDate } from '#domain/tasks/due-date.ts'
import { daysOf, wholeYear } from '#domain/tasks/typed-date/day-phrase.ts'
import { type Reading, isPast, settle } from '#domain/tasks/typed-date/typed-date.ts'
import { asciiDigits } from '#domain/tasks/digits.ts'

import { CALENDAR, toDate } from './dates.ts'

type Options = Intl.DateTimeFormatOptions
type Parts = Partial<Record<'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute' | 'period', string>>
/** The names of a date part, in lower case, with their numbers. */
type Names = ReadonlyMap<string, number>
type Pattern = { regexp: RegExp; months: Names }

/**
 * Returns functions that show stored dates in a text field and read them back.
 * @param locale a BCP 47 tag; the browser's locale if left out
 */
export function createFieldDates(locale?: string) {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  const formatterOf = (options: Options) => {
    const key = JSON.stringify(options)
    const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...CALENDAR, ...options })
    formatters.set(key, made)
    return made
  }
  let tables: ReturnType<typeof createTables> | undefined
  return {
    /**
     * Returns 'Tue, Nov 24, 9:00 AM'. Adds the year if it isn't this year or the date is past, because past dates are
     * parsed only with a year. Returns unreadable text unchanged.
     * @param isParsed false for text outside a field
     */
    show: (stored: string, now: Temporal.ZonedDateTime, isParsed = true) => {
      const date = readDate(stored, now.timeZoneId)
      if (!date) return stored
      const year = date.year !== now.year || (isParsed && isPast(date, now)) ? YEAR : {}
      const time = date instanceof Temporal.PlainDateTime ? TIME : {}
      return formatterOf({ ...DAY, ...year, ...time }).format(toDate(date))
    },
    /** Parses text in the format of `show`, with or without its weekday. Returns null for other text. */
    read: (text: string, now: Temporal.ZonedDateTime) => {
      tables ??= createTables(formatterOf)
      return readBy(tables, plain(text), now)
    },
    /** Returns whether the locale writes the month before the day. */
    isMonthFirst: () => {
      const parts = formatterOf({ month: 'numeric', day: 'numeric' }).formatToParts(toDate(SAMPLE))
      return parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month'
    },
  }
}

export const fieldDates = createFieldDates()

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const
const YEAR = { year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const DAY_TIME = { ...DAY, ...TIME }

/** A day with names and numbers that differ from one another. */
const SAMPLE = Temporal.PlainDateTime.from('2033-11-25T09:46')

/** Returns the tables for reading dates: the patterns, and the numbers of the locale's names and digits. */
function createTables(formatterOf: (options: Options) => Intl.DateTimeFormat) {
  const partsOf = (options: Options, date: LocalDate) => {
    const parts = formatterOf(options).formatToParts(toDate(date))
    return parts.map(({ type, value }) => ({ type, value: plain(value) }))
  }
  const partOf = (options: Options, date: LocalDate, type: Intl.DateTimeFormatPartTypes) =>
    partsOf(options, date).find((part) => part.type === type)?.value ?? ''
  const weekdays = namesOf(range(1, 7), (weekday) => {
    const date = SAMPLE.add({ days: weekday - SAMPLE.dayOfWeek })
    return [partOf(DAY, date, 'weekday'), partOf({ weekday: 'long' }, date, 'weekday')]
  })
  const hours = namesOf(range(0, 23), (hour) => {
    const date = SAMPLE.with({ hour })
    return [`${Number(partOf(DAY_TIME, date, 'hour'))} ${partOf(DAY_TIME, date, 'dayPeriod')}`]
  })
  const periods = namesOf(range(0, 23), (hour) => [partOf(DAY_TIME, SAMPLE.with({ hour }), 'dayPeriod')])

  const patternOf = (options: Options): Pattern => {
    const months = namesOf(range(1, 12), (month) => {
      const date = SAMPLE.with({ month, day: 1 })
      return [partOf(options, date, 'month'), partOf({ ...options, month: 'long' }, date, 'month')]
    })
    const sources: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
      weekday: `(?<weekday>${alternatives(weekdays)})`,
      month: `(?<month>${alternatives(months)})`,
      year: String.raw`(?<year>\d{1,4})`,
      day: String.raw`(?<day>\d{1,2})`,
      hour: String.raw`(?<hour>\d{1,2})`,
      minute: String.raw`(?<minute>\d\d)`,
      dayPeriod: `(?<period>${alternatives(periods)})`,
    }
    const source = partsOf(options, SAMPLE).map(({ type, value }) => sources[type] ?? escape(value))
    return { regexp: new RegExp(`^${source.join('')}$`, 'iu'), months }
  }
  const patternsOf = (day: Options) =>
    [{}, YEAR, TIME, { ...YEAR, ...TIME }].map((more) => patternOf({ ...day, ...more }))
  const { weekday: _, ...day } = DAY
  return { patterns: [...patternsOf(DAY), ...patternsOf(day)], weekdays, hours }
}

type Tables = ReturnType<typeof createTables>

function namesOf(numbers: readonly number[], textsOf: (number: number) => readonly string[]): Names {
  return new Map(numbers.flatMap((number) => textsOf(number).map((text) => [text.toLowerCase(), number])))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function readBy(
  { patterns, weekdays, hours }: Tables,
  text: string,
  now: Temporal.ZonedDateTime,
): Reading | null {
  for (const { regexp, months } of patterns) {
    const parts: Parts | undefined = regexp.exec(text)?.groups
    const month = months.get(parts?.month?.toLowerCase() ?? '')
    if (!parts?.day || !month) continue
    const year = parts.year === undefined ? undefined : wholeYear(parts.year, now.year)
    const weekday = weekdays.get(parts.weekday?.toLowerCase() ?? '')
    const isFull = (parts.year?.length ?? 0) > 2
    const day = daysOf({ year, month, day: Number(parts.day), weekday, isFull }, now.toPlainDate())
    if (!parts.hour || !parts.minute) return settle(day, null, now)
    const hour = hours.get(`${Number(parts.hour)} ${parts.period ?? ''}`.toLowerCase())
    const minute = Number(parts.minute)
    return hour === undefined || minute > 59 ? { date: null } : settle(day, { hour, minute }, now)
  }
  return null
}

/** Returns text with plain spaces and digits and without text direction marks, as people type it. */
function plain(text: string): string {
  return asciiDigits(text.replaceAll(/\s+/g, ' '))
}

/** Longer names come first, so that '11' isn't read as '1'. */
function alternatives(names: Names): string {
  return [...names.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(escape)
    .join('|')
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(' ', ' ?')
}
