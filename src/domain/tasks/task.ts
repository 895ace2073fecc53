import { z } from 'zod'

import { ATTACHMENT_NAME_BYTES_MAX, attachmentNameFault, cleanAttachmentName } from './attachment-name.ts'
import { LIST_ENTRIES_MAX, PROJECT_NAME_LENGTH_MAX, SECONDS_MAX } from '../limits.ts'
import { categoryNameSchema } from '../categories/new-category.ts'
import { LEVELS, LEVEL_MAX, LEVEL_MIN, type Level } from './priority.ts'
import { RECURRENCE_FREQUENCIES } from './recurrence.ts'
import { optionalName, optionalText, requiredText, text } from '../text-schema.ts'

export const TITLE_LENGTH_MAX = 500
export const LONG_TEXT_LENGTH_MAX = 50_000
export const DATE_TEXT_LENGTH_MAX = 100
export const ESTIMATE_LENGTH_MAX = 100
export const POSITIONS_MAX = 10_000
export const ID_MAX = 2_147_483_647
/** This is below the column's maximum, so that there is always a position after the last one. */
export const POSITION_MAX = 1_000_000_000

export const recurrenceFrequencySchema = z.enum(RECURRENCE_FREQUENCIES, {
  error: `Frequency must be one of ${RECURRENCE_FREQUENCIES.join(', ')}.`,
})

const DATE_DESCRIPTION = '`YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`; any other text is stored as typed.'

/** A task as the API returns it and the browser caches it. Times are ISO 8601 UTC. */
export const taskSchema = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    dueDate: z.string().nullable().describe(DATE_DESCRIPTION),
    priority: z.literal(LEVELS).describe('The level, from 1 (most urgent) to 10.'),
    category: z.string(),
    projectName: z.string().nullable().describe('Stored only if the category is Project.'),
    estimatedTime: z.string().nullable().describe("The estimated effort, such as '2 hours 30 minutes'."),
    startDate: z.string().nullable().describe(DATE_DESCRIPTION),
    endDate: z.string().nullable().describe(DATE_DESCRIPTION),
    plannedFor: z.iso.date().nullable().describe('The day the task is planned for, `YYYY-MM-DD`.'),
    progress: z.int().min(0).max(100).describe('The percentage done.'),
    dependencies: z.array(z.string()).describe('Ids of your tasks that must be done before this one.'),
    attachments: z.array(z.string()).describe('File names.'),
    completed: z.boolean(),
    completedAt: z.iso.datetime().nullable(),
    position: z.int().describe('The position within the level. Tasks are sorted by position, then by id.'),
    isRecurring: z.boolean(),
    recurrenceFrequency: recurrenceFrequencySchema.nullable(),
    recurrenceForwardContent: z
      .boolean()
      .describe('Whether the next occurrence copies the goals, notes, next steps and attachments.'),
    parentTaskId: z
      .int()
      .nullable()
      .describe('The id of the first task in the series, if this is an occurrence of a recurring task.'),
    elapsedTime: z.int().min(0).describe('The time worked, in whole seconds.'),
    clearGoals: z.string().nullable(),
    notes: z.string().nullable(),
    nextSteps: z.string().nullable(),
    userId: z.string(),
    version: z
      .int()
      .describe('The version number, which increases by one with every change. Also the ETag of the task.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Task' })

export type Task = z.output<typeof taskSchema>

const dateText = (what: string) => text(DATE_TEXT_LENGTH_MAX, what).nullable()
const longText = (what: string) => optionalText(LONG_TEXT_LENGTH_MAX, what)
const integer = (min: number, max: number, message: string) =>
  z.int({ error: message }).min(min, { error: message }).max(max, { error: message })

/** The tasks in a request body: at least one, at most `max`. */
export function listOfTasks<T extends z.ZodType>(entry: T, max: number) {
  return z
    .array(entry, { error: 'Tasks must be a list.' })
    .min(1, { error: 'Include at least one task.' })
    .max(max, { error: `Include at most ${max} tasks.` })
}

/** A task id in a URL. */
export function idTextSchema(message?: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,9}$/, { error: message })
    .transform(Number)
    .pipe(z.int({ error: message }).max(ID_MAX, { error: message }))
}

const ID_MESSAGE = 'Must be a task id.'
export const idSchema = integer(1, ID_MAX, ID_MESSAGE)
const dependencySchema = z
  .union([idSchema, z.string().regex(/^[1-9]\d{0,9}$/, { error: ID_MESSAGE })], { error: ID_MESSAGE })
  .transform(String)

