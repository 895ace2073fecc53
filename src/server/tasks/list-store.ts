import { type RawBuilder, sql } from 'kysely'

import { isAmong } from '#domain/categories/category.ts'
import type { CompletedFilter } from '#domain/tasks/completed.ts'
import type { Level } from '#domain/tasks/priority.ts'
import type { Task } from '#domain/tasks/task.ts'

import { dialectOf } from '../db/dialect.ts'
import { prepared, raw } from '../db/prepared.ts'
import type { Database } from '../db/schema.ts'
import { textBytes } from '../db/text-bytes.ts'
import { lastChange } from '../events/store.ts'
import { LIST_ROWS_AT_ONCE, type LongList, PAGE_BYTES_MAX, TEXT_ROWS_AT_ONCE } from '../http/long-list.ts'
import { taskJson } from './task-json.ts'
import { TASK_COLUMNS, TASK_TEXTS, rowToTask } from './task-row.ts'

export function taskList(db: Database, userId: string, ids: readonly number[]): LongList {
  return {
    ids,
    readSizes: (ids) => sizeRows(db, userId, ...padded(ids)),
    readEntries: async (ids) => {
      const rows = await taskRows(db, userId, ...padded(ids))
      return new Map(rows.map((row) => [row.id, rowToTask(row)]))
    },
    ...(dialectOf(db) === 'postgres' && {
      readText: async (ids) => toPage(await textPages(db, [...ids], userId), ids.length),
    }),
  }
}

/** A list with the number of the user's last change at that moment. */
export type NumberedList = { last: number; list: LongList }

/**
 * Opens the list of the user's tasks, or of those in one state, ordered by priority, position and id. On PostgreSQL, one
 * query reads the ids, the number and the first page, unless only the ids and the number are wanted.
 */
export async function openTaskList(
  db: Database,
  userId: string,
  completed: boolean | null = null,
  { idsOnly = false } = {},
): Promise<NumberedList> {
  if (idsOnly || dialectOf(db) === 'sqlite') {
    // Read first, so that a change committed between the two reads is sent twice rather than missed.
    const last = await lastChange(db, userId)
    return { last, list: taskList(db, userId, await listTaskIds(db, userId, completed)) }
  }
  const states = completed === null ? [true, false] : [completed]
  const rows = await openPages(db, userId, states, userId, userId)
  const [{ last, ids } = { last: 0, ids: [] }] = rows
  const list = taskList(db, userId, ids)
  if (ids.length > 0) list.first = toPage(rows, Math.min(ids.length, TEXT_ROWS_AT_ONCE))
  return { last, list }
}

/** Lists the ids of the user's tasks, or of those in one state, ordered by priority, position and id. */
export async function listTaskIds(
  db: Database,
  userId: string,
  completed: boolean | null = null,
): Promise<number[]> {
  if (completed === null) return idsOf(await allIds(db, userId))
  return idsOf(await (completed ? completedIds(db, userId) : openIds(db, userId)))
}

/** Returns the ids that belong to tasks of the user, in the order of `listTaskIds`. */
export async function listFoundIds(db: Database, userId: string, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  return idsOf(await idsInOrder(db, userId).where('id', 'in', ids).execute())
}

export async function listOpenIds(db: Database, userId: string, level: Level): Promise<number[]> {
  const open = idsInOrder(db, userId).where('completed', '=', false)
  return idsOf(await open.where('priority', '=', level).execute())
}

/** Lists the ids of completed tasks, newest first, then by higher id. `after` is the last task of the previous page. */
export async function listCompletedIds(
  db: Database,
  userId: string,
  { category, from, to, limit }: CompletedFilter,
  after: Task | null,
): Promise<number[]> {
  let query = db
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', userId)
    .where('completed', '=', true)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
  if (category !== undefined) query = query.where('category', 'in', await listSpellings(db, userId, category))
  if (from !== undefined) query = query.where('completed_at', '>=', from)
  if (to !== undefined) query = query.where('completed_at', '<=', to)
  if (limit !== undefined) query = query.limit(limit)
  if (after) {
    // The first condition is redundant, but without it SQLite would read the index from its start each time.
    query = query
      .where('completed_at', '<=', after.completedAt)
      .where((where) => where.or([where('completed_at', '<', after.completedAt), where('id', '<', after.id)]))
  }
  return idsOf(await query.execute())
}

