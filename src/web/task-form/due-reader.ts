import { queryOptions } from '@tanstack/react-query'

import { readDate } from '#domain/tasks/due-date.ts'
import { DATE_FIELDS, type DateField } from '#domain/tasks/recurrence.ts'
import type { TaskFormErrors } from '#domain/tasks/task-form.ts'

import { fetchLaterFiles } from '../boot/later-files.ts'
import { untilReleased } from '../boot/until-released.ts'
import { dueUnread } from './words.ts'

/** The date parser, loaded when a form or the quick-add line opens because it is too large for the first load. */
export const dueReaderQuery = queryOptions({
  queryKey: ['due-reader'],
  // The fields' messages appear once it has loaded, and would move a button away from a click.
  queryFn: () => loadDueReader().finally(untilReleased),
  staleTime: Infinity,
  networkMode: 'always',
  structuralSharing: false,
})

type Texts = Partial<Record<DateField, string>>

/**
 * Returns form values with their dates in stored form. Text that can't be parsed is stored as is. If the parser can't be
 * loaded, returns errors instead, so that no date is stored as text by mistake.
 */
export async function storeDates<V extends Texts>(
  values: V,
): Promise<{ values: V; errors?: TaskFormErrors }> {
  const now = Temporal.Now.zonedDateTimeISO()
  const unread = DATE_FIELDS.filter((name) => values[name]?.trim() && !readDate(values[name], now.timeZoneId))
  if (unread.length === 0) return { values }
  const reader = await loadDueReader().catch(() => null)
  const each = (show: (text: string) => string) =>
    Object.fromEntries(unread.map((name) => [name, show(values[name]?.trim() ?? '')]))
  if (!reader) return { values, errors: each(() => dueUnread) }
  return { values: { ...values, ...each((text) => reader.readDueText(text, now) ?? text) } }
}

/** @returns the date parser, without the wait of `dueReaderQuery` */
export async function loadDueReader() {
  await fetchLaterFiles('task-form/due-text.ts')
  return import('./due-text.ts')
}
