import { z } from 'zod'

import { estimateParts, shortEstimateText } from './duration.ts'
import type { Issue } from './error-schema.ts'
import { LEVEL_DEFAULT, type Level, isLevel } from './priority.ts'
import { type TemplateDays, NO_DAYS, datesToDays, describeDays, findFirstDay } from './template-days.ts'
import {
  TEMPLATE_CATEGORY_DEFAULT,
  type Template,
  type TemplateDraftInput,
  type TemplateTaskDraftInput,
  templateDraftSchema,
  templateTaskListSchema,
} from './template.ts'
import { CATEGORY_DEFAULT } from './category.ts'
import { compareTasks } from './task-list.ts'
import type { Task } from './task.ts'

/** One task in the form of a new template: texts as typed. */
export type TemplateRow = TemplateDays & {
  /** Tells the rows of the form apart. */
  key: string
  title: string
  description: string
  priority: Level
  category: string
  hours: string
  minutes: string
  /** The keys of the rows that come before this one. */
  dependencies: string[]
}

/** What the form of a new template holds. */
export type TemplateFormValues = {
  name: string
  description: string
  category: string
  isPublic: boolean
  tasks: TemplateRow[]
  /** Under which the template is made, once for one filled-in form; '' before it is first sent. */
  attempt: string
}

/** What is wrong, by place: 'name', 'tasks', or a row's key and its field as `rowFieldPath` joins them. */
export type TemplateFormErrors = Record<string, string>

/** The form of a template that is not there yet. Source: specification 4. */
export const NEW_TEMPLATE: TemplateFormValues = {
  name: '',
  description: '',
  category: TEMPLATE_CATEGORY_DEFAULT,
  isPublic: false,
  tasks: [],
  attempt: '',
}

/** A task that nothing is said of yet. */
export function newTemplateRow(key: string): TemplateRow {
  return {
    key,
    title: '',
    description: '',
    priority: LEVEL_DEFAULT,
    category: CATEGORY_DEFAULT,
    hours: '',
    minutes: '',
    dependencies: [],
    ...NO_DAYS,
  }
}

export type RowField = keyof TemplateRow

/** Where the errors of a field of a row stand. */
export function rowFieldPath(key: string, field: RowField): string {
  return `${key}.${field}`
}

/** The rows with one put back at its place. What others depend on it for was kept. */
export function putRowBack(rows: readonly TemplateRow[], row: TemplateRow, place: number): TemplateRow[] {
  return rows.toSpliced(Math.min(place, rows.length), 0, row)
}

