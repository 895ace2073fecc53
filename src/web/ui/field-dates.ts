import { type LocalDate, readDate } from '#domain/tasks/due-date.ts'

import { CALENDAR, toDate } from './dates.ts'

type Options = Intl.DateTimeFormatOptions
type Parts = Partial<Record<'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute' | 'period', string>>
/** The texts of a part, in lower case, with their numbers. */
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
  const formatOf = (date: LocalDate, today: Temporal.PlainDate) =>
    formatterOf({
      ...DAY,
      ...(date.year !== today.year && YEAR),
      ...(date instanceof Temporal.PlainDateTime && TIME),
    })
  let tables: ReturnType<typeof createTables> | undefined
  const read = (text: string, today: Temporal.PlainDate, hasWeekday: boolean) => {
    tables ??= createTables(formatterOf)
    return readBy(tables, tables.patterns[hasWeekday ? 0 : 1], plain(text), today)
  }
  return {
    /** Returns 'Tue, Nov 24, 9:00 AM', with the year if it isn't this year. Returns unreadable text unchanged. */
    show: (stored: string, today: Temporal.PlainDate, zone: string) => {
      const date = readDate(stored, zone)
      return date ? formatOf(date, today).format(toDate(date)) : stored
    },
    /**
     * Parses a text in the form that `show` returns to a stored date, or null. Without a year, the weekday selects
     * this year or an adjacent one. Without both, the nearest date is used.
     */
    read: (text: string, today: Temporal.PlainDate) => read(text, today, true),
    /** Parses the same forms without a weekday. */
    readWithoutWeekday: (text: string, today: Temporal.PlainDate) => read(text, today, false),
  }
}

export const fieldDates = createFieldDates()

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const
const YEAR = { year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const DAY_TIME = { ...DAY, ...TIME }

/** A day with names and numbers that differ from one another. */
const SAMPLE = Temporal.PlainDateTime.from('2033-11-25T09:46')

/** Returns what reading needs: the patterns, and the numbers of the locale's names and digits. */
function createTables(formatterOf: (options: Options) => Intl.DateTimeFormat) {
  const partsOf = (options: Options, date: LocalDate) => {
    const parts = formatterOf(options).formatToParts(toDate(date))
    return parts.map(({ type, value }) => ({ type, value: plain(value) }))
  }
  const partOf = (options: Options, date: LocalDate, type: Intl.DateTimeFormatPartTypes) =>
    partsOf(options, date).find((part) => part.type === type)?.value ?? ''
  const digits = namesOf(range(0, 9), (digit) => [
    partOf({ ...DAY, ...YEAR }, SAMPLE.with({ year: 2030 + digit }), 'year').at(-1) ?? '',
  ])
  const numberOf = (text: string) =>
    Number(text.replaceAll(/\p{Nd}/gu, (digit) => String(digits.get(digit) ?? digit)))
  const weekdays = namesOf(range(1, 7), (weekday) => {
    const date = SAMPLE.add({ days: weekday - SAMPLE.dayOfWeek })
    return [partOf(DAY, date, 'weekday'), partOf({ weekday: 'long' }, date, 'weekday')]
  })
  const hours = namesOf(range(0, 23), (hour) => {
    const date = SAMPLE.with({ hour })
    return [hourKey(numberOf(partOf(DAY_TIME, date, 'hour')), partOf(DAY_TIME, date, 'dayPeriod'))]
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
      year: String.raw`(?<year>\p{Nd}{1,4})`,
      day: String.raw`(?<day>\p{Nd}{1,2})`,
      hour: String.raw`(?<hour>\p{Nd}{1,2})`,
      minute: String.raw`(?<minute>\p{Nd}{2})`,
      dayPeriod: `(?<period>${alternatives(periods)})`,
    }
    const source = partsOf(options, SAMPLE).map(({ type, value }) => sources[type] ?? escape(value))
    return { regexp: new RegExp(`^${source.join('')}$`, 'iu'), months }
  }
  const patternsOf = (day: Options) =>
    [{}, YEAR, TIME, { ...YEAR, ...TIME }].map((more) => patternOf({ ...day, ...more }))
  const { weekday: _, ...day } = DAY
  return { patterns: [patternsOf(DAY), patternsOf(day)] as const, numberOf, weekdays, hours }
}

type Tables = ReturnType<typeof createTables>

function namesOf(numbers: readonly number[], textsOf: (number: number) => readonly string[]): Names {
  return new Map(numbers.flatMap((number) => textsOf(number).map((text) => [text.toLowerCase(), number])))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function readBy(
  { numberOf, weekdays, hours }: Tables,
  patterns: readonly Pattern[],
  text: string,
  today: Temporal.PlainDate,
): string | null {
  for (const { regexp, months } of patterns) {
    const parts: Parts | undefined = regexp.exec(text)?.groups
    const month = months.get(parts?.month?.toLowerCase() ?? '')
    if (!parts?.day || !month) continue
    const day = numberOf(parts.day)
    const weekday = weekdays.get(parts.weekday?.toLowerCase() ?? '')
    const date = parts.year
      ? dayOf(numberOf(parts.year), month, day)
      : nearest({ month, day, weekday }, today)
    if (!date || !parts.hour || !parts.minute) return date && date.toString()
    const hour = hours.get(hourKey(numberOf(parts.hour), parts.period))
    const minute = numberOf(parts.minute)
    if (hour === undefined || minute > 59) return null
    return date.toPlainDateTime({ hour, minute }).toString({ smallestUnit: 'minute' })
  }
  return null
}

/** Returns an hour as it is shown, such as '9 am', which is unique in a day. */
function hourKey(hour: number, period = ''): string {
  return `${hour} ${period}`.toLowerCase()
}

/** Returns the date in a year where it has the given weekday, or otherwise in the year where it is nearest to today. */
function nearest(
  { month, day, weekday }: { month: number; day: number; weekday?: number },
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const dates = [0, 1, -1]
    .map((years) => dayOf(today.year + years, month, day))
    .filter((date) => date !== null)
  const distance = (date: Temporal.PlainDate) => Math.abs(today.until(date, { largestUnit: 'day' }).days)
  const [closest] = dates.toSorted((a, b) => distance(a) - distance(b))
  return dates.find((date) => date.dayOfWeek === weekday) ?? closest ?? null
}

function dayOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** Returns a text with plain spaces and without the marks of text direction, as people type it. */
function plain(text: string): string {
  return text.replaceAll(/[\u200E\u200F\u061C]/g, '').replaceAll(/\s+/g, ' ')
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
