import { z } from 'zod'

import { CATEGORY_PROJECT } from './category.ts'
import { categoryNameSchema } from './new-category.ts'
import { dependencyCycle, findTaskInCycle } from './dependency.ts'
import { parseEstimate, shortEstimateText } from './duration.ts'
import { TenfoldError } from './error.ts'
import { LEVELS } from './priority.ts'
import type { Present } from './task-rules.ts'
import { daysToDates, projectStartSchema, templateDaysShape } from './template-days.ts'
import { ESTIMATE_HOURS_MAX, ESTIMATE_MINUTES_MAX } from './task-form.ts'
import {
  ESTIMATE_LENGTH_MAX,
  LONG_TEXT_LENGTH_MAX,
  PROJECT_NAME_LENGTH_MAX,
  type Task,
  type TaskDraft,
  taskDraftSchema,
} from './task.ts'
import { LIST_ENTRIES_MAX } from './limits.ts'
import { foldCase } from './text.ts'
import { requiredText, text } from './text-schema.ts'

export const TEMPLATE_NAME_LENGTH_MAX = 200
export const TEMPLATE_TASKS_MAX = 500

/** What the forms offer; any other text of a category's length is kept as well. Source: specification 3, decisions 3. */
export const TEMPLATE_CATEGORIES = ['General', 'Development', 'Design', 'Marketing', 'Business'] as const
export const TEMPLATE_CATEGORY_DEFAULT = 'General'
export const TEMPLATE_TASK_CATEGORIES = ['Task', 'Project', 'Meeting', 'Review'] as const

/** A project template as the API lists it. Times are ISO 8601 UTC. */
export const templateSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    category: z.string(),
    isPublic: z.boolean().describe('Whether everybody who is signed in may see and use it.'),
    createdBy: z.string().describe('The id of the user who owns it.'),
    version: z.int().describe('Counts its changes, from 1.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Template' })

export type Template = z.output<typeof templateSchema>

/** One task of a template's list. */
export const templateTaskSchema = z
  .object({
    id: z.int(),
    templateId: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    priority: z.literal(LEVELS).describe('The level: 1 is the most urgent.'),
    category: z.string(),
    estimatedTime: z.string().nullable().describe("A text such as '2h 30m'."),
    position: z.int().describe('The index in the list.'),
    dependencies: z
      .array(z.string())
      .describe('Positions, in the same list, of the tasks that come before this one.'),
    startDay: z.int().nullable().describe('Days after the start of the project: 0 is the day it starts.'),
    endDay: z.int().nullable(),
    dueDay: z.int().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'TemplateTask' })

export type TemplateTask = z.output<typeof templateTaskSchema>

export const templateWithTasksSchema = templateSchema
  .extend({ tasks: z.array(templateTaskSchema) })
  .meta({ id: 'TemplateWithTasks' })

export type TemplateWithTasks = z.output<typeof templateWithTasksSchema>

/** A template, and a task of one, before the database has given it a number. */
export type NewTemplate = Omit<Template, 'id'>
export type NewTemplateTask = Omit<TemplateTask, 'id'>

/** The body of `POST /api/templates`. Source: specification 5 and 7, decisions 3. */
export const templateDraftSchema = z
  .object({
    name: requiredText(TEMPLATE_NAME_LENGTH_MAX, {
      what: 'Template name',
      required: 'Template name is required.',
    }),
    description: text(LONG_TEXT_LENGTH_MAX, 'Description').nullable().default(null),
    category: categoryNameSchema.default(TEMPLATE_CATEGORY_DEFAULT),
    isPublic: z.boolean({ error: 'Public must be true or false.' }).default(false),
  })
  .meta({ id: 'TemplateDraft' })

export type TemplateDraft = z.output<typeof templateDraftSchema>
export type TemplateDraftInput = z.input<typeof templateDraftSchema>

/** Hours or minutes, as a number or as they were typed: what is not a number counts as 0. Source: specification 5. */
const estimatePart = (what: string, max: number) => {
  const error = `${what} must be a whole number from 0 to ${max}.`
  return z
    .union([z.number(), text(ESTIMATE_LENGTH_MAX)], { error })
    .transform((typed) => Number(typed) || 0)
    .pipe(z.int({ error }).min(0, { error }).max(max, { error }))
    .default(0)
}

const POSITION_MESSAGE = 'Must be the position of a task in this list.'
const positionSchema = z
  .union([z.int().min(0), z.string().regex(/^(0|[1-9]\d{0,9})$/)], { error: POSITION_MESSAGE })
  .transform(String)

const { shape } = taskDraftSchema

/**
 * A task of a template as it is sent. Its place in the list is its position, whatever `position` says; its estimate is
 * `estimatedTime`, or made of the hours and minutes when that is empty. Source: specification 3, 5 and 7, decisions 12.
 */
export const templateTaskDraftSchema = z
  .object({
    title: shape.title,
    description: shape.description,
    priority: shape.priority,
    category: shape.category,
    estimatedHours: estimatePart('Hours', ESTIMATE_HOURS_MAX),
    estimatedMinutes: estimatePart('Minutes', ESTIMATE_MINUTES_MAX),
    estimatedTime: shape.estimatedTime,
    position: shape.position,
    dependencies: z
      .array(positionSchema, { error: 'Dependencies must be a list.' })
      .max(LIST_ENTRIES_MAX, { error: `At most ${LIST_ENTRIES_MAX} dependencies.` })
      .transform((positions) => [...new Set(positions)])
      .default([]),
    ...templateDaysShape,
  })
  .transform(({ title, description, priority, category, dependencies, ...sent }) => ({
    title,
    description,
    priority,
    category,
    estimatedTime: sent.estimatedTime || estimateOfParts(sent) || sent.estimatedTime,
    dependencies,
    startDay: sent.startDay,
    endDay: sent.endDay,
    dueDay: sent.dueDay,
  }))
  .meta({ id: 'TemplateTaskDraft' })

