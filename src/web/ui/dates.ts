import type { LocalDate } from '#domain/tasks/due-date.ts'

type Day = { year: number; month: number; day: number }
type Options = Intl.DateTimeFormatOptions

/**
 * Returns functions that format dates for a reader. The formats depend on the locale; the examples are in US English. Each
 * formatter is created on first use and cached, because creating one takes longer than a thousand uses.
 * @param locale a BCP 47 tag; the browser's locale if left out
 */
export function createDateFormats(locale?: string) {
  const formatterOf = (options: Options, zoneOf = () => 'UTC') => {
    let made: { timeZone: string; formatter: Intl.DateTimeFormat } | undefined
    return () => {
      const timeZone = zoneOf()
      if (made?.timeZone !== timeZone)
        made = { timeZone, formatter: new Intl.DateTimeFormat(locale, { ...CALENDAR, ...options, timeZone }) }
      return made.formatter
    }
  }
  const format = (options: Options) => {
    const formatter = formatterOf(options)
    return (date: Day) => formatter().format(toDate(date))
  }
  const monthDay = format({ month: 'short', day: 'numeric' })
  const mediumDay = format({ month: 'short', day: 'numeric', year: 'numeric' })
  const wholeDay = format({ dateStyle: 'full' })
  const wholeDayThisYear = format({ weekday: 'long', month: 'long', day: 'numeric' })
  const wholeDayAndTime = format({ dateStyle: 'full', timeStyle: 'short' })
  const range = formatterOf({ month: 'short', day: 'numeric' })
  const moment = formatterOf({ dateStyle: 'medium', timeStyle: 'short' }, localZone)
  const clock = formatterOf({ timeStyle: 'short' }, localZone)
  const timeOfDay = format({ timeStyle: 'short' })
  return {
    /** 'Nov 20, 2026' */
    mediumDay,
    /** 'Dec 20', or 'Dec 20, 2027' if it isn't in the year of `today` */
    shortDay: (date: Day, today: Day) => (date.year === today.year ? monthDay(date) : mediumDay(date)),
    /** 'Friday, November 20, 2026', or without the year if it is the year of `today` */
    wholeDay: (date: Day, today?: Day) =>
      date.year === today?.year ? wholeDayThisYear(date) : wholeDay(date),
    /** 'Friday, November 20, 2026 at 9:00 AM', or without the time if the date has none */
    wholeDate: (date: LocalDate) =>
      date instanceof Temporal.PlainDateTime ? wholeDayAndTime(date) : wholeDay(date),
    /** '9:00 AM' */
    time: (date: Day & Partial<Time>) => timeOfDay(date),
    /** 'Nov 16 – 22'. Never has a year: `formatRange` would add both years to a range across New Year. */
    dayRange: (first: Day, last: Day) =>
      first.year === last.year
        ? range().formatRange(toDate(first), toDate(last))
        : `${monthDay(first)} – ${monthDay(last)}`,
    /** 'November' */
    month: format({ month: 'long' }),
    /** 'Nov' */
    shortMonth: format({ month: 'short' }),
    /** 'November 2026' */
    monthOfYear: format({ month: 'long', year: 'numeric' }),
    /** '2026' */
    year: format({ year: 'numeric' }),
    /** 'Fri' */
    weekday: format({ weekday: 'short' }),
    /** 'F' */
    weekdayLetter: format({ weekday: 'narrow' }),
    /** 'Nov 20, 2026, 9:00 AM' for an instant, or '9:00 AM' if it is on the same day as `now`, in the local time zone */
    instant: (instant: Date, now?: Date) =>
      (instant.toDateString() === now?.toDateString() ? clock() : moment()).format(instant),
  }
}

/** The device's zone, which can change while a page is open. */
const localZone = () => Temporal.Now.timeZoneId()

export const dates = createDateFormats()

/** Storage, the date picker and the timeline use the Gregorian calendar, so formatted dates use it in every locale. */
export const CALENDAR = { calendar: 'gregory', timeZone: 'UTC' } as const

type Time = { hour: number; minute: number }

/** Returns the instant of this date and time in UTC. `Date.UTC` alone moves the years 0 to 99 to the 20th century. */
export function toDate({ year, month, day, hour = 0, minute = 0 }: Day & Partial<Time>): Date {
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute))
  date.setUTCFullYear(year, month - 1, day)
  return date
}
