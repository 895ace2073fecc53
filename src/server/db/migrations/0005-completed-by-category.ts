import type { Kysely } from 'kysely'

/** Indexes completed tasks by category, so that lists and totals don't read every row. */
export async function completedByCategory(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('tasks_completed_category')
    .on('tasks')
    .columns(['user_id', 'completed', 'category', 'completed_at', 'id', 'elapsed_time'])
    .execute()
}
