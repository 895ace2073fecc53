import { sql } from 'kysely'

import type { BoardTask } from '#domain/tasks/board-task.ts'
import { LONG_TEXTS, type LongText } from '#domain/tasks/long-texts.ts'
import { TASK_FIELDS } from '#domain/tasks/task-fields.ts'
import type { Task } from '#domain/tasks/task.ts'

import { prepared } from '../db/prepared.ts'
import type { Database } from '../db/schema.ts'
import { textBytes } from '../db/text-bytes.ts'
import { lastChange } from '../events/store.ts'
import { LIST_ROWS_AT_ONCE, type LongList } from '../http/long-list.ts'
import { type NumberedList, listTaskIds, padded, preparedSizes } from './list-store.ts'
import { type SelectedTask, TASK_COLUMNS, TASK_TEXTS, rowToTask } from './task-row.ts'

/** Returns the list of the user's tasks with these ids, without their long text. */
export function boardList(db: Database, userId: string, ids: readonly number[]): LongList {
  return {
    ids,
    readSizes: (ids) => sizeRows(db, userId, ...padded(ids)),
    readEntries: async (ids) => {
      const rows = await boardRows(db, userId, ...padded(ids))
      return new Map(rows.map((row) => [row.id, toBoardTask(rowToTask(row as SelectedTask))]))
    },
  }
}

/** Opens the list of the user's tasks, or of those in one state, without their long text. */
export async function openBoardList(
  db: Database,
  userId: string,
  completed: boolean | null,
): Promise<NumberedList> {
  // Read first, so that a change committed between the two reads is sent twice rather than missed.
  const last = await lastChange(db, userId)
  return { last, list: boardList(db, userId, await listTaskIds(db, userId, completed)) }
}

/** A row with a boolean instead of each long text field: whether the field has text. */
type BoardRow = Omit<SelectedTask, LongText> & Record<LongText, unknown>

export function toBoardTask({ description, clearGoals, notes, nextSteps, ...task }: Task): BoardTask {
  const has = {
    description: Boolean(description),
    clearGoals: Boolean(clearGoals),
    notes: Boolean(notes),
    nextSteps: Boolean(nextSteps),
  }
  return { ...task, has }
}

const LONG_COLUMNS = new Set<string>(LONG_TEXTS.map((field) => TASK_FIELDS[field].column))
const SHORT_TEXTS = TASK_TEXTS.filter((column) => !LONG_COLUMNS.has(column))
const SHORT_COLUMNS = TASK_COLUMNS.filter((column) => !LONG_COLUMNS.has(column.split(' as ')[0] ?? ''))

const sizeRows = preparedSizes(SHORT_TEXTS)

const boardRows = prepared(1 + LIST_ROWS_AT_ONCE, (db, userId: string, ...ids: number[]) =>
  db
    .selectFrom('tasks')
    .select(SHORT_COLUMNS)
    .select(LONG_TEXTS.map((field) => sql`${textBytes([TASK_FIELDS[field].column])} > 0`.as(field)))
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .$castTo<BoardRow>(),
)
