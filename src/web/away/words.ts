import { readDate } from '#domain/tasks/due-date.ts'
import type { SeenTask, SinceAway } from '#domain/tasks/day/since-away.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { dates } from '../ui/dates.ts'
import { numberText } from '../ui/numbers.ts'

// Interface text for the panel “Since you were away”. Source: design, 'Moved up, and since you were away'.

export const title = 'Since you were away'
export const gotIt = 'Got it'
export const columns: Record<keyof SinceAway<unknown>, string> = {
  movedUp: 'Moved up from the waiting line',
  changed: 'Changed on another device',
  overdue: 'Newly overdue',
}
export const more = (count: number) => `${numberText(count)} more`

/**
 * Returns 'Last here 6:20 PM', 'Last here yesterday, 6:20 PM' or 'Last here Nov 18, 6:20 PM'.
 * @param isShort leaves out the time of an earlier day, for narrow screens
 */
export function lastHere(at: Temporal.ZonedDateTime, today: Temporal.PlainDate, isShort = false): string {
  const day = at.toPlainDate()
  if (day.equals(today)) return `Last here ${dates.time(at)}`
  const name = day.equals(today.subtract({ days: 1 })) ? 'yesterday' : dates.shortDay(day, today)
  return `Last here ${name}${isShort ? '' : `, ${dates.time(at)}`}`
}

export const holdsSlot = ({ priority }: ShortTask) => `now holds a slot at level ${priority}`
export const since = ({ dueDate }: ShortTask, today: Temporal.PlainDate) => `since ${dayText(dueDate, today)}`

/** Returns what changed, such as 'due Nov 20 → Nov 23' or 'moved from level 6 to 5'. */
export function change(task: ShortTask, was: SeenTask | null, today: Temporal.PlainDate): string {
  if (task.completed) return 'completed'
  if (was === null) return `added to level ${task.priority}`
  if (task.priority !== was.priority) return `moved from level ${was.priority} to ${task.priority}`
  if (task.dueDate === was.dueDate) return 'edited'
  if (!task.dueDate) return 'due date removed'
  const due = dayText(task.dueDate, today)
  return was.dueDate ? `due ${dayText(was.dueDate, today)} → ${due}` : `due ${due}`
}

/** Returns the day of a due date, or the typed text if it isn't a date. */
function dayText(dueDate: string | null, today: Temporal.PlainDate): string {
  const date = dueDate === null ? null : readDate(dueDate, Temporal.Now.timeZoneId())
  return date ? dates.shortDay(date, today) : (dueDate ?? '')
}
