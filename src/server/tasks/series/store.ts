import { sql } from 'kysely'

import { type DateField, NO_SERIES_DAYS, type SeriesDays } from '#domain/tasks/recurrence.ts'
import type { TaskSeriesDays } from '#domain/tasks/undo.ts'

import { withGiven, withGivenIds } from '../../db/given-rows.ts'
import type { Database } from '../../db/schema.ts'

/** A task's occurrence in a series: see `OccurrenceRow`. */
export type Occurrence = { seriesId: number; occurrence: number; seriesDays: Readonly<SeriesDays> }

/** Returns the occurrence of each task. A task without a stored row is the first in its own series. */
export async function readOccurrences(
  db: Database,
  userId: string,
  taskIds: readonly number[],
): Promise<Map<number, Occurrence>> {
  const rows = await withGivenIds(db, taskIds)
    .selectFrom('occurrences')
    .select(['task_id', 'series_id', 'occurrence', 'due_series_day', 'start_series_day', 'end_series_day'])
    .where('user_id', '=', userId)
    .where('task_id', 'in', (query) => query.selectFrom('given').select('given.id'))
    .execute()
  const occurrences = new Map<number, Occurrence>(
    taskIds.map((id) => [id, { seriesId: id, occurrence: 0, seriesDays: NO_SERIES_DAYS }]),
  )
  for (const row of rows) {
    const seriesDays = {
      dueDate: row.due_series_day,
      startDate: row.start_series_day,
      endDate: row.end_series_day,
    }
    occurrences.set(Number(row.task_id), { seriesId: row.series_id, occurrence: row.occurrence, seriesDays })
  }
  return occurrences
}

/** Returns which of these tasks have had their next occurrence created, even if it has since been deleted. */
export async function listContinued(db: Database, userId: string, ids: readonly number[]) {
  if (ids.length === 0) return new Set<number>()
  const { rows } = await sql<{ id: number }>`
    select tasks.id from tasks
      left join occurrences as own on own.user_id = tasks.user_id and own.task_id = tasks.id
      join occurrences as next on next.user_id = tasks.user_id
        and next.series_id = coalesce(own.series_id, tasks.id)
        and next.occurrence = coalesce(own.occurrence, 0) + 1
      where tasks.user_id = ${userId} and tasks.id in (${sql.join(ids)})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Claims occurrences. Returns those that had not been claimed before. The primary key allows only one claim. */
export async function claimOccurrences<T extends Occurrence>(
  db: Database,
  userId: string,
  occurrences: readonly T[],
): Promise<T[]> {
  const rows = occurrences.map(({ seriesId, occurrence, seriesDays }) => ({
    user_id: userId,
    series_id: seriesId,
    occurrence,
    due_series_day: seriesDays.dueDate,
    start_series_day: seriesDays.startDate,
    end_series_day: seriesDays.endDate,
  }))
  const columns = Object.keys(CLAIM_TYPES) as (keyof typeof CLAIM_TYPES)[]
  const claimed = await withGiven(db, CLAIM_TYPES, rows)
    .insertInto('occurrences')
    .columns(columns)
    // SQLite needs a condition before "on conflict".
    .expression((query) => query.selectFrom('given').select(columns).where('given.user_id', '=', userId))
    .onConflict((conflict) => conflict.columns(['user_id', 'series_id', 'occurrence']).doNothing())
    .returning(['series_id', 'occurrence'])
    .execute()
  const keys = new Set(claimed.map((row) => `${row.series_id} ${row.occurrence}`))
  return occurrences.filter(({ seriesId, occurrence }) => keys.has(`${seriesId} ${occurrence}`))
}

const CLAIM_TYPES = {
  user_id: 'text',
  series_id: 'integer',
  occurrence: 'integer',
  due_series_day: 'integer',
  start_series_day: 'integer',
  end_series_day: 'integer',
} as const

/** Records the tasks of claimed occurrences. */
export async function fillOccurrences(
  db: Database,
  userId: string,
  filled: readonly (Omit<Occurrence, 'seriesDays'> & { taskId: number })[],
): Promise<void> {
  await withGiven(db, { seriesId: 'integer', occurrence: 'integer', taskId: 'integer' }, filled)
    .updateTable('occurrences')
    .from('given')
    .set((eb) => ({ task_id: eb.ref('given.taskId') }))
    .where('occurrences.user_id', '=', userId)
    .whereRef('occurrences.series_id', '=', 'given.seriesId')
    .whereRef('occurrences.occurrence', '=', 'given.occurrence')
    .execute()
}

/** Deletes the rows of removed occurrences, so that they can be claimed again. */
export async function releaseOccurrences(
  db: Database,
  userId: string,
  taskIds: readonly number[],
): Promise<void> {
  if (taskIds.length === 0) return
  await db.deleteFrom('occurrences').where('user_id', '=', userId).where('task_id', 'in', taskIds).execute()
}

/** Changes series days of occurrences. After a reset, the series continues from the task's own day of the month. */
export async function writeSeriesDays(db: Database, userId: string, tasks: readonly TaskSeriesDays[]) {
  if (tasks.length === 0) return
  const types = { id: 'integer', dueDate: 'integer', startDate: 'integer', endDate: 'integer' } as const
  const rows = tasks.map(({ id, days }) => ({ ...NO_SERIES_DAYS, ...days, id }))
  await withGiven(db, types, rows)
    .updateTable('occurrences')
    .from('given')
    .set({
      due_series_day: written('dueDate', 'due_series_day'),
      start_series_day: written('startDate', 'start_series_day'),
      end_series_day: written('endDate', 'end_series_day'),
    })
    .where('occurrences.user_id', '=', userId)
    .whereRef('occurrences.task_id', '=', 'given.id')
    .execute()
}

/** Returns an expression for the given series day: null for 0, or the stored day if none is given. */
function written(field: DateField, column: string) {
  return sql<
    number | null
  >`nullif(coalesce(${sql.ref(`given.${field}`)}, ${sql.ref(`occurrences.${column}`)}), 0)`
}
