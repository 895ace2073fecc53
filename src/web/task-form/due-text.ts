import { type ParsedResult, casual } from 'chrono-node/en'

import type { LocalDate } from '#domain/tasks/due-date.ts'
import { existingDay } from '#domain/tasks/typed-date/day-phrase.ts'
import { type Reading, readTypedDate, settle } from '#domain/tasks/typed-date/typed-date.ts'
import { codePoints } from '#domain/text.ts'

import { createFieldDates } from '../ui/field-dates.ts'

/** Longer text isn't a date and skips the parser. */
const TEXT_LENGTH_MAX = 200

/**
 * Returns a function that parses a due, start or end date: 'tomorrow at 9 AM', '24.12.', 'Mon 14', 'in 3 days', or text
 * in the form that the field shows. The rules are in `typed-date`; a parser library reads other text. The library needs
 * a `Date`, so this isn't in src/domain. Load this module through `dueReaderQuery`.
 * @param locale a BCP 47 tag; the browser's locale if left out
 */
export function createDueReader(locale?: string) {
  const dates = createFieldDates(locale)
  /** @param now the current time in the user's time zone */
  return (text: string, now: Temporal.ZonedDateTime): Reading => {
    if (codePoints(text) > TEXT_LENGTH_MAX) return { date: null }
    const readOther = (words: string) => (VAGUE.test(words) ? null : readWords(words, now))
    const context = { now, isMonthFirst: dates.isMonthFirst(), readOther }
    const reading = dates.read(text.trim(), now) ?? readTypedDate(text, context)
    return reading.date && (reading.date.year < 1 || reading.date.year > 9999) ? { date: null } : reading
  }
}

export const readDue = createDueReader()

/** Parses a string to `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm` with a time, or returns null unless all of it is understood. */
export function readDueText(text: string, now: Temporal.ZonedDateTime): string | null {
  const { date } = readDue(text, now)
  return (
    date && (date instanceof Temporal.PlainDate ? date.toString() : date.toString({ smallestUnit: 'minute' }))
  )
}

/** Text that the parser library would guess at: parts of days, days in the past, and numbers that the rules reject. */
const VAGUE =
  /\b(?:ago|last|past|previous)\b|\bhalf\b(?! (?:an )?hour)|\d[.,]\d+ ?[dwmyqf]|^\d+ ?h\d*$|\d[./]\d(?!\d* ?h)|\d-\d+\b(?! ?[a-z])/

/** 'in 1 month and 1 day', '1 month and 1 day from now': the month is added first. */
const MONTHS_AND_MORE =
  /^(?:in )?(\S+ (?:months?|years?)) (?:and )?((?:\d|(?:an?|one|two|three|four|five|six|ten) ).*?)(?: from now| later)?$/

function readWords(words: string, now: Temporal.ZonedDateTime): LocalDate | null {
  const [, months, rest] = MONTHS_AND_MORE.exec(words) ?? []
  if (months && rest) {
    const day = readWords(`in ${months}`, now)
    if (!(day instanceof Temporal.PlainDate)) return null
    const plainTime = now.toPlainTime()
    return readWords(`in ${rest}`, day.toZonedDateTime({ timeZone: now.timeZoneId, plainTime }))
  }
  // Noon is far from midnight and from daylight-saving changes.
  const noon = now.withPlainTime('12:00')
  const said = parse(words, noon)
  if (!said) return null
  const hasTime = said.isCertain('hour')
  if (hasTime && said.isCertain('timezoneOffset')) return readInstant(words, said, now)
  // The parser counts a month from January 31 as March 3, so months are counted from the first.
  const isMonth = said.tags().has('result/relativeDate') && !said.isCertain('day')
  const from = isMonth ? parse(words, noon.with({ day: 1 })) : said
  const first = existingDay(from?.get('year') ?? 0, from?.get('month') ?? 0, 1)
  const day = first?.with({ day: isMonth ? now.day : (said.get('day') ?? 0) })
  // Without 'am' or minutes, the parser assumes a morning hour.
  if (!day || (hasTime && !said.isCertain('meridiem') && !/\d:\d/.test(words))) return null
  const time = hasTime ? { hour: said.get('hour') ?? 0, minute: said.get('minute') ?? 0 } : null
  const step = said.isCertain('month') ? 'years' : said.isCertain('weekday') ? 'weeks' : 'days'
  const later = said.isCertain('year') || (step === 'days' && !hasTime) ? [] : [day.add({ [step]: 1 })]
  return settle({ days: [day, ...later] }, time, now).date
}

/** Parses 'in 2 hours' and '5pm EST', which name an instant regardless of daylight-saving changes. */
function readInstant(
  words: string,
  said: ParsedResult['start'],
  now: Temporal.ZonedDateTime,
): LocalDate | null {
  const spanFrom = (from: Temporal.ZonedDateTime) =>
    (parse(words, from)?.date().getTime() ?? Infinity) - from.epochMilliseconds
  const span = spanFrom(now)
  const fourWeeks = 28 * 24 * 3_600_000
  // The parser adds hours on the machine's clock, so its result is too late if that clock skips an hour. The text is
  // therefore also parsed as of two weeks earlier, where it doesn't cross that hour, and the shorter span counts. Longer
  // spans can contain months, which differ in length.
  const isShort = said.tags().has('result/relativeDateAndTime') && span < fourWeeks
  const milliseconds = isShort ? Math.min(span, spanFrom(now.subtract({ weeks: 2 }))) : span
  // Another zone's day can be the day before or after.
  const days = said.isCertain('day') ? [0] : said.isCertain('weekday') ? [0, 7] : [-1, 0, 1, 2]
  const instants = days.map((days) => now.add({ milliseconds }).add({ days }))
  const next = instants.find((at) => Temporal.ZonedDateTime.compare(at, now) >= 0)
  // Rounds up, because a minute that has begun counts as past.
  return next?.round({ smallestUnit: 'minute', roundingMode: 'ceil' }).toPlainDateTime() ?? null
}

/** Returns the parsed date, or the end of a range; null if unknown words remain. */
function parse(words: string, reference: Temporal.ZonedDateTime): ParsedResult['start'] | null {
  const timezone = reference.offsetNanoseconds / 60_000_000_000
  const from = { instant: new Date(reference.epochMilliseconds), timezone }
  // The library's forward search reads 'last Friday' as next Friday, so it is only a fallback for '2 weeks' without
  // 'in'.
  const found = casual.parse(words, from)[0] ?? casual.parse(words, from, { forwardDate: true })[0]
  if (!found) return null
  const around = words.slice(0, found.index) + words.slice(found.index + found.text.length)
  return around.replace(/\bat\b|[\s.:]/g, '') === '' ? (found.end ?? found.start) : null
}
