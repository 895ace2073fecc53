import type { Selectable, Updateable } from 'kysely'

import { TASK_FIELDS, TASK_FIELD_NAMES, taskFieldsWith } from '#domain/tasks/task-fields.ts'
import type { NewTask } from '#domain/tasks/task-rules.ts'
import type { Task } from '#domain/tasks/task.ts'

import type { GivenType } from '../db/given-rows.ts'
import type { NewRow, TaskRow } from '../db/schema.ts'
import { rowTextBytes } from '../db/text-tally.ts'

/** The columns that are part of an index of `tasks`. */
export const INDEXED = [
  'user_id',
  'category',
  'priority',
  'position',
  'completed',
  'completed_at',
  'elapsed_time',
] as const

/** The columns with user text, which counts toward the limit of a user's text. */
export const TASK_TEXTS = [...taskFieldsWith({ holds: 'text' }), ...taskFieldsWith({ holds: 'list' })].map(
  (field) => TASK_FIELDS[field].column,
)

const GIVEN_TYPES = {
  flag: 'boolean',
  list: 'text',
  number: 'integer',
  string: 'text',
  text: 'text',
} as const

const INSTANTS: ReadonlySet<string> = new Set(['completed_at', 'created_at', 'updated_at'])

/** The type of each column of a task, for statements that take several rows. */
export const TASK_TYPES = Object.fromEntries(
  Object.values(TASK_FIELDS).map(({ column, holds }) => [
    column,
    INSTANTS.has(column) ? 'timestamptz' : GIVEN_TYPES[holds],
  ]),
) as Record<keyof TaskRow, GivenType>

type Selected = { [F in keyof Task]: `${(typeof TASK_FIELDS)[F]['column']} as ${F}` }[keyof Task]

/** Selects every column of a task under the name of its field, so that SQLite and PostgreSQL build the object. */
export const TASK_COLUMNS = TASK_FIELD_NAMES.map(
  (field) => `${TASK_FIELDS[field].column} as ${field}`,
) as Selected[]

export type SelectedTask = { [F in keyof Task]: Selectable<TaskRow>[(typeof TASK_FIELDS)[F]['column']] }

const FLAGS = taskFieldsWith({ holds: 'flag' })
const LISTS = taskFieldsWith({ holds: 'list' })

/** Turns a selected row into a task of the API, in place. Copying would take longer than reading. */
export function rowToTask(row: SelectedTask): Task {
  const task = row as unknown as Task
  for (const field of FLAGS) task[field] = Boolean(row[field])
  for (const field of LISTS) task[field] = readList(row[field])
  return task
}

/** Returns the row of a task, without the id that the database generates. */
export function taskToRow(task: NewTask): NewRow<TaskRow> {
  return Object.fromEntries(
    NEW_FIELDS.map((field) => [TASK_FIELDS[field].column, valueOf(task, field)]),
  ) as NewRow<TaskRow>
}

const NEW_FIELDS = TASK_FIELD_NAMES.filter((field) => field !== 'id')

/** Counts the UTF-8 bytes of a task's text. */
export function taskBytes(task: NewTask): number {
  return rowTextBytes(taskToRow(task), TASK_TEXTS)
}

export const ROW_COLUMNS = NEW_FIELDS.map((field) => TASK_FIELDS[field].column)

function valueOf(task: NewTask, field: keyof NewTask): unknown {
  const value = task[field]
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/**
 * Returns the columns to write for a changed task. Leaves out indexed columns if none of them changed, as happens
 * while a user types: SQLite rewrites the index of every column it is given, even if the value is the same.
 */
export function changedRow(before: Task, after: Task): Updateable<TaskRow> {
  const [from, to] = [taskToRow(before), taskToRow(after)]
  if (INDEXED.some((column) => from[column] !== to[column])) return to
  const rest: Updateable<TaskRow> = { ...to }
  for (const column of INDEXED) delete rest[column]
  return rest
}

/** Most lists are empty, so the common case skips the parser. */
export function readList(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}
