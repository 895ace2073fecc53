import type { Kysely } from 'kysely'

/** The completed tasks of a category, and the totals of each, without reading the rows of all that was ever done. */
export async function completedByCategory(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('tasks_completed_category')
    .on('tasks')
    .columns(['user_id', 'completed', 'category', 'completed_at', 'id', 'elapsed_time'])
    .execute()
}
