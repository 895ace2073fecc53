import { z } from 'zod'

import { ATTACHMENT_NAME_BYTES_MAX, attachmentNameFault, cleanAttachmentName } from './attachment-name.ts'
import { CATEGORY_DEFAULT } from './category.ts'
import { LIST_ENTRIES_MAX, SECONDS_MAX } from './limits.ts'
import { categoryNameSchema } from './new-category.ts'
import { LEVELS, LEVEL_DEFAULT, LEVEL_MAX, LEVEL_MIN, type Level } from './priority.ts'
import { RECURRENCE_FREQUENCIES } from './recurrence.ts'
import { requiredText, text } from './text-schema.ts'

export const TITLE_LENGTH_MAX = 500
export const LONG_TEXT_LENGTH_MAX = 50_000
export const PROJECT_NAME_LENGTH_MAX = 200
export const DATE_TEXT_LENGTH_MAX = 100
export const ESTIMATE_LENGTH_MAX = 100
export const POSITIONS_MAX = 10_000
export const ID_MAX = 2_147_483_647
/** Below what a column holds, so that there is always a place behind the last one. */
export const POSITION_MAX = 1_000_000_000

export const recurrenceFrequencySchema = z.enum(RECURRENCE_FREQUENCIES, {
  error: `Frequency must be one of ${RECURRENCE_FREQUENCIES.join(', ')}.`,
})

const DATE_DESCRIPTION = '`YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`; any other text is kept as it was typed.'

/** A task as the API answers it and the browser keeps it. Times are ISO 8601 UTC. */
export const taskSchema = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    dueDate: z.string().nullable().describe(DATE_DESCRIPTION),
    priority: z.literal(LEVELS).describe('The level: 1 is the most urgent.'),
    category: z.string(),
    projectName: z.string().nullable().describe('Kept only in the category Project.'),
    estimatedTime: z.string().nullable().describe("A text such as '2 hours 30 minutes'."),
    startDate: z.string().nullable().describe(DATE_DESCRIPTION),
    endDate: z.string().nullable().describe(DATE_DESCRIPTION),
    progress: z.int().min(0).max(100).describe('Percent.'),
    dependencies: z.array(z.string()).describe('Ids of tasks of the same user that come before this one.'),
    attachments: z.array(z.string()).describe('File names.'),
    completed: z.boolean(),
    completedAt: z.iso.datetime().nullable(),
    position: z.int().describe('The order within the level, ascending; ties go by id.'),
    isRecurring: z.boolean(),
    recurrenceFrequency: recurrenceFrequencySchema.nullable(),
    recurrenceForwardContent: z
      .boolean()
      .describe('Whether the next occurrence takes over goals, notes, next steps and attachments.'),
    parentTaskId: z
      .int()
      .nullable()
      .describe('The first task of the series, for an occurrence of a recurring task.'),
    elapsedTime: z.int().min(0).describe('Whole seconds of work.'),
    clearGoals: z.string().nullable(),
    notes: z.string().nullable(),
    nextSteps: z.string().nullable(),
    userId: z.string(),
    version: z.int().describe('Raised by one with every change; the ETag of the task.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Task' })

export type Task = z.output<typeof taskSchema>

const dateText = (what: string) => text(DATE_TEXT_LENGTH_MAX, what).nullable()
const longText = (what: string) => text(LONG_TEXT_LENGTH_MAX, what).nullable()
const integer = (min: number, max: number, message: string) =>
  z.int({ error: message }).min(min, { error: message }).max(max, { error: message })

/** An id as it stands in an address. */
export function idTextSchema(message?: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,9}$/, { error: message })
    .transform(Number)
    .pipe(z.int({ error: message }).max(ID_MAX, { error: message }))
}

const idSchema = integer(1, ID_MAX, 'Must be the number of a task.')
const dependencySchema = z
  .union([idSchema, z.string().regex(/^[1-9]\d{0,9}$/)], { error: 'Must be the number of a task.' })
  .transform(String)

