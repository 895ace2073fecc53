export type TypedDay = {
  /** The days that the text can mean, in order. The first day that isn't past applies. */
  days: readonly Temporal.PlainDate[]
  /** Whether the text names the year, so the day can be past. */
  isFull?: boolean
  /** Whether the day recurs within a week, so a past time means its next occurrence. */
  isFrequent?: boolean
  /** The typed date, if it doesn't fall on the typed weekday. */
  otherDay?: Temporal.PlainDate
}

/** The parts of a date. Weekdays count from 1 (Monday). */
type DateParts = { year?: number; month: number; day: number; weekday?: number; isFull?: boolean }

export const WEEKDAY =
  '(?:mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'
export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const SATURDAY = 6

/** The words for near days, in days from today. A bare number next to such a word is an hour. */
export const NEAR = new Map(Object.entries({ today: 0, tomorrow: 1, tmrw: 1, tmr: 1, overmorrow: 2 }))

const ORDINAL = '(?:st|nd|rd|th)?'
const YEAR = String.raw`'?(?<year>\d{4}|\d\d)`
const DAY_ALONE = new RegExp(String.raw`^(\d{1,2})${ORDINAL}\.?$`)
const WITH_WEEKDAY = new RegExp(
  `^(?:this )?(?:(?<before>${WEEKDAY}|tues|weds)(?: |$))?(?<date>.*?)(?: (?<after>${WEEKDAY}|tues|weds))?$`,
)
const FORMS = [
  String.raw`(?<day>\d{1,2})${ORDINAL}\.? (?:of )?(?<name>${MONTH})(?: ${YEAR})?`,
  String.raw`(?<name>${MONTH}) (?<day>\d{1,2})${ORDINAL}(?: ${YEAR})?`,
  String.raw`(?:(?<year>\d{4}) )?(?<name>${MONTH})(?: (?<day>\d{1,2}))?`,
  String.raw`(?<name>${MONTH}) (?<year>\d{4})`,
  String.raw`(?<year>\d{4})(?<mark>[-/.] ?)(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})\.?`,
  String.raw`(?<day>\d{1,2})\. ?(?<month>\d{1,2})(?:\.|\. ?${YEAR}\.?)?`,
  String.raw`(?<first>\d{1,2})(?<mark>[-/])(?<second>\d{1,2})(?:\k<mark>${YEAR})?`,
].map((source) => new RegExp(`^${source}$`))

/**
 * Parses a day: 'today', 'Friday', '24.12.', 'Dec 24, 2027', 'Mon 14'. An empty string means today or tomorrow.
 * @param words in lower case, with single spaces
 * @param isMonthFirst whether the locale writes the month before the day
 * @returns null for any other text
 */
export function readDay(words: string, today: Temporal.PlainDate, isMonthFirst: boolean): TypedDay | null {
  if (words === '') return { days: [today, today.add({ days: 1 })], isFrequent: true }
  const isWeekend = /^(?:this )?weekend$/.test(words)
  const near = isWeekend ? Math.max(0, SATURDAY - today.dayOfWeek) : NEAR.get(words)
  if (near !== undefined) return { days: [today.add({ days: near })] }
  const { before, date = '', after } = WITH_WEEKDAY.exec(words)?.groups ?? {}
  const weekday = WEEKDAYS.indexOf((before ?? after ?? '').slice(0, 3)) + 1
  if (weekday && date === '') {
    const next = today.add({ days: (weekday - today.dayOfWeek + 7) % 7 })
    return { days: [next, next.add({ days: 7 })], isFrequent: true }
  }
  const number = weekday > 0 && DAY_ALONE.exec(date)?.[1]
  if (number) return { days: daysWithWeekday(Number(number), weekday, today) }
  const parts = readParts(date, today.year, isMonthFirst)
  return parts && daysOf({ ...parts, weekday }, today)
}

/** Parses a date in names and numbers. A month alone means its first day, which can't be past. */
function readParts(date: string, thisYear: number, isMonthFirst: boolean): DateParts | null {
  const groups = FORMS.map((form) => form.exec(date)?.groups).find((found) => found !== undefined)
  if (!groups) return null
  const { year, name, first, second } = groups
  const [month = groups.month, day = groups.day] = isMonthFirst ? [first, second] : [second, first]
  return {
    year: year === undefined ? undefined : wholeYear(year, thisYear),
    month: name ? MONTHS.indexOf(name.slice(0, 3)) + 1 : Number(month),
    day: Number(day ?? 1),
    isFull: year?.length === 4 && day !== undefined,
  }
}

/** Leap days can be 8 years apart, as around 2100. */
const YEARS_AHEAD = 8
/** Source: decisions 14. */
const SHORT_YEARS_AHEAD = 20
const MONTHS_AHEAD = 6

/** Returns the year, or NaN for two digits that match none of the next 20 years. */
export function wholeYear(year: string, thisYear: number): number {
  if (year.length > 2) return Number(year)
  const ahead = (((Number(year) - thisYear) % 100) + 100) % 100
  return ahead <= SHORT_YEARS_AHEAD ? thisYear + ahead : Number.NaN
}

/** Returns the days that a date can mean. Without a year, omits past days. A named weekday must match the first day. */
export function daysOf(parts: DateParts, today: Temporal.PlainDate): TypedDay {
  const { year, month, day, weekday, isFull } = parts
  const years = Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => today.year + ahead)
  const days = (year === undefined ? years : [year])
    .map((number) => existingDay(number, month, day))
    .filter((date) => date !== null)
    .filter((date) => year !== undefined || Temporal.PlainDate.compare(date, today) >= 0)
  const [next] = days
  if (weekday && next && next.dayOfWeek !== weekday) return { days: [], otherDay: next }
  return { days: weekday ? days.slice(0, 1) : days, isFull }
}

/** Returns the days of the next 6 months with this number and weekday. */
function daysWithWeekday(day: number, weekday: number, today: Temporal.PlainDate): Temporal.PlainDate[] {
  const end = today.add({ months: MONTHS_AHEAD })
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, months) => today.with({ day: 1 }).add({ months }))
    .map((month) => existingDay(month.year, month.month, day))
    .filter((date) => date !== null)
    .filter((date) => date.dayOfWeek === weekday && Temporal.PlainDate.compare(date, end) <= 0)
}

/** Returns the day, or null if it doesn't exist, such as February 30. */
export function existingDay(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return null
  }
}
