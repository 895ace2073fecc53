import { type ParsedResult, casual } from 'chrono-node/en'

import { type LocalDate, dayOf, readDate } from '#domain/tasks/due-date.ts'
import { codePoints } from '#domain/text.ts'

/** Longer text isn't a date and skips the parser. */
export const DUE_TEXT_LENGTH_MAX = 200

/** The times of 'eod' and 'tonight'. Source: decision record 037. */
const END_OF_DAY = '17:00'
const TONIGHT = '20:00'
/** The parser reads 'tonight at midnight' as noon; earlier hours aren't tonight. */
const EVENING_HOUR_MIN = 17

/**
 * Parses an English due date: 'tomorrow at 9 AM', 'tomorrow 9', 'eod', 'tonight', 'next week', 'in 3 days', '12 Dec',
 * 'Friday'. A weekday, a time or a day without a year means its next occurrence, including today.
 * The parser needs a `Date`, so this isn't in src/domain. Load it together with the dialogs.
 * @param now the current time in the user's time zone
 * @returns `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm` if the text has a time; null unless the whole text is understood
 */
export function readDueText(text: string, now: Temporal.ZonedDateTime): string | null {
  if (text.length > DUE_TEXT_LENGTH_MAX * 2 || codePoints(text) > DUE_TEXT_LENGTH_MAX) return null
  const words = text.trim()
  const date =
    readDate(words, now.timeZoneId) ?? readEndOfToday(words, now) ?? readWords(spellOut(words), now)
  if (!date || date.year < 1 || date.year > 9999) return null
  return date instanceof Temporal.PlainDateTime ? date.toString({ smallestUnit: 'minute' }) : date.toString()
}

/** Replaces shorthand with words that the parser knows. */
function spellOut(words: string): string {
  return words
    .replace(/\b(?:the )?day after tomorrow\b/i, 'overmorrow')
    .replace(HOUR_AFTER_DAY, '$1 at $2')
    .replace(HOUR_BEFORE_DAY, 'at $1 ')
    .replace(/\b(?:eod|(?:the )?end of (?:the )?day)\b/i, `at ${END_OF_DAY}`)
}

const NAMED_DAY = '(?:today|tonight|tomorrow|tmrw|tmr|overmorrow)'
const HOUR_AFTER_DAY = new RegExp(String.raw`\b(${NAMED_DAY}) (\d{1,2})$`, 'i')
const HOUR_BEFORE_DAY = new RegExp(String.raw`^(\d{1,2}) (?=${NAMED_DAY}\b)`, 'i')

/** Parses 'eod' and 'tonight', which always mean today. After that hour they mean today without a time. */
function readEndOfToday(words: string, now: Temporal.ZonedDateTime): LocalDate | null {
  const bare = words.replace(FILLERS, '').toLowerCase()
  const isEndOfDay = /^(?:today)?(?:eod|endofday)(?:today)?$/.test(bare)
  if (!isEndOfDay && bare !== 'tonight') return null
  const due = now.toPlainDate().toPlainDateTime(isEndOfDay ? END_OF_DAY : TONIGHT)
  return isPastTime(due, now) ? due.toPlainDate() : due
}

type Said = ParsedResult['start']

/** Words and punctuation that don't change a date. */
const FILLERS = /\b(?:at|before|by|due|on|the|till|until)\b|[\s,.;:!()]/gi

const MEANT_PAST = /\b(?:ago|last|past|previous)\b/i

function readWords(words: string, now: Temporal.ZonedDateTime): LocalDate | null {
  // Noon is far from midnight and from daylight-saving changes.
  const noon = now.withPlainTime('12:00')
  const said = parse(words, noon)
  if (!said) return null
  if (said.isCertain('hour') && said.isCertain('timezoneOffset')) return readInstant(words, now)
  if (/\btonight\b/i.test(words) && (said.get('hour') ?? 0) < EVENING_HOUR_MIN) return null
  // The parser counts a month from 31 January as 3 March, so months start on the first.
  if (said.tags().has('result/relativeDate') && !said.isCertain('day')) {
    const month = parse(words, noon.with({ day: 1 }))
    return month && toLocalDate(month, now.day)
  }
  return toNext(toLocalDate(said), said, words, now)
}

/** Parses 'in 2 hours' and '5pm EST', which name an instant regardless of daylight-saving changes. */
function readInstant(words: string, now: Temporal.ZonedDateTime): LocalDate | null {
  const said = parse(words, now)
  if (!said) return null
  // The parser adds hours on the machine's clock, which is too late where that clock skips an hour. So the text is
  // parsed two weeks earlier, where it doesn't cross that hour.
  const isSpan = said.tags().has('result/relativeDateAndTime')
  const spans = [now, ...(isSpan ? [now.subtract({ weeks: 2 })] : [])].map((from) =>
    millisecondsUntil(words, from),
  )
  const instant = now.add({ milliseconds: Math.min(...spans) })
  return toNext(instant.toPlainDateTime(), said, words, now)
}

function millisecondsUntil(words: string, from: Temporal.ZonedDateTime): number {
  const said = parse(words, from)
  return said ? said.date().getTime() - from.epochMilliseconds : Infinity
}

/** Returns the parsed date, or the end of a range; null if unknown words remain. */
function parse(words: string, reference: Temporal.ZonedDateTime): Said | null {
  const from = {
    instant: new Date(reference.epochMilliseconds),
    timezone: reference.offsetNanoseconds / 60_000_000_000,
  }
  // Its forward search reads 'last Friday' as the next one; it is only needed for '2 weeks' without 'in'.
  const found = casual.parse(words, from)[0] ?? casual.parse(words, from, { forwardDate: true })[0]
  if (!found) return null
  const around = words.slice(0, found.index) + words.slice(found.index + found.text.length)
  return around.replace(FILLERS, '') === '' ? (found.end ?? found.start) : null
}

function toLocalDate(said: Said, dayOfMonth = said.get('day')): LocalDate | null {
  const [year, month, day] = [said.get('year'), said.get('month'), dayOfMonth]
  if (year === null || month === null || day === null) return null
  const date = Temporal.PlainDate.from({ year, month, day })
  if (!said.isCertain('hour')) return date
  return date.toPlainDateTime({ hour: said.get('hour') ?? 0, minute: said.get('minute') ?? 0 })
}

/** Returns the first matching date from now on. A date stays in the past if its text names a year or the past. */
function toNext(
  date: LocalDate | null,
  said: Said,
  words: string,
  now: Temporal.ZonedDateTime,
): LocalDate | null {
  if (!date || MEANT_PAST.test(words)) return date
  // The parser reads 'this month' as its first day.
  if (said.isCertain('year')) return /\bthis\b/i.test(words) && isPastDay(date, now) ? null : date
  if (said.isCertain('month')) return isPastDay(date, now) ? date.add({ years: 1 }) : date
  const isPast = isPastDay(date, now) || isPastTime(date, now)
  if (said.isCertain('weekday')) return isPast ? date.add({ weeks: 1 }) : date
  if (said.isCertain('hour')) return isPast ? date.add({ days: 1 }) : date
  return isPast ? null : date
}

function isPastDay(date: LocalDate, now: Temporal.ZonedDateTime): boolean {
  return Temporal.PlainDate.compare(dayOf(date), now.toPlainDate()) < 0
}

function isPastTime(date: LocalDate, now: Temporal.ZonedDateTime): boolean {
  return (
    date instanceof Temporal.PlainDateTime && Temporal.PlainDateTime.compare(date, now.toPlainDateTime()) < 0
  )
}