/** The body of `POST /api/templates/{id}/tasks`: the whole list. */
export const templateTaskListSchema = z
  .array(templateTaskDraftSchema, { error: 'Send the list of tasks.' })
  .max(TEMPLATE_TASKS_MAX, { error: `A template has at most ${TEMPLATE_TASKS_MAX} tasks.` })

export type TemplateTaskDraft = z.output<typeof templateTaskDraftSchema>
export type TemplateTaskDraftInput = z.input<typeof templateTaskDraftSchema>

/** The body of `POST /api/templates/{id}/instantiate`. */
export const instantiationSchema = z
  .object({
    projectName: requiredText(PROJECT_NAME_LENGTH_MAX, {
      what: 'Project name',
      required: 'Project name is required.',
    }),
    startDate: projectStartSchema,
  })
  .meta({ id: 'Instantiation' })

export type Instantiation = z.output<typeof instantiationSchema>
export type InstantiationInput = z.input<typeof instantiationSchema>

/** The templates whose name contains a text, without regard to case. */
export function findTemplates<T extends Pick<Template, 'name'>>(templates: readonly T[], text: string): T[] {
  const wanted = foldCase(text)
  return templates.filter(({ name }) => foldCase(name).includes(wanted))
}

/** How much there is in a template: '5 tasks, 7h 15m'. Tasks without an estimate add no time. */
export function describeTemplate(tasks: readonly Pick<TemplateTask, 'estimatedTime'>[]): string {
  const estimated = tasks.filter(({ estimatedTime }) => estimatedTime?.trim())
  const seconds = estimated.reduce((sum, { estimatedTime }) => sum + parseEstimate(estimatedTime), 0)
  const minutes = Math.round(seconds / 60)
  const time = shortEstimateText({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  const count = tasks.length === 1 ? '1 task' : `${tasks.length} tasks`
  return time ? `${count}, ${time}` : count
}

/** Only the owner changes or deletes a template; a public one is for everybody to see and use. */
export function canChangeTemplate(template: Pick<Template, 'createdBy'>, userId: string): boolean {
  return template.createdBy === userId
}

/** @throws TenfoldError `refused` */
export function requireOwnTemplate(template: Template, userId: string): void {
  if (canChangeTemplate(template, userId)) return
  throw new TenfoldError('refused', 'Only its owner may change or delete a template.')
}

/** The template that a draft becomes. */
export function createTemplate(
  draft: TemplateDraft,
  { userId, now }: { userId: string } & Present,
): NewTemplate {
  return { ...draft, createdBy: userId, version: 1, createdAt: now, updatedAt: now }
}

/**
 * The list of a template's tasks that drafts become, in their order; null when that is the list it has already.
 * @throws TenfoldError `unknown_dependency`, `dependency_cycle`
 */
export function setTemplateTasks(
  { id: templateId, tasks }: TemplateWithTasks,
  drafts: readonly TemplateTaskDraft[],
  { now }: Present,
): NewTemplateTask[] | null {
  requirePositions(drafts)
  const isKept = drafts.length === tasks.length && drafts.every((draft, i) => isSame(draft, tasks[i]))
  if (isKept) return null
  return drafts.map((draft, position) => ({ ...draft, templateId, position, createdAt: now }))
}

/** The draft of the task that a template's task becomes in a project. What it depends on is not there yet. */
export function templateTaskToDraft(
  task: TemplateTask,
  { projectName, startDate }: Instantiation,
): TaskDraft {
  const { title, description, priority, estimatedTime } = task
  const known = { title, description, priority, estimatedTime, category: CATEGORY_PROJECT, projectName }
  return taskDraftSchema.parse({ ...known, ...daysToDates(task, startDate) })
}

/**
 * The tasks that depend on others, now that all have been made.
 * @param made what became of the template's tasks, in the same order
 */
export function linkTasks(made: readonly Task[], templateTasks: readonly TemplateTask[]): Task[] {
  return made.flatMap((task, i) => {
    const positions = templateTasks[i]?.dependencies ?? []
    const dependencies = positions.flatMap((position) => made[Number(position)]?.id ?? []).map(String)
    return dependencies.length > 0 ? [{ ...task, dependencies }] : []
  })
}

function estimateOfParts(sent: { estimatedHours: number; estimatedMinutes: number }): string {
  return shortEstimateText({ hours: sent.estimatedHours, minutes: sent.estimatedMinutes })
}

function requirePositions(drafts: readonly TemplateTaskDraft[]): void {
  for (const [i, { dependencies }] of drafts.entries()) {
    const unknown = dependencies.findIndex((position) => Number(position) >= drafts.length)
    if (unknown < 0) continue
    const message = `There is no task at position ${dependencies[unknown]} of the list to depend on.`
    throw new TenfoldError('unknown_dependency', message, {
      issues: [{ path: `${i}.dependencies.${unknown}`, message }],
    })
  }
  const inCycle = findTaskInCycle(drafts.map(({ dependencies }, id) => ({ id, dependencies })))
  if (inCycle !== null) throw dependencyCycle(`${inCycle}.dependencies`)
}

function isSame(draft: TemplateTaskDraft, task: TemplateTask | undefined): boolean {
  return (
    task !== undefined &&
    draft.title === task.title &&
    draft.description === task.description &&
    draft.priority === task.priority &&
    draft.category === task.category &&
    draft.estimatedTime === task.estimatedTime &&
    draft.dependencies.join() === task.dependencies.join() &&
    draft.startDay === task.startDay &&
    draft.endDay === task.endDay &&
    draft.dueDay === task.dueDay
  )
}
