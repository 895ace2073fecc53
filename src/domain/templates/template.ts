import { z } from 'zod'

import { categoryNameSchema } from '../categories/new-category.ts'
import { parseEstimate, secondsToEstimate, shortEstimateText } from '../duration.ts'
import { LEVELS } from '../tasks/priority.ts'
import { projectStartSchema, templateDaysShape } from './template-days-schema.ts'
import { ESTIMATE_HOURS_MAX, ESTIMATE_MINUTES_MAX } from '../tasks/task-form.ts'
import { ESTIMATE_LENGTH_MAX, LONG_TEXT_LENGTH_MAX } from '../tasks/task.ts'
import { taskDraftSchema } from '../tasks/task-draft.ts'
import { LIST_ENTRIES_MAX, PROJECT_NAME_LENGTH_MAX } from '../limits.ts'
import { containsTyped } from '../text.ts'
import { optionalText, requiredText, text } from '../text-schema.ts'

export const TEMPLATE_NAME_LENGTH_MAX = 200
export const TEMPLATE_TASKS_MAX = 500

/**
 * The choices in the forms. The API also accepts any other text within the length limit. Source: specification 3, decisions
 * 3.
 */
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
    isPublic: z.boolean().describe('Whether every signed-in user can see and use the template.'),
    createdBy: z.string().describe('The id of the owner.'),
    version: z
      .int()
      .describe('The version number, which starts at 1 and increases by one with every change.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Template' })

export type Template = z.output<typeof templateSchema>

export const templateTaskSchema = z
  .object({
    id: z.int(),
    templateId: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    priority: z.literal(LEVELS).describe('The level, from 1 (most urgent) to 10.'),
    category: z.string(),
    estimatedTime: z.string().nullable().describe("The estimated effort, such as '2h 30m'."),
    position: z.int().describe('The index of the task in the list, from 0.'),
    dependencies: z
      .array(z.string())
      .describe('The positions in the template of the tasks that must be done before this one.'),
    startDay: z
      .int()
      .nullable()
      .describe('When the task starts, in days from the project start, which is day 0.'),
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

/** A template and one of its tasks, without the ids that the database generates. */
export type NewTemplate = Omit<Template, 'id'>
export type NewTemplateTask = Omit<TemplateTask, 'id'>

/** The body of `POST /api/templates`. Source: specification 5 and 7, decisions 3. */
export const templateDraftSchema = z
  .object({
    name: requiredText(TEMPLATE_NAME_LENGTH_MAX, {
      what: 'Template name',
      required: 'Template name is required.',
    }),
    description: optionalText(LONG_TEXT_LENGTH_MAX, 'Description').default(null),
    category: categoryNameSchema.default(TEMPLATE_CATEGORY_DEFAULT),
    isPublic: z.boolean({ error: 'Public must be true or false.' }).default(false),
  })
  .meta({ id: 'TemplateDraft' })

export type TemplateDraft = z.output<typeof templateDraftSchema>
export type TemplateDraftInput = z.input<typeof templateDraftSchema>

/**
 * Hours or minutes, as a number or as typed text. Text that isn't a number counts as 0, and a number must use plain
 * decimal digits. Source: specification 5.
 */
const estimatePart = (what: string, max: number) => {
  const error = `${what} must be a whole number from 0 to ${max}.`
  return z
    .union([z.number(), text(ESTIMATE_LENGTH_MAX)], { error })
    .transform((typed) => (typeof typed === 'string' ? readDigits(typed.trim()) : typed))
    .pipe(z.int({ error }).min(0, { error }).max(max, { error }))
    .default(0)
}

/** Returns the number written in decimal digits, NaN for any other number notation, and 0 for other text. */
function readDigits(typed: string): number {
  if (/^\d*$/.test(typed)) return Number(typed)
  return Number.isNaN(Number(typed)) ? 0 : Number.NaN
}

const NO_POSITION = { error: 'Must be the position of a task in this list.' }
const positionSchema = z
  .union([z.int().min(0, NO_POSITION), z.string().regex(/^(0|[1-9]\d{0,9})$/, NO_POSITION)], NO_POSITION)
  .transform(String)

const { shape } = taskDraftSchema

/**
 * A task in the request body that sets a template's tasks. `position` is ignored: the index is used. Without
 * `estimatedTime`, the estimate is the sum of the hours and minutes. Source: specification 3, 5 and 7, decisions 12.
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
      .max(LIST_ENTRIES_MAX, { error: `A task can have at most ${LIST_ENTRIES_MAX} dependencies.` })
      .transform((positions) => [...new Set(positions)])
      .default([]),
    ...templateDaysShape,
  })
  .transform((sent) => {
    const { estimatedHours: hours, estimatedMinutes: minutes, position: _, ...task } = sent
    const estimatedTime = task.estimatedTime || shortEstimateText({ hours, minutes }) || task.estimatedTime
    return { ...task, estimatedTime }
  })
  .meta({ id: 'TemplateTaskDraft' })

/** The body of `POST /api/templates/{id}/tasks`: the whole list. */
export const templateTaskListSchema = z
  .array(templateTaskDraftSchema, { error: 'Tasks must be a list.' })
  .max(TEMPLATE_TASKS_MAX, { error: `A template can have at most ${TEMPLATE_TASKS_MAX} tasks.` })

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

/** Returns the templates whose name contains a string, ignoring case, and accents if the string has none. */
export function findTemplates<T extends Pick<Template, 'name'>>(templates: readonly T[], text: string): T[] {
  return templates.filter(({ name }) => containsTyped(name, text))
}

/** Summarizes a template: '5 tasks, 7h 15m'. Tasks without an estimate add no time. */
export function describeTemplate(tasks: readonly Pick<TemplateTask, 'estimatedTime'>[]): string {
  const estimated = tasks.filter(({ estimatedTime }) => estimatedTime?.trim())
  const seconds = estimated.reduce((sum, { estimatedTime }) => sum + parseEstimate(estimatedTime), 0)
  const time = shortEstimateText(secondsToEstimate(seconds))
  const count = tasks.length === 1 ? '1 task' : `${tasks.length} tasks`
  return time ? `${count}, ${time}` : count
}
