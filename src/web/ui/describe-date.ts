import { type LocalDate, dayOf, readDate } from '#domain/tasks/due-date.ts'

import { countText } from './count-text.ts'
import { dates } from './dates.ts'

/**
 * Describes a stored date in full: 'Friday, November 20, 2026 at 9:00 AM (tomorrow)'.
 * @returns null when it can't be read
 */
export function describeDate(stored: string, today: Temporal.PlainDate, zone: string): string | null {
  const date = readDate(stored, zone)
  return date && `${dates.wholeDate(date)} (${distanceText(date, today)})`
}

/** Returns 'today', 'tomorrow', 'yesterday', 'in 3 days' or '3 days ago'. */
export function distanceText(date: LocalDate, today: Temporal.PlainDate): string {
  const { days } = today.until(dayOf(date), { largestUnit: 'day' })
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  const distance = countText(Math.abs(days), 'day', 'days')
  return days > 0 ? `in ${distance}` : `${distance} ago`
}
