import { z } from 'zod'

import { CATEGORY_DEFAULT, categoryNameSchema } from './category.ts'
import { LEVEL_DEFAULT, LEVEL_MAX, LEVEL_MIN, type Level } from './priority.ts'
import { recurrenceFrequencySchema } from './recurrence.ts'
import { requiredText, text } from './text.ts'

export const TITLE_LENGTH_MAX = 500
export const LONG_TEXT_LENGTH_MAX = 50_000
export const PROJECT_NAME_LENGTH_MAX = 200
export const DATE_TEXT_LENGTH_MAX = 100
export const ESTIMATE_LENGTH_MAX = 100
export const ATTACHMENT_NAME_LENGTH_MAX = 255
export const LIST_ENTRIES_MAX = 100
export const POSITIONS_MAX = 10_000
export const ID_MAX = 2_147_483_647
/** Below what a column holds, so that there is always a place behind the last one. */
export const POSITION_MAX = 1_000_000_000
export const SECONDS_MAX = 2_147_483_647

/** A task as the API answers it and the browser keeps it. Times are ISO 8601 UTC, elapsedTime is whole seconds. */
export type Task = {
  id: number
  title: string
  description: string | null
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`; any other text is kept as it was typed. */
  dueDate: string | null
  priority: Level
  category: string
  /** Kept only in the category Project. */
  projectName: string | null
  estimatedTime: string | null
  startDate: string | null
  endDate: string | null
  /** Percent, 0 to 100. */
  progress: number
  /** Ids of tasks of the same user that come before this one. */
  dependencies: string[]
  /** File names. */
  attachments: string[]
  completed: boolean
  completedAt: string | null
  /** The order within the level, ascending; ties go by id. */
  position: number
  isRecurring: boolean
  recurrenceFrequency: z.infer<typeof recurrenceFrequencySchema> | null
  recurrenceForwardContent: boolean
  /** The first task of the series, for an occurrence of a recurring task. */
  parentTaskId: number | null
  elapsedTime: number
  clearGoals: string | null
  notes: string | null
  nextSteps: string | null
  userId: string
  /** Raised by one with every change; the ETag of the task. */
  version: number
  createdAt: string
  updatedAt: string
}

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
    .array(
      text(ATTACHMENT_NAME_LENGTH_MAX, 'Attachment name').min(1, { error: 'An attachment needs a name.' }),
      {
        error: 'Attachments must be a list.',
      },
    )
    .max(LIST_ENTRIES_MAX, { error: `At most ${LIST_ENTRIES_MAX} attachments.` }),
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
export const taskDraftSchema = z.object({
  ...fields,
  description: fields.description.default(null),
  dueDate: fields.dueDate.default(null),
  priority: fields.priority.default(LEVEL_DEFAULT),
  category: fields.category.default(CATEGORY_DEFAULT),
  projectName: fields.projectName.default(null),
  estimatedTime: fields.estimatedTime.default(null),
  startDate: fields.startDate.default(null),
  endDate: fields.endDate.default(null),
  progress: fields.progress.default(0),
  dependencies: fields.dependencies.default([]),
  attachments: fields.attachments.default([]),
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

/** A new task, every field filled in. */
export type TaskDraft = z.output<typeof taskDraftSchema>

/** A new task as a client may send it: only the title is required. */
export type TaskDraftInput = z.input<typeof taskDraftSchema>

/** The body of `PATCH /api/tasks/{id}`: the fields to change. */
export const taskPatchSchema = z.object(fields).partial()

export type TaskPatch = z.output<typeof taskPatchSchema>

/** The body of `POST /api/tasks/priority/{level}/positions`. */
export const levelOrderSchema = z.object({
  positions: z
    .array(z.object({ id: idSchema, position: fields.position }), { error: 'Positions must be a list.' })
    .min(1, { error: 'Name at least one task.' })
    .max(POSITIONS_MAX, { error: `At most ${POSITIONS_MAX} positions.` }),
})

export type LevelOrder = z.output<typeof levelOrderSchema>
