import { useSyncExternalStore } from 'react'

/** How often the date is checked. A sleeping computer's timers fire late. */
const CHECK_MS = 30_000

let today: Temporal.PlainDate | null = null

/** Returns the current day in the browser's time zone. Updates at midnight. */
export function useToday(): Temporal.PlainDate {
  return useTimely(readToday)
}

/** Returns whether it is this time of day or later, in the browser's time zone. Updates within half a minute. */
export function useIsPast(time: string): boolean {
  return useTimely(() => Temporal.Now.plainTimeISO().toString() >= time)
}

/** Returns a value that depends on the time. Updates within half a minute, and when the page becomes visible. */
export function useTimely<T>(read: () => T): T {
  return useSyncExternalStore(subscribe, read)
}

/** Returns the same object all day, so that nothing rerenders before the day changes. */
export function readToday(): Temporal.PlainDate {
  const now = Temporal.Now.plainDateISO()
  if (!today?.equals(now)) today = now
  return today
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_MS)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
