import { type LocalDate, dayOf } from '#domain/tasks/due-date.ts'

import { countText } from './count-text.ts'
import { dates } from './dates.ts'

/** Describes a date in full: 'Friday, November 20, 2026 at 9:00 AM (tomorrow)'. */
export function describeDate(date: LocalDate, now: Temporal.ZonedDateTime): string {
  return `${dates.wholeDate(date)} (${distanceText(date, now)})`
}

/** Returns 'today', 'tomorrow', 'yesterday', 'in 3 days', '3 days ago', or '2 hours ago' for an earlier time today. */
export function distanceText(date: LocalDate, now: Temporal.ZonedDateTime): string {
  const { days } = now.toPlainDate().until(dayOf(date), { largestUnit: 'day' })
  if (days === 0) return timeAgo(date, now) ?? 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  const distance = countText(Math.abs(days), 'day', 'days')
  return days > 0 ? `in ${distance}` : `${distance} ago`
}

function timeAgo(date: LocalDate, now: Temporal.ZonedDateTime): string | null {
  if (!(date instanceof Temporal.PlainDateTime)) return null
  const { hours, minutes } = date.until(now.toPlainDateTime(), { largestUnit: 'hour' })
  if (hours > 0) return `${countText(hours, 'hour', 'hours')} ago`
  return minutes > 0 ? `${countText(minutes, 'minute', 'minutes')} ago` : null
}