const attachmentNameSchema = z
  .string({ error: 'Attachment name must be text.' })
  .transform(cleanAttachmentName)
  .superRefine((name, context) => {
    const message = attachmentNameFault(name)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .meta({ minLength: 1, maxLength: ATTACHMENT_NAME_BYTES_MAX })

export const levelSchema = integer(
  LEVEL_MIN,
  LEVEL_MAX,
  'Priority must be a whole number from 1 to 10.',
).transform((level) => level as Level)

export const positionSchema = integer(
  0,
  POSITION_MAX,
  `Position must be a whole number from 0 to ${POSITION_MAX}.`,
)

/** The schema of each field that a client sets. */
export const TASK_SCHEMAS = {
  title: requiredText(TITLE_LENGTH_MAX, { what: 'Title', required: 'Title is required' }),
  description: longText('Description'),
  dueDate: dateText('Due date'),
  priority: levelSchema,
  category: categoryNameSchema,
  projectName: optionalName(PROJECT_NAME_LENGTH_MAX, 'Project name'),
  estimatedTime: text(ESTIMATE_LENGTH_MAX, 'Estimated time').nullable(),
  startDate: dateText('Start date'),
  endDate: dateText('End date'),
  plannedFor: z.iso.date({ error: 'Planned day must be a date such as 2026-11-19.' }).nullable(),
  progress: integer(0, 100, 'Progress must be a whole number from 0 to 100.'),
  dependencies: z
    .array(dependencySchema, { error: 'Dependencies must be a list.' })
    .max(LIST_ENTRIES_MAX, { error: `A task can have at most ${LIST_ENTRIES_MAX} dependencies.` })
    .transform((ids) => [...new Set(ids)]),
  attachments: z
    .array(attachmentNameSchema, { error: 'Attachments must be a list.' })
    .max(LIST_ENTRIES_MAX, { error: `A task can have at most ${LIST_ENTRIES_MAX} attachments.` })
    .transform((names) => [...new Set(names)]),
  completed: z.boolean({ error: 'Completed must be true or false.' }),
  position: positionSchema,
  isRecurring: z.boolean({ error: 'Recurring must be true or false.' }),
  recurrenceFrequency: recurrenceFrequencySchema.nullable(),
  recurrenceForwardContent: z.boolean({ error: 'Content forwarding must be true or false.' }),
  parentTaskId: idSchema.nullable(),
  elapsedTime: integer(0, SECONDS_MAX, 'Elapsed time must be a whole number of seconds, 0 or more.'),
  clearGoals: longText('Clear goals'),
  notes: longText('Notes'),
  nextSteps: longText('Next steps'),
}

/** A new task with every field set. */
export type TaskDraft = z.output<z.ZodObject<typeof TASK_SCHEMAS>>

/** The fields of a task to change. */
export const taskPatchSchema = z.object(TASK_SCHEMAS).partial().meta({ id: 'TaskPatch' })

export type TaskPatch = z.output<typeof taskPatchSchema>

/** The body of `PATCH /api/tasks/{id}`: the fields to change, and whether a move may join a waiting line. */
export const taskChangeSchema = taskPatchSchema
  .extend({ waiting: z.boolean({ error: 'Waiting must be true or false.' }).optional() })
  .meta({ id: 'TaskChange' })

/** The body of `POST /api/tasks/priority/{level}/positions`. */
export const levelOrderSchema = z
  .object({
    positions: z
      .array(z.object({ id: idSchema, position: TASK_SCHEMAS.position }), {
        error: 'Positions must be a list.',
      })
      .min(1, { error: 'Include at least one task.' })
      .max(POSITIONS_MAX, { error: `Include at most ${POSITIONS_MAX} positions.` }),
  })
  .meta({ id: 'LevelOrder' })

export type LevelOrder = z.output<typeof levelOrderSchema>

/** A task in the body of `POST /api/tasks/dates`. Omitted dates don't change. */
const taskDatesSchema = z.object({
  id: idSchema,
  version: z.int({ error: 'Version must be a whole number.' }).optional(),
  startDate: TASK_SCHEMAS.startDate.optional(),
  endDate: TASK_SCHEMAS.endDate.optional(),
  dueDate: TASK_SCHEMAS.dueDate.optional(),
})

export type TaskDatesChange = z.output<typeof taskDatesSchema>

/** The body of `POST /api/tasks/dates`. */
export const datesChangeSchema = z
  .object({ tasks: listOfTasks(taskDatesSchema, POSITIONS_MAX) })
  .meta({ id: 'DatesChange' })

/** The dates of a task after a change, as `POST /api/tasks/dates` returns them. */
export const datedTaskSchema = taskSchema
  .pick({ id: true, version: true, startDate: true, endDate: true, dueDate: true, updatedAt: true })
  .meta({ id: 'DatedTask' })

export type DatedTask = z.output<typeof datedTaskSchema>