const attachmentNameSchema = z
  .string({ error: 'Attachment name must be text.' })
  .transform(cleanAttachmentName)
  .superRefine((name, context) => {
    const message = attachmentNameFault(name)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .meta({ minLength: 1, maxLength: ATTACHMENT_NAME_BYTES_MAX })

const fields = {
  title: requiredText(TITLE_LENGTH_MAX, { what: 'Title', required: 'Title is required' }),
  description: longText('Description'),
  dueDate: dateText('Due date'),
  priority: integer(LEVEL_MIN, LEVEL_MAX, 'Priority must be a whole number from 1 to 10.').transform(
    (level) => level as Level,
  ),
  category: categoryNameSchema,
  projectName: z
    .string({ error: 'Project name must be text.' })
    .trim()
    .pipe(text(PROJECT_NAME_LENGTH_MAX, 'Project name'))
    .transform((name) => name || null)
    .meta({ maxLength: PROJECT_NAME_LENGTH_MAX })
    .nullable(),
  estimatedTime: text(ESTIMATE_LENGTH_MAX, 'Estimated time').nullable(),
  startDate: dateText('Start date'),
  endDate: dateText('End date'),
  progress: integer(0, 100, 'Progress must be a whole number from 0 to 100.'),
  dependencies: z
    .array(dependencySchema, { error: 'Dependencies must be a list.' })
    .max(LIST_ENTRIES_MAX, { error: `At most ${LIST_ENTRIES_MAX} dependencies.` })
    .transform((ids) => [...new Set(ids)]),
  attachments: z
    .array(attachmentNameSchema, { error: 'Attachments must be a list.' })
    .max(LIST_ENTRIES_MAX, { error: `At most ${LIST_ENTRIES_MAX} attachments.` })
    .transform((names) => [...new Set(names)]),
  completed: z.boolean({ error: 'Completed must be true or false.' }),
  position: integer(0, POSITION_MAX, `Position must be a whole number from 0 to ${POSITION_MAX}.`),
  isRecurring: z.boolean({ error: 'Recurring must be true or false.' }),
  recurrenceFrequency: recurrenceFrequencySchema.nullable(),
  recurrenceForwardContent: z.boolean({ error: 'Forward content must be true or false.' }),
  parentTaskId: idSchema.nullable(),
  elapsedTime: integer(0, SECONDS_MAX, 'Elapsed time must be a whole number of seconds from 0.'),
  clearGoals: longText('Clear goals'),
  notes: longText('Notes'),
  nextSteps: longText('Next steps'),
}

/** The body of `POST /api/tasks`. Unknown fields are ignored. Source: specification 5 and 7, decisions 3 and 12. */
export const taskDraftSchema = z
  .object({
    ...fields,
    description: fields.description.default(null),
    dueDate: fields.dueDate.default(null),
    priority: fields.priority.default(LEVEL_DEFAULT).meta({ default: LEVEL_DEFAULT }),
    category: fields.category.default(CATEGORY_DEFAULT),
    projectName: fields.projectName.default(null).meta({ default: null }),
    estimatedTime: fields.estimatedTime.default(null),
    startDate: fields.startDate.default(null),
    endDate: fields.endDate.default(null),
    progress: fields.progress.default(0),
    dependencies: fields.dependencies.default([]).meta({ default: [] }),
    attachments: fields.attachments.default([]).meta({ default: [] }),
    completed: fields.completed.default(false),
    position: fields.position.default(0),
    isRecurring: fields.isRecurring.default(false),
    recurrenceFrequency: fields.recurrenceFrequency.default(null),
    recurrenceForwardContent: fields.recurrenceForwardContent.default(false),
    parentTaskId: fields.parentTaskId.default(null),
    elapsedTime: fields.elapsedTime.default(0),
    clearGoals: fields.clearGoals.default(null),
    notes: fields.notes.default(null),
    nextSteps: fields.nextSteps.default(null),
  })
  .meta({ id: 'TaskDraft' })

/** A new task, every field filled in. */
export type TaskDraft = z.output<typeof taskDraftSchema>

/** A new task as a client may send it: only the title is required. */
export type TaskDraftInput = z.input<typeof taskDraftSchema>

/** The body of `PATCH /api/tasks/{id}`: the fields to change. */
export const taskPatchSchema = z.object(fields).partial().meta({ id: 'TaskPatch' })

export type TaskPatch = z.output<typeof taskPatchSchema>

/** The body of `POST /api/tasks/priority/{level}/positions`. */
export const levelOrderSchema = z
  .object({
    positions: z
      .array(z.object({ id: idSchema, position: fields.position }), { error: 'Positions must be a list.' })
      .min(1, { error: 'Name at least one task.' })
      .max(POSITIONS_MAX, { error: `At most ${POSITIONS_MAX} positions.` }),
  })
  .meta({ id: 'LevelOrder' })

export type LevelOrder = z.output<typeof levelOrderSchema>
