import type { TextRange } from '#domain/tasks/quick-add/line-words.ts'
import { type QuickAdd, parseQuickAdd } from '#domain/tasks/quick-add/quick-add.ts'
import type { QuickValues } from '#domain/tasks/quick-add/quick-draft.ts'
import type { TaskFormValues } from '#domain/tasks/task-form.ts'

import type { Known } from './completion.ts'

/** The date reader, which loads separately. */
export type DateReader = { readDueText: (text: string, now: Temporal.ZonedDateTime) => string | null }

/** Parses a line at the current time. Finds no due dates without a date reader. */
export function readLine(
  text: string,
  excluded: readonly TextRange[],
  known: Known,
  reader: DateReader | undefined,
): QuickAdd {
  const now = Temporal.Now.zonedDateTimeISO()
  return parseQuickAdd(text, {
    ...known,
    excluded,
    today: now.toPlainDate(),
    readDue: (words) => reader?.readDueText(words, now) ?? null,
  })
}

/** Returns the values for the form with all fields. */
export function valuesToForm(values: QuickValues): Partial<TaskFormValues> {
  const { title, due, plan, estimate, level, category, project, recurrence } = values
  return {
    title,
    priority: level,
    category,
    ...(due !== null && { dueDate: due }),
    ...(plan !== null && { plannedFor: plan }),
    ...(project !== null && { projectName: project }),
    ...(estimate && { hours: String(estimate.hours), minutes: String(estimate.minutes) }),
    ...(recurrence && { isRecurring: true, recurrenceFrequency: recurrence }),
  }
}
