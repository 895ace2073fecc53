import { useState } from 'react'

import { readToday } from './today.ts'
import { useEvent } from './use-event.ts'

/** Returns the day on which the page was last used. A request at midnight would make an idle page count as used. */
export function useDayOfUse(): Temporal.PlainDate {
  const [day, setDay] = useState(readToday)
  // A press would move its target before the click if the list changed.
  useEvent(document, ['click', 'keydown', 'visibilitychange'], () => document.hidden || setDay(readToday()))
  return day
}
