import { useSyncExternalStore } from 'react'

import { dayNumber, fractionOfDay } from '#domain/day-number.ts'

/** How often the clock is looked at: the line of now moves by less than a pixel meanwhile. */
const CHECK_MS = 30_000

/**
 * The moment it is, to the minute.
 * @param today the person's day, which turns at midnight
 */
export function useNow(today: Temporal.PlainDate): number {
  return dayNumber(today) + useSyncExternalStore(subscribe, timeOfDay)
}

function timeOfDay(): number {
  return fractionOfDay(Temporal.Now.plainTimeISO())
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_MS)
  return () => clearInterval(timer)
}
