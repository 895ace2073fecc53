import { z } from 'zod'

import { estimateParts, shortEstimateText } from '#domain/duration.ts'
import type { Issue } from '#domain/error.ts'
import { LEVEL_DEFAULT, type Level, isLevel } from '#domain/tasks/priority.ts'
import { formEstimate } from '#domain/tasks/task-form.ts'
import { asciiDigits } from '#domain/tasks/digits.ts'
import { reaches } from '#domain/tasks/dependency.ts'
import { isSameName } from '#domain/text.ts'
import {
  type TemplateDays,
  NO_DAYS,
  datesToDays,
  describeDays,
  findFirstDay,
} from '#domain/templates/template-days.ts'
import {
  TEMPLATE_CATEGORY_DEFAULT,
  type Template,
  type TemplateDraftInput,
  type TemplateTaskDraftInput,
  templateDraftSchema,
  templateTaskListSchema,
} from '#domain/templates/template.ts'
import { CATEGORY_DEFAULT } from '#domain/categories/category.ts'
import { isSame } from '#domain/sync/conflict.ts'
import { messagesByPath } from '../auth/messages-by-path.ts'
import { compareTasks } from '../tasks/data/task-list.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'
import type { Task } from '#domain/tasks/task.ts'
import * as words from './words.ts'

/** One task in the form for a new template. Text is kept as typed. */
export type TemplateRow = TemplateDays & {
  key: string
  title: string
  description: string
  priority: Level
  category: string
  hours: string
  minutes: string
  /** The keys of the rows that this one depends on. */
  dependencies: string[]
}

export type TemplateFormValues = {
  name: string
  description: string
  category: string
  isPublic: boolean
  tasks: TemplateRow[]
  /** The Idempotency-Key of the creation, kept for retries; '' before the form is first sent. */
  attempt: string
  /** The JSON body that was first sent with that key. */
  sent: string
}

/** Errors by field: 'name', 'tasks', or the path of a row's field (`rowFieldPath`). */
export type TemplateFormErrors = Record<string, string>

/** The initial values of the form. Source: specification 4. */
export const NEW_TEMPLATE: TemplateFormValues = {
  name: '',
  description: '',
  category: TEMPLATE_CATEGORY_DEFAULT,
  isPublic: false,
  tasks: [],
  attempt: '',
  sent: '',
}

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

export function isUntouchedRow(row: TemplateRow): boolean {
  const added = newTemplateRow(row.key)
  return (Object.keys(added) as RowField[]).every((field) => isSame(row[field], added[field]))
}

/** Returns whether closing the form would lose input. Untouched rows don't count. */
export function isTemplateFormEdited(values: TemplateFormValues): boolean {
  const { name, description, category, isPublic, tasks } = values
  const isHeadEdited = name !== '' || description !== '' || category !== TEMPLATE_CATEGORY_DEFAULT || isPublic
  return isHeadEdited || !tasks.every(isUntouchedRow)
}

export function rowFieldPath(key: string, field: RowField): string {
  return `${key}.${field}`
}

/** Returns the rows with a removed row restored at its position. Other rows still have their dependencies on it. */
export function putRowBack(rows: readonly TemplateRow[], row: TemplateRow, place: number): TemplateRow[] {
  return rows.toSpliced(Math.min(place, rows.length), 0, row)
}

/** Returns a row's days and dependencies as text, such as 'Starts on day 1; after Sign the lease'; '' if there are none. */
export function describeRow(row: TemplateRow, rows: readonly TemplateRow[]): string {
  const before = rows.filter(({ key }) => row.dependencies.includes(key)).map(({ title }) => title.trim())
  const days = describeDays(row)
  if (before.length === 0) return days
  return days ? words.daysAndAfter(days, before) : words.after(before)
}

/** Returns the request body that creates the template. */
export function formToTemplate(values: TemplateFormValues): TemplateDraftInput {
  const { name, description, category, isPublic } = values
  return { name: name.trim(), description: description || null, category, isPublic }
}

/** Returns the request body that sets a template's tasks. Non-numeric times count as 0. Source: specification 5 and 7. */
export function formToTemplateTasks(rows: readonly TemplateRow[]): TemplateTaskDraftInput[] {
  const placeOf = new Map(rows.map((row, position) => [row.key, position]))
  return rows.map((row, position) => ({
    title: row.title.trim(),
    description: row.description || null,
    priority: row.priority,
    category: row.category,
    estimatedHours: asciiDigits(row.hours).trim(),
    estimatedMinutes: asciiDigits(row.minutes).trim(),
    estimatedTime: shortEstimateText(formEstimate(row)),
    position,
    dependencies: row.dependencies.flatMap((other) => placeOf.get(other) ?? []),
    startDay: row.startDay,
    endDay: row.endDay,
    dueDay: row.dueDay,
  }))
}

