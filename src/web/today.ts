import { useSyncExternalStore } from 'react'

/** How often the calendar is looked at: a sleeping computer's timers do not fire on time. */
const CHECK_MS = 30_000

let today: Temporal.PlainDate | null = null

/** The person's calendar day, in the browser's time zone. It turns at midnight by itself. */
export function useToday(): Temporal.PlainDate {
  return useSyncExternalStore(subscribe, readToday)
}

/** The same object all day long, so that nothing is drawn anew while the day is the same. */
function readToday(): Temporal.PlainDate {
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
