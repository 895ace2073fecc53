import { dayOf, readDate } from './due-date.ts'

/**
 * A stored date so many days later, in the form it has: a day stays a day, a time of day stays what it is, and an ISO
 * instant stays an instant with its offset, at the same time of day in `zone`. A text that cannot be read, or whose
 * date would lie outside the years 0 to 9999, is answered as it is.
 * @param days a whole number, negative for earlier
 * @param zone the person's IANA time zone
 */
export function moveDate(text: string, days: number, zone: string): string {
  const date = readDate(text, zone)
  if (!date) return text
  const offset = OFFSET.exec(text)?.[0]
  const moved = offset
    ? moveInstant(text, offset, days, zone)
    : dayOf(date).add({ days }).toString() + text.slice(10)
  return readDate(moved) ? moved : text
}

const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/

function moveInstant(text: string, offset: string, days: number, zone: string): string {
  const moved = Temporal.Instant.from(text).toZonedDateTimeISO(zone).add({ days }).toInstant()
  const shown = moved.toString({ ...precisionOf(text), timeZone: offset === 'Z' ? 'UTC' : offset })
  return offset === 'Z' ? shown.replace('+00:00', 'Z') : shown
}

/** How exactly a text with an offset says its time: to the minute, or to so many digits of a second. */
function precisionOf(text: string) {
  const [, seconds, fraction = ''] = /T\d\d:\d\d(:\d\d)?(?:\.(\d+))?/.exec(text) ?? []
  if (!seconds) return { smallestUnit: 'minute' } as const
  return { fractionalSecondDigits: fraction.length as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 }
}
