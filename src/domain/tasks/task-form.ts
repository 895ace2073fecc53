import { z } from 'zod'

import { CATEGORY_PROJECT } from '../categories/category.ts'
import { type Estimate, estimateParts, estimateText } from '../duration.ts'
import type { Issue } from '../error.ts'
import { asciiDigits } from './digits.ts'
import { dayOf, readDate } from './due-date.ts'
import { LEVEL_DEFAULT, type Level } from './priority.ts'
import type { RecurrenceFrequency } from './recurrence.ts'
import { type TaskFieldsWith, initialFields, taskFieldsWith } from './task-fields.ts'
import type { Task, TaskDraft } from './task.ts'
import { type TaskDraftInput, taskDraftSchema } from './task-draft.ts'

export const ESTIMATE_HOURS_MAX = 999
export const ESTIMATE_MINUTES_MAX = 59
export const PROGRESS_STEP = 5

type SameField = TaskFieldsWith<{ form: 'value' }>
type TypedField = TaskFieldsWith<{ form: 'text' | 'line' }>

/** The values of the add and edit forms: text as typed, '' for an empty field. */
export type TaskFormValues = Pick<Task, SameField> &
  Record<TypedField, string> & {
    hours: string
    minutes: string
    /** Names of attachments to delete on save. */
    removedAttachments: string[]
    recurrenceFrequency: RecurrenceFrequency
  }

export type TaskField = keyof TaskFormValues
export type TaskFormErrors = Partial<Record<TaskField, string>>

const SAME = taskFieldsWith({ form: 'value' })
const TEXTS = taskFieldsWith({ form: 'text' })
const LINES = taskFieldsWith({ form: 'line' })

/** A task field that has the same name in the form and needs no special code. */
export type PlainField = SameField | TypedField
export const PLAIN_FIELDS: readonly PlainField[] = [...SAME, ...TEXTS, ...LINES]

export function newTaskForm(level: Level = LEVEL_DEFAULT): TaskFormValues {
  return taskToForm({ ...initialFields(), priority: level })
}

export function taskToForm(task: TaskDraft): TaskFormValues {
  const estimate = task.estimatedTime ? estimateParts(task.estimatedTime) : null
  return {
    ...(Object.fromEntries(SAME.map((field) => [field, task[field]])) as Pick<Task, SameField>),
    ...(Object.fromEntries([...TEXTS, ...LINES].map((field) => [field, task[field] ?? ''])) as Record<
      TypedField,
      string
    >),
    hours: estimate ? String(estimate.hours) : '',
    minutes: estimate ? String(estimate.minutes) : '',
    removedAttachments: [],
    recurrenceFrequency: task.recurrenceFrequency ?? 'Weekly',
  }
}

/** Returns the form's errors by field, or an empty object. Uses the limits of the API's schema. */
export function checkTaskForm(values: TaskFormValues, zone: string): TaskFormErrors {
  const errors = checkEndDate(values, zone) ?? {}
  for (const field of ['hours', 'minutes'] as const) {
    const checked = ESTIMATE_SCHEMAS[field].safeParse(asciiDigits(values[field]))
    if (!checked.success) errors[field] = checked.error.issues[0]?.message
  }
  // The outbox replaces the temporary, negative ids of tasks that haven't been sent yet.
  const dependencies = values.dependencies.filter((id) => !id.startsWith('-'))
  const checked = taskDraftSchema.safeParse(formFields({ ...values, dependencies }))
  if (checked.success) return errors
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { ...issuesToErrors(issues), ...errors }
}

/** Returns an error if the end date is before the start date. An end date without a time includes the whole day. */
export function checkEndDate(values: TaskFormValues, zone: string): TaskFormErrors | undefined {
  const [start, end] = [readDate(values.startDate, zone), readDate(values.endDate, zone)]
  const days = start && end && Temporal.PlainDate.compare(dayOf(end), dayOf(start))
  const haveTimes = start instanceof Temporal.PlainDateTime && end instanceof Temporal.PlainDateTime
  const isBefore = haveTimes ? Temporal.PlainDateTime.compare(end, start) < 0 : (days ?? 0) < 0
  return isBefore ? { endDate: 'The end is before the start. Use a later date.' } : undefined
}

/** Returns the form's estimate. Text that isn't a number counts as 0. */
export function formEstimate({ hours, minutes }: Pick<TaskFormValues, 'hours' | 'minutes'>): Estimate {
  return { hours: Number(asciiDigits(hours)) || 0, minutes: Number(asciiDigits(minutes)) || 0 }
}

/** Returns the issues of a rejected request, by form field. Keeps the first issue of each field. */
export function issuesToErrors(issues: readonly Issue[]): TaskFormErrors {
  const errors: TaskFormErrors = {}
  for (const { path, message } of issues) {
    const name = path.split('.')[0] ?? ''
    const field = name === 'estimatedTime' ? 'hours' : FORM_FIELDS.find((field) => field === name)
    if (field) errors[field] ??= message
  }
  return errors
}

/**
 * Returns the request body that creates the task.
 * @param values with dates in stored form
 * @param attachments the names of the files to upload afterward
 */
export function formToDraft(values: TaskFormValues, attachments: readonly string[] = []): TaskDraftInput {
  return { ...formFields(values), completed: false, attachments: [...attachments], position: 0 }
}

/** Returns the form's values as fields of a task. Drops the project name and recurrence where they don't apply. */
export function formFields(values: TaskFormValues) {
  const { isRecurring } = values
  return {
    ...(Object.fromEntries(SAME.map((field) => [field, values[field]])) as Pick<Task, SameField>),
    ...(Object.fromEntries([
      ...TEXTS.map((field) => [field, values[field] || null]),
      ...LINES.map((field) => [field, values[field].trim() || null]),
    ]) as Pick<Task, TypedField>),
    title: values.title.trim(),
    projectName: values.category === CATEGORY_PROJECT ? values.projectName.trim() || null : null,
    estimatedTime: estimateText(formEstimate(values)),
    recurrenceFrequency: isRecurring ? values.recurrenceFrequency : null,
    recurrenceForwardContent: isRecurring && values.recurrenceForwardContent,
  }
}

const wholeNumber = (max: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, { error: message })
    .transform(Number)
    .refine((value) => value <= max, { error: message })

const ESTIMATE_SCHEMAS = {
  hours: wholeNumber(ESTIMATE_HOURS_MAX, `Hours must be a whole number from 0 to ${ESTIMATE_HOURS_MAX}.`),
  minutes: wholeNumber(
    ESTIMATE_MINUTES_MAX,
    `Minutes must be a whole number from 0 to ${ESTIMATE_MINUTES_MAX}.`,
  ),
}

const FORM_FIELDS = Object.keys(newTaskForm()) as TaskField[]
