import type { Database } from '../../db/schema.ts'

/** Where a task stands in its series: see `OccurrenceRow`. */
export type SeriesPlace = { seriesId: number; occurrence: number; seriesDay: number | null }

/** The place of a task in its series; a task that was not made by one is the first of its own. */
export async function readSeriesPlace(db: Database, userId: string, taskId: number): Promise<SeriesPlace> {
  const row = await db
    .selectFrom('occurrences')
    .select(['series_id', 'occurrence', 'series_day'])
    .where('user_id', '=', userId)
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  if (!row) return { seriesId: taskId, occurrence: 0, seriesDay: null }
  return { seriesId: row.series_id, occurrence: row.occurrence, seriesDay: row.series_day }
}

/** Takes the right to make an occurrence. Answers false when somebody has it already: the database holds it once. */
export async function claimOccurrence(db: Database, userId: string, place: SeriesPlace): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('occurrences')
    .values({
      user_id: userId,
      series_id: place.seriesId,
      occurrence: place.occurrence,
      task_id: null,
      series_day: place.seriesDay,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'series_id', 'occurrence']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes which task a claimed occurrence has become. */
export async function fillOccurrence(
  db: Database,
  userId: string,
  { seriesId, occurrence }: SeriesPlace,
  taskId: number,
): Promise<void> {
  await db
    .updateTable('occurrences')
    .set({ task_id: taskId })
    .where('user_id', '=', userId)
    .where('series_id', '=', seriesId)
    .where('occurrence', '=', occurrence)
    .execute()
}

/** Lets the series go on from the task's own day of the month. */
export async function forgetSeriesDay(db: Database, userId: string, taskId: number): Promise<void> {
  await db
    .updateTable('occurrences')
    .set({ series_day: null })
    .where('user_id', '=', userId)
    .where('task_id', '=', taskId)
    .execute()
}
