import { z } from 'zod'

import { CATEGORY_DEFAULT, CATEGORY_PROJECT } from './category.ts'
import { estimateParts, estimateText } from './duration.ts'
import type { Issue } from './error-schema.ts'
import { LEVEL_DEFAULT, type Level } from './priority.ts'
import type { RecurrenceFrequency } from './recurrence.ts'
import { type Task, type TaskDraftInput, taskDraftSchema } from './task.ts'

export const ESTIMATE_HOURS_MAX = 999
export const ESTIMATE_MINUTES_MAX = 59
export const PROGRESS_STEP = 5

/** What the fields of the add and edit forms hold: texts as typed, '' for nothing. */
export type TaskFormValues = {
  completed: boolean
  title: string
  description: string
  category: string
  projectName: string
  dueDate: string
  priority: Level
  hours: string
  minutes: string
  startDate: string
  endDate: string
  /** Percent, 0 to 100. */
  progress: number
  dependencies: string[]
  /** Names of attachments that go when the form is saved; in a row, which has those it has, none. */
  removedAttachments: string[]
  isRecurring: boolean
  recurrenceFrequency: RecurrenceFrequency
  recurrenceForwardContent: boolean
}

export type TaskField = keyof TaskFormValues
export type TaskFormErrors = Partial<Record<TaskField, string>>

/** The form of a task that is not there yet. */
export function newTaskForm(level: Level = LEVEL_DEFAULT): TaskFormValues {
  return {
    completed: false,
    title: '',
    description: '',
    category: CATEGORY_DEFAULT,
    projectName: '',
    dueDate: '',
    priority: level,
    hours: '',
    minutes: '',
    startDate: '',
    endDate: '',
    progress: 0,
    dependencies: [],
    removedAttachments: [],
    isRecurring: false,
    recurrenceFrequency: 'Weekly',
    recurrenceForwardContent: false,
  }
}

export function taskToForm(task: Task): TaskFormValues {
  const estimate = task.estimatedTime ? estimateParts(task.estimatedTime) : null
  return {
    completed: task.completed,
    title: task.title,
    description: task.description ?? '',
    category: task.category,
    projectName: task.projectName ?? '',
    dueDate: task.dueDate ?? '',
    priority: task.priority,
    hours: estimate ? String(estimate.hours) : '',
    minutes: estimate ? String(estimate.minutes) : '',
    startDate: task.startDate ?? '',
    endDate: task.endDate ?? '',
    progress: task.progress,
    dependencies: task.dependencies,
    removedAttachments: [],
    isRecurring: task.isRecurring,
    recurrenceFrequency: task.recurrenceFrequency ?? 'Weekly',
    recurrenceForwardContent: task.recurrenceForwardContent,
  }
}

/** What is wrong with the form, by field; empty when it can be sent. The limits are those of the API's own schema. */
export function checkTaskForm(values: TaskFormValues): TaskFormErrors {
  const errors: TaskFormErrors = {}
  for (const field of ['hours', 'minutes'] as const) {
    const checked = ESTIMATE_SCHEMAS[field].safeParse(values[field])
    if (!checked.success) errors[field] = checked.error.issues[0]?.message
  }
  const checked = taskDraftSchema.safeParse(formFields(values, values.dueDate))
  if (checked.success) return errors
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { ...issuesToErrors(issues), ...errors }
}

/** The issues of a refused request, each at the form's field it concerns; the first one of a field wins. */
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
 * The body that creates the task.
 * @param dueDate the due date as it is to be stored: what was understood, else what was typed
 * @param attachments the names of the files that are sent once it is there
 */
export function formToDraft(
  values: TaskFormValues,
  dueDate: string,
  attachments: readonly string[] = [],
): TaskDraftInput {
  return { ...formFields(values, dueDate), completed: false, attachments: [...attachments], position: 0 }
}

/**
 * The form as fields of a task. Project name and recurrence are sent only where they mean something.
 * @param dueDate the due date as it is to be stored
 */
export function formFields(values: TaskFormValues, dueDate: string) {
  return {
    completed: values.completed,
    title: values.title.trim(),
    description: values.description || null,
    category: values.category,
    projectName: values.category === CATEGORY_PROJECT ? values.projectName.trim() || null : null,
    dueDate: dueDate.trim() || null,
    priority: values.priority,
    estimatedTime: estimateText({ hours: Number(values.hours) || 0, minutes: Number(values.minutes) || 0 }),
    startDate: values.startDate.trim() || null,
    endDate: values.endDate.trim() || null,
    progress: values.progress,
    dependencies: values.dependencies,
    isRecurring: values.isRecurring,
    recurrenceFrequency: values.isRecurring ? values.recurrenceFrequency : null,
    recurrenceForwardContent: values.isRecurring && values.recurrenceForwardContent,
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