/** Returns the errors of the form; empty if it can be sent. Uses the API's schemas. */
export function checkTemplateForm(values: TemplateFormValues): TemplateFormErrors {
  const template = templateDraftSchema.safeParse(formToTemplate(values))
  const tasks = templateTaskListSchema.safeParse(formToTemplateTasks(values.tasks))
  return {
    ...messagesByPath(template.error?.issues ?? []),
    ...taskIssuesToErrors(issuesOf(tasks.error), values.tasks),
  }
}

/** Returns the errors for the issues of a rejected task list, by row and field or for the whole list. */
export function taskIssuesToErrors(
  issues: readonly Issue[],
  rows: readonly TemplateRow[],
): TemplateFormErrors {
  return messagesByPath(
    issues.map(({ path, message }) => {
      const [position = '', field = ''] = path.split('.')
      const row = position === '' ? undefined : rows[Number(position)]
      return { path: row ? rowFieldPath(row.key, FIELDS[field] ?? 'title') : 'tasks', message }
    }),
  )
}

/** Returns whether a template matches the form, apart from its tasks. */
export function isTemplateOfForm(template: Template, values: TemplateFormValues): boolean {
  const draft = templateDraftSchema.parse(formToTemplate(values))
  const fields = ['name', 'description', 'category', 'isPublic'] as const
  return fields.every((field) => template[field] === draft[field])
}

/** Returns the tasks of a project, ignoring case. */
export function tasksOfProject<T extends ShortTask>(tasks: readonly T[], projectName: string): T[] {
  return tasks.filter((task) => isSameName(projectName, task.projectName))
}

/**
 * Returns the values that save a project as a template: all its tasks including completed ones, in board order, with
 * dependencies within the project and days relative to its first start. The first task of a series replaces the others.
 * @param zone the IANA time zone that assigns instants to days
 */
export function projectToTemplate(
  tasks: readonly Task[],
  projectName: string,
  zone: string,
): Pick<TemplateFormValues, 'name' | 'tasks'> {
  const inProject = tasksOfProject(tasks, projectName).toSorted((a, b) => b.id - a.id)
  const firstBySeries = new Map(inProject.map((task) => [seriesOf(task), task]))
  const keyById = new Map(inProject.map((one) => [`${one.id}`, `${firstBySeries.get(seriesOf(one))?.id}`]))
  const project = [...firstBySeries.values()].toSorted(compareTasks)
  const first = findFirstDay(project, zone)
  const rows = project.map((task) => ({ ...taskToRow(task, keyById), ...datesToDays(task, first, zone) }))
  const byKey = new Map(rows.map(({ key, dependencies }) => [key, dependencies]))
  for (const { id, dependencies } of project) {
    const kept = byKey.get(`${id}`) ?? []
    for (const key of dependencies.flatMap((other) => keyById.get(other) ?? []))
      if (!kept.includes(key) && !reaches([key], `${id}`, byKey)) kept.push(key)
  }
  return { name: projectName, tasks: rows }
}

/** Returns rows stored by this or another version. Invalid fields get their initial values. */
export function readRows(kept: unknown): TemplateRow[] {
  return Array.isArray(kept) ? kept.flatMap((row) => keptRowSchema.safeParse(row).data ?? []) : []
}

/** @param keyById the key of each task's row, by the task's id */
function taskToRow(task: Task, keyById: ReadonlyMap<string, string>): TemplateRow {
  const estimate = task.estimatedTime ? estimateParts(task.estimatedTime) : null
  return {
    ...newTemplateRow(String(task.id)),
    title: task.title,
    description: task.description ?? '',
    priority: task.priority,
    category: task.category,
    hours: estimate ? String(estimate.hours) : '',
    minutes: estimate ? String(estimate.minutes) : '',
    dependencies: task.dependencies.filter((id) => keyById.get(id) === id),
  }
}

function seriesOf({ id, parentTaskId }: Task): number {
  return parentTaskId ?? id
}

function issuesOf(error: z.ZodError | undefined): Issue[] {
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }))
}

/** The row's field that shows the errors of each API field. */
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
