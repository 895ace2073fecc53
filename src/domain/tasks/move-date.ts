import { dayOf, readDate } from './due-date.ts'

/**
 * Moves a stored date by whole days and keeps its form: a day stays a day, a time of day stays the same, and an ISO
 * instant keeps its offset and its time of day in `zone`. Returns the text unchanged if it is unreadable or if the date
 * would leave the years 0 to 9999.
 * @param days a whole number, negative for earlier
 * @param zone the user's IANA time zone
 */
export function moveDate(text: string, days: number, zone: string): string {
  const date = readDate(text, zone)
  if (!date) return text
  const offset = OFFSET.exec(text)?.[0]
  const moved = offset
    ? moveInstant(text, offset, days, zone)
    : dayOf(date).add({ days }).toString() + text.slice(10)
  return readDate(moved, zone) ? moved : text
}

const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/

function moveInstant(text: string, offset: string, days: number, zone: string): string {
  const moved = Temporal.Instant.from(text).toZonedDateTimeISO(zone).add({ days }).toInstant()
  const shown = moved.toString({ ...precisionOf(text), timeZone: offset === 'Z' ? 'UTC' : offset })
  return offset === 'Z' ? shown.replace('+00:00', 'Z') : shown
}

/** Returns the precision of a string with an offset: minutes, or a number of fractional digits. */
function precisionOf(text: string) {
  const [, seconds, fraction = ''] = /T\d\d:\d\d(:\d\d)?(?:\.(\d+))?/.exec(text) ?? []
  if (!seconds) return { smallestUnit: 'minute' } as const
  return { fractionalSecondDigits: fraction.length as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 }
}
