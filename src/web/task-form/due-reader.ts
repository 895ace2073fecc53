import { queryOptions } from '@tanstack/react-query'

import { readDate } from '#domain/tasks/due-date.ts'
import { DATE_FIELDS, type DateField } from '#domain/tasks/recurrence.ts'
import type { TaskFormErrors } from '#domain/tasks/task-form.ts'

import { fetchLaterFiles } from '../boot/later-files.ts'
import { readDay } from '../ui/date-text.ts'
import { fieldDates } from '../ui/field-dates.ts'
import { dueUnread } from './words.ts'

/** The date parser, loaded when a form opens because it is too large for the first load. */
export const dueReaderQuery = queryOptions({
  queryKey: ['due-reader'],
  queryFn: loadDueReader,
  staleTime: Infinity,
  networkMode: 'always',
  structuralSharing: false,
})

type Reader = Awaited<ReturnType<typeof loadDueReader>>

/**
 * Parses the text of a date field to a stored date, or returns null. A day without a year means the next such day
 * for a due date, and this year's for a start or end date.
 */
export function readTaskDate(
  field: DateField,
  text: string,
  { readDueText }: Reader,
  now: Temporal.ZonedDateTime,
): string | null {
  const today = now.toPlainDate()
  const typed = text.trim()
  return (
    fieldDates.read(typed, today) ??
    (field === 'dueDate' ? null : readDay(typed, today)) ??
    readDueText(typed, now) ??
    fieldDates.readWithoutWeekday(typed, today)
  )
}

type Texts = Partial<Record<DateField, string>>

/**
 * Returns form values with their dates in stored form. Text that can't be parsed is stored as is.
 * @throws if the parser is needed but can't be loaded, so that no date is stored as text by mistake
 */
export async function storeDates<V extends Texts>(values: V): Promise<V> {
  const fields = unreadFields(values)
  if (fields.length === 0) return values
  const reader = await loadDueReader()
  const now = Temporal.Now.zonedDateTimeISO()
  const read = fields.map((field) => {
    const text = values[field]?.trim() ?? ''
    return [field, readTaskDate(field, text, reader, now) ?? text] as const
  })
  return { ...values, ...Object.fromEntries(read) }
}

/** Returns the errors to show if `storeDates` couldn't load the parser. */
export function unreadErrors(values: Texts): TaskFormErrors {
  return Object.fromEntries(unreadFields(values).map((field) => [field, dueUnread]))
}

function unreadFields(values: Texts): DateField[] {
  const zone = Temporal.Now.timeZoneId()
  return DATE_FIELDS.filter((field) => values[field]?.trim() && !readDate(values[field], zone))
}

async function loadDueReader() {
  await fetchLaterFiles('task-form/due-text.ts')
  return import('./due-text.ts')
}
