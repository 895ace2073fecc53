import { dayNumber, fractionOfDay } from '#domain/tasks/slack/day-number.ts'

import { useTimely } from '../../ui/today.ts'

/** Returns the current moment to the minute, in the browser's time zone. */
export function useNow(): number {
  return useTimely(readNow)
}

function readNow(): number {
  const now = Temporal.Now.plainDateTimeISO()
  return dayNumber(now) + fractionOfDay(now)
}
