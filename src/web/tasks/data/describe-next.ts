import { dayIn } from '#domain/tasks/due-date.ts'
import { type TaskDates, leadingField } from '#domain/tasks/recurrence.ts'

import { dates as formats } from '../../ui/dates.ts'

/** Returns the message for a new occurrence, such as 'Next one is due on Dec 18, 2026.', or null if it has no date. */
export function describeNext(dates: TaskDates, zone: string): string | null {
  const field = leadingField(dates, zone)
  const day = field && dayIn(dates[field], zone)
  return day && `Next one ${VERBS[field]} on ${formats.mediumDay(day)}.`
}

const VERBS = { dueDate: 'is due', startDate: 'starts', endDate: 'ends' }