/** Lists the spellings of a category in completed tasks. The databases can't fold the case of all letters. */
async function listSpellings(db: Database, userId: string, category: string): Promise<string[]> {
  const done = db.selectFrom('tasks').where('user_id', '=', userId).where('completed', '=', true)
  const names = (await done.select('category').distinct().execute()).map((row) => row.category)
  return [...new Set([category, ...names.filter((name) => isAmong(name, [category]))])]
}

const allIds = prepared(1, (db, userId: string) => idsInOrder(db, userId))

const openIds = prepared(1, (db, userId: string) => idsInOrder(db, userId).where('completed', '=', false))

const completedIds = prepared(1, (db, userId: string) => idsInOrder(db, userId).where('completed', '=', true))

function idsInOrder(db: Database, userId: string) {
  return db
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('priority')
    .orderBy('position')
    .orderBy('id')
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

/** Prepares the query for the bytes of text in the given columns of tasks. */
export function preparedSizes(columns: readonly string[]) {
  return prepared(1 + LIST_ROWS_AT_ONCE, (db, userId: string, ...ids: number[]) =>
    db
      .selectFrom('tasks')
      .select(['id', textBytes(columns).as('bytes')])
      .where('user_id', '=', userId)
      .where('id', 'in', ids),
  )
}

const sizeRows = preparedSizes(TASK_TEXTS)

const taskRows = prepared(1 + LIST_ROWS_AT_ONCE, (db, userId: string, ...ids: number[]) =>
  db.selectFrom('tasks').select(TASK_COLUMNS).where('user_id', '=', userId).where('id', 'in', ids),
)

/** A page of JSON lines, and the ordinal of the first row that it leaves out. */
type PageRow = { text: string | null; next: number | null }

function toPage([row]: readonly PageRow[], count: number) {
  return { text: row?.text ?? '', count: row?.next ? row.next - 1 : count }
}

/**
 * Selects a page from the rows `wanted`, which have an id and an ordinal from 1. The page ends before the row whose
 * text would exceed the limit.
 */
function pageQuery(userId: string): RawBuilder<PageRow> {
  const bytes = sql`sum(${textBytes(TASK_TEXTS)}) over (order by place)`
  return sql`
    select string_agg(text, E',\\n' order by place) as text, min(place) filter (where text is null) as next from (
      select place, case when nth = 1 or total <= ${sql.lit(PAGE_BYTES_MAX)} then ${taskJson()} end as text from (
        select tasks.*, place, row_number() over (order by place) as nth, ${bytes} as total
          from wanted join tasks using (id) where tasks.user_id = ${userId}) as tasks) as entries`
}

const textPages = prepared(
  2,
  (db, ids: readonly number[], userId: string) =>
    raw<PageRow>(
      db,
      sql`with wanted as (select * from unnest(${ids}::integer[]) with ordinality as wanted (id, place))
      ${pageQuery(userId)}`,
    ),
  { isLong: true },
)

const openPages = prepared(
  4,
  (db, userId: string, states: readonly boolean[], pageUserId: string, changesUserId: string) =>
    raw<PageRow & { last: number; ids: number[] }>(
      db,
      sql`with listed as (
        select id, row_number() over (order by priority, position, id) as place from tasks
          where user_id = ${userId} and completed = any(${states}::boolean[])),
      wanted as (select * from listed where place <= ${sql.lit(TEXT_ROWS_AT_ONCE)})
      select page.*,
        (select coalesce(max(number), 0) from changes where user_id = ${changesUserId}) as last,
        (select coalesce(array_agg(id order by place), '{}') from listed) as ids
        from (${pageQuery(pageUserId)}) as page`,
    ),
)

/** Repeats the last id, because a prepared query takes a fixed number of them. */
export function padded(ids: readonly number[]): number[] {
  return Array.from({ length: LIST_ROWS_AT_ONCE }, (_, index) => ids[Math.min(index, ids.length - 1)] ?? 0)
}