/** What is said of a row under it: its days, and what comes before it; '' when there is nothing. */
export function describeRow(row: TemplateRow, rows: readonly TemplateRow[]): string {
  const before = rows.filter(({ key }) => row.dependencies.includes(key)).map(({ title }) => title.trim())
  const after = before.length > 0 ? `after ${before.join(', ')}` : ''
  const words = [describeDays(row), after].filter(Boolean).join('; ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The body that makes the template. */
export function formToTemplate(values: TemplateFormValues): TemplateDraftInput {
  const { name, description, category, isPublic } = values
  return { name: name.trim(), description: description || null, category, isPublic }
}

/** The body that sets its tasks. What is no number counts as 0 hours or minutes. Source: specification 5 and 7. */
export function formToTemplateTasks(rows: readonly TemplateRow[]): TemplateTaskDraftInput[] {
  const placeOf = new Map(rows.map((row, position) => [row.key, position]))
  return rows.map((row, position) => ({
    title: row.title.trim(),
    description: row.description || null,
    priority: row.priority,
    category: row.category,
    estimatedHours: row.hours.trim(),
    estimatedMinutes: row.minutes.trim(),
    estimatedTime: shortEstimateText({ hours: Number(row.hours) || 0, minutes: Number(row.minutes) || 0 }),
    position,
    dependencies: row.dependencies.flatMap((other) => placeOf.get(other) ?? []),
    startDay: row.startDay,
    endDay: row.endDay,
    dueDay: row.dueDay,
  }))
}

/** What is wrong with the form; empty when it can be sent. The limits are those of the API's own schemas. */
export function checkTemplateForm(values: TemplateFormValues): TemplateFormErrors {
  const template = templateDraftSchema.safeParse(formToTemplate(values))
  const tasks = templateTaskListSchema.safeParse(formToTemplateTasks(values.tasks))
  return {
    ...templateIssuesToErrors(issuesOf(template.error)),
    ...taskIssuesToErrors(issuesOf(tasks.error), values.tasks),
  }
}

/** The issues of a refused template, each at its field. */
export function templateIssuesToErrors(issues: readonly Issue[]): TemplateFormErrors {
  return firstOfEach(issues)
}

/** The issues of a refused list of tasks, each at the row and field it concerns, or at the list. */
export function taskIssuesToErrors(
  issues: readonly Issue[],
  rows: readonly TemplateRow[],
): TemplateFormErrors {
  return firstOfEach(
    issues.map(({ path, message }) => {
      const [position = '', field = ''] = path.split('.')
      const row = position === '' ? undefined : rows[Number(position)]
      return { path: row ? rowFieldPath(row.key, FIELDS[field] ?? 'title') : 'tasks', message }
    }),
  )
}

/** Whether a template that was made is the one the form describes, but for its tasks. */
export function isTemplateOfForm(template: Template, values: TemplateFormValues): boolean {
  const draft = templateDraftSchema.parse(formToTemplate(values))
  return (
    template.name === draft.name &&
    template.description === draft.description &&
    template.category === draft.category &&
    template.isPublic === draft.isPublic
  )
}

/**
 * The form that saves a project as a template: every task of it, completed ones too, in the order of the board, with
 * what they depend on in the project and their days after its first start. Of a series only its first task is taken.
 * @param zone the IANA time zone in which an instant falls on a day
 */
export function projectToTemplate(
  tasks: readonly Task[],
  projectName: string,
  zone?: string,
): Pick<TemplateFormValues, 'name' | 'tasks'> {
  const project = firstOfSeries(tasks.filter((task) => task.projectName === projectName))
  const first = findFirstDay(project, zone)
  const keys = new Set(project.map((task) => String(task.id)))
  return {
    name: projectName,
    tasks: project
      .toSorted(compareTasks)
      .map((task) => ({ ...taskToRow(task, keys), ...datesToDays(task, first, zone) })),
  }
}

/** Rows as they were kept in the browser, by this version or another; what cannot be read is as in a new row. */
export function readRows(kept: unknown): TemplateRow[] {
  return Array.isArray(kept) ? kept.flatMap((row) => keptRowSchema.safeParse(row).data ?? []) : []
}

function taskToRow(task: Task, keys: ReadonlySet<string>): TemplateRow {
  const estimate = task.estimatedTime ? estimateParts(task.estimatedTime) : null
  return {
    ...newTemplateRow(String(task.id)),
    title: task.title,
    description: task.description ?? '',
    priority: task.priority,
    category: task.category,
    hours: estimate ? String(estimate.hours) : '',
    minutes: estimate ? String(estimate.minutes) : '',
    dependencies: task.dependencies.filter((id) => keys.has(id)),
  }
}

function firstOfSeries(tasks: readonly Task[]): Task[] {
  const firstBySeries = new Map<number, Task>()
  for (const task of tasks) {
    const series = task.parentTaskId ?? task.id
    const known = firstBySeries.get(series)
    if (!known || task.id < known.id) firstBySeries.set(series, task)
  }
  return [...firstBySeries.values()]
}

function issuesOf(error: z.ZodError | undefined): Issue[] {
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }))
}

function firstOfEach(issues: readonly Issue[]): TemplateFormErrors {
  const errors: TemplateFormErrors = {}
  for (const { path, message } of issues) errors[path] ??= message
  return errors
}

/** The field of a row at which an issue of the API's field is shown. */
const FIELDS: Record<string, RowField> = {
  title: 'title',
  description: 'description',
  priority: 'priority',
  category: 'category',
  estimatedHours: 'hours',
  estimatedMinutes: 'minutes',
  estimatedTime: 'hours',
}

const dayKept = z.int().nullable().catch(null)

const keptRowSchema = z.object({
  key: z.string(),
  title: z.string().catch(''),
  description: z.string().catch(''),
  priority: z
    .number()
    .transform((level) => (isLevel(level) ? level : LEVEL_DEFAULT))
    .catch(LEVEL_DEFAULT),
  category: z.string().catch(CATEGORY_DEFAULT),
  hours: z.string().catch(''),
  minutes: z.string().catch(''),
  dependencies: z.array(z.string()).catch([]),
  startDay: dayKept,
  endDay: dayKept,
  dueDay: dayKept,
})
