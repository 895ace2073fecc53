import { type LocalDate, dayOf } from '#domain/tasks/due-date.ts'

import { createDateFormats, dates } from '../../ui/dates.ts'

/**
 * Returns the date behind a label such as 'Due tomorrow', with its time: 'Fri, Nov 27, 5:00 PM'. If the label already
 * contains the date, returns only the time, or null if there is none.
 * @param label the result of `dueLabel`
 */
export function dueMoment(
  date: LocalDate,
  label: string,
  today: Temporal.PlainDate,
  formats: ReturnType<typeof createDateFormats> = dates,
): string | null {
  const time = date instanceof Temporal.PlainDateTime ? [formats.time(date)] : []
  const day = dayOf(date)
  const parts = label.startsWith('Due on ')
    ? time
    : [formats.weekday(day), formats.shortDay(day, today), ...time]
  return parts.join(', ') || null
}
