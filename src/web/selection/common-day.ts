import { dayOf, readDate } from '#domain/tasks/due-date.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

/**
 * Returns the day on which all the tasks are due, as `YYYY-MM-DD`; null if there is no such day.
 * @param zone the viewer's IANA time zone
 */
export function commonDueDay(tasks: readonly Pick<ShortTask, 'dueDate'>[], zone: string): string | null {
  const dates = tasks.map(({ dueDate }) => dueDate && readDate(dueDate, zone))
  const [day = null, ...others] = new Set(dates.map((date) => (date ? dayOf(date).toString() : null)))
  return others.length === 0 ? day : null
}
