import { CATEGORY_DEFAULT } from '../categories/category.ts'
import { LEVEL_DEFAULT } from './priority.ts'
import type { Task, TaskDraft } from './task.ts'

const LONG_TEXT = 'Not trimmed. An empty string is stored as `null`.'
const DATE = '`YYYY-MM-DD`, `YYYY-MM-DDTHH:mm` or an ISO 8601 instant; any other text is stored as sent.'

/**
 * Every field of a task, in the order of the API's responses. The database row, the defaults, the form, the labels, the
 * next occurrence and the API's descriptions are derived from this table. The table imports no schema, and isn't part
 * of the first load.
 */
export const TASK_FIELDS = {
  id: { column: 'id', holds: 'number' },
  title: {
    column: 'title',
    holds: 'text',
    initial: '',
    repeats: 'always',
    form: 'line',
    label: 'Task Title',
    words: 'What needs to be done. Trimmed first.',
  },
  description: {
    column: 'description',
    holds: 'text',
    initial: null,
    repeats: 'always',
    form: 'text',
    label: 'Description',
    words: `The description of the task. ${LONG_TEXT}`,
  },
  dueDate: {
    column: 'due_date',
    holds: 'text',
    initial: null,
    repeats: 'computed',
    form: 'line',
    label: 'Due Date',
    words: `When the task is due: ${DATE}`,
  },
  priority: {
    column: 'priority',
    holds: 'number',
    initial: LEVEL_DEFAULT,
    repeats: 'always',
    form: 'value',
    label: 'Priority Level',
    words:
      'The level, from 1 (most urgent) to 10. A move to a full level is rejected unless `waiting` is `true`.',
  },
  category: {
    column: 'category',
    holds: 'text',
    initial: CATEGORY_DEFAULT,
    repeats: 'always',
    form: 'value',
    label: 'Category',
    words: 'A category name. The name doesn’t have to be in the user’s category list. Trimmed first.',
  },
  projectName: {
    column: 'project_name',
    holds: 'text',
    initial: null,
    repeats: 'always',
    form: 'line',
    label: 'Project Name',
    words:
      'The project. Stored only if the category is `Project`. Trimmed first; an empty name is stored as `null`.',
  },
  estimatedTime: {
    column: 'estimated_time',
    holds: 'text',
    initial: null,
    repeats: 'always',
    form: 'other',
    words: 'The estimated effort, such as `2 hours 30 minutes`.',
  },
  startDate: {
    column: 'start_date',
    holds: 'text',
    initial: null,
    repeats: 'computed',
    form: 'line',
    label: 'Start Date',
    words: `When work starts: ${DATE}`,
  },
  endDate: {
    column: 'end_date',
    holds: 'text',
    initial: null,
    repeats: 'computed',
    form: 'line',
    label: 'End Date',
    words: `When work ends: ${DATE}`,
  },
  plannedFor: {
    column: 'planned_for',
    holds: 'string',
    initial: null,
    repeats: 'never',
    form: 'line',
    label: 'Planned For',
    words:
      'The day the task is planned for, `YYYY-MM-DD`. Unlike a due date, a planned day in the past doesn’t make the task overdue.',
  },
  progress: {
    column: 'progress',
    holds: 'number',
    initial: 0,
    repeats: 'never',
    form: 'value',
    label: 'Progress',
    words: 'The percentage done.',
  },
  dependencies: {
    column: 'dependencies',
    holds: 'list',
    initial: [],
    repeats: 'never',
    form: 'value',
    label: 'Depends on',
    words:
      'The ids, as strings or numbers, of your other tasks that must be done before this one. Cycles are rejected.',
  },
  attachments: {
    column: 'attachments',
    holds: 'list',
    initial: [],
    repeats: 'forwarded',
    form: 'other',
    words:
      'File names. Names without a stored file are allowed. Omitting the name of a stored file deletes that file.',
  },
  completed: {
    column: 'completed',
    holds: 'flag',
    initial: false,
    repeats: 'never',
    form: 'value',
    label: 'Mark as completed',
    words: 'Whether the task is done. The server sets `completedAt`.',
  },
  completedAt: { column: 'completed_at', holds: 'string' },
  position: {
    column: 'position',
    holds: 'number',
    initial: 0,
    repeats: 'never',
    form: 'none',
    words:
      'The position within the level. If the position is 0 or omitted, the task goes to the end. `PATCH` ignores the position unless `priority` changes too.',
  },
  isRecurring: {
    column: 'is_recurring',
    holds: 'flag',
    initial: false,
    repeats: 'always',
    form: 'value',
    label: 'Recurring task',
    words: 'Whether completing the task creates its next occurrence. Requires `recurrenceFrequency`.',
  },
  recurrenceFrequency: {
    column: 'recurrence_frequency',
    holds: 'string',
    initial: null,
    repeats: 'always',
    form: 'other',
    words: 'How often the task recurs.',
  },
  recurrenceForwardContent: {
    column: 'recurrence_forward_content',
    holds: 'flag',
    initial: false,
    repeats: 'always',
    form: 'value',
    label: 'Carry goals, notes, next steps and attachments forward',
    words: 'Whether the next occurrence copies the goals, notes, next steps and attachments.',
  },
  parentTaskId: {
    column: 'parent_task_id',
    holds: 'number',
    initial: null,
    repeats: 'computed',
    form: 'none',
    words: 'The id of the first task in the series. Cannot be the id of the task itself.',
  },
  elapsedTime: {
    column: 'elapsed_time',
    holds: 'number',
    initial: 0,
    repeats: 'never',
    form: 'none',
    words: 'The time worked, in whole seconds.',
  },
  clearGoals: {
    column: 'clear_goals',
    holds: 'text',
    initial: null,
    repeats: 'forwarded',
    form: 'none',
    words: `The goals from the work canvas. ${LONG_TEXT}`,
  },
  notes: {
    column: 'notes',
    holds: 'text',
    initial: null,
    repeats: 'forwarded',
    form: 'none',
    words: `The notes from the work canvas. ${LONG_TEXT}`,
  },
  nextSteps: {
    column: 'next_steps',
    holds: 'text',
    initial: null,
    repeats: 'forwarded',
    form: 'none',
    words: `The next steps from the work canvas. ${LONG_TEXT}`,
  },
  userId: { column: 'user_id', holds: 'string' },
  version: { column: 'version', holds: 'number' },
  createdAt: { column: 'created_at', holds: 'string' },
  updatedAt: { column: 'updated_at', holds: 'string' },
} as const satisfies { [F in keyof Task]: F extends DraftField ? ClientField<Task[F]> : ServerField<Task[F]> }

