import { useSyncExternalStore } from 'react'

import { dayNumber, fractionOfDay } from '#domain/tasks/slack/day-number.ts'

/** Frequent enough that the line moves by less than a pixel each time. */
const CHECK_MS = 30_000

/**
 * Returns the current moment to the minute.
 * @param today the viewer's calendar day
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
