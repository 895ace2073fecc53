import { type ParsedResult, casual } from 'chrono-node/en'

import { type LocalDate, dayOf, readDate } from '#domain/due-date.ts'
import { codePoints } from '#domain/text.ts'

/** A longer text is no date and never reaches the parser. */
export const DUE_TEXT_LENGTH_MAX = 200

/**
 * Understands a due date in English as it is typed: 'tomorrow at 9 AM', 'next week', 'in 3 days', '12 Dec', 'Friday'.
 * A weekday, a time of day or a day without a year means the next one, today included.
 *
 * It stands here and not in domain because its parser takes the present as a `Date`. Load it with the dialogs.
 * @param now the present, in the time zone of the person who types
 * @returns `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm` when a time was said; null unless the whole text is understood
 */
export function readDueText(text: string, now: Temporal.ZonedDateTime): string | null {
  if (text.length > DUE_TEXT_LENGTH_MAX * 2 || codePoints(text) > DUE_TEXT_LENGTH_MAX) return null
  const words = text.trim().replace(/\b(?:the )?day after tomorrow\b/i, 'overmorrow')
  const date = readDate(words, now.timeZoneId) ?? readWords(words, now)
  if (!date || date.year < 1 || date.year > 9999) return null
  return date instanceof Temporal.PlainDateTime ? date.toString({ smallestUnit: 'minute' }) : date.toString()
}

type Said = ParsedResult['start']

/** Words and marks that may stand around a date without changing it. */
const FILLERS = /\b(?:at|before|by|due|on|the|till|until)\b|[\s,.;:!()]/gi

const MEANT_PAST = /\b(?:ago|last|past|previous)\b/i

function readWords(words: string, now: Temporal.ZonedDateTime): LocalDate | null {
  // Days are counted from noon, far from midnight and from every change of the clocks.
  const noon = now.withPlainTime('12:00')
  const said = parse(words, noon)
  if (!said) return null
  if (said.isCertain('hour') && said.isCertain('timezoneOffset')) return readInstant(words, now)
  // Months are counted from the first: the parser takes a month after 31 January to be 3 March.
  if (said.tags().has('result/relativeDate') && !said.isCertain('day')) {
    const month = parse(words, noon.with({ day: 1 }))
    return month && toLocalDate(month, now.day)
  }
  return toNext(toLocalDate(said), said, words, now)
}

/** 'in 2 hours' and '5pm EST' name an instant, whatever the clocks do between now and then. */
function readInstant(words: string, now: Temporal.ZonedDateTime): LocalDate | null {
  const said = parse(words, now)
  if (!said) return null
  // The parser adds hours on the machine's clock, and lands too late where that clock skips an hour. Said a fortnight
  // before, the same words do not land there.
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

/** What the parser finds, the end of it where it is a range; null when it leaves words over. */
function parse(words: string, reference: Temporal.ZonedDateTime): Said | null {
  const from = {
    instant: new Date(reference.epochMilliseconds),
    timezone: reference.offsetNanoseconds / 60_000_000_000,
  }
  // Its own way of looking forward turns 'last Friday' into the next; it is only needed for '2 weeks' without 'in'.
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

/** The first date from now on that fits what was said; a date of the past stays one when its year or the past was said. */
function toNext(
  date: LocalDate | null,
  said: Said,
  words: string,
  now: Temporal.ZonedDateTime,
): LocalDate | null {
  if (!date || MEANT_PAST.test(words)) return date
  // 'This month' is a span, which the parser takes to be its first day.
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