/** A field that clients can set. */
export type DraftField = keyof TaskDraft

type ServerField<Value> = {
  column: string
  holds: Kind<Value>
}

type ClientField<Value> = ServerField<Value> & {
  /** The value in a new task that doesn't set the field. */
  initial: Readonly<Value>
  /**
   * Whether the next occurrence copies the value. `forwarded` copies it only with `recurrenceForwardContent`, and
   * `repeatTask` sets a `computed` one. Otherwise the field starts with `initial`.
   */
  repeats: 'always' | 'forwarded' | 'never' | 'computed'
  /** The OpenAPI description of the field in a body. */
  words: string
} & (InForm<Value> | { form: 'other' | 'none' })

/**
 * How the form stores the field: as its unchanged value, as typed text with '' for null, or as a trimmed line.
 * `task-form.ts` maps `other` fields itself.
 */
type InForm<Value> = {
  form: [Value] extends [string | null] ? 'value' | 'text' | 'line' : 'value'
  label: string
}

/** The type of a column. A `text` counts toward the limit of a user's text; a `string` doesn't. */
type Kind<Value> = [Value] extends [boolean]
  ? 'flag'
  : [Value] extends [readonly string[]]
    ? 'list'
    : [Value] extends [number | null]
      ? 'number'
      : 'text' | 'string'

type Fields = typeof TASK_FIELDS

/** The names of the task fields whose entry in `TASK_FIELDS` has these properties. */
export type TaskFieldsWith<Entry> = {
  [F in keyof Fields]: Fields[F] extends Entry ? F : never
}[keyof Fields]

export const TASK_FIELD_NAMES = Object.keys(TASK_FIELDS) as (keyof Task)[]

export function taskFieldsWith<const Entry extends object>(entry: Entry): TaskFieldsWith<Entry>[] {
  const wanted = Object.entries(entry)
  const hasAll = (field: object) =>
    wanted.every(([name, value]) => (field as Record<string, unknown>)[name] === value)
  return TASK_FIELD_NAMES.filter((name) => hasAll(TASK_FIELDS[name])) as TaskFieldsWith<Entry>[]
}

export const DRAFT_FIELD_NAMES = TASK_FIELD_NAMES.filter(
  (name) => 'initial' in TASK_FIELDS[name],
) as DraftField[]

export function initialFields(): TaskDraft {
  return structuredClone(INITIAL) as unknown as TaskDraft
}

const INITIAL = Object.fromEntries(
  Object.entries(TASK_FIELDS).flatMap(([name, field]) => ('initial' in field ? [[name, field.initial]] : [])),
)
