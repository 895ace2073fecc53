import type { Kysely } from 'kysely'

/** Adds the day that a task is planned for. */
export async function plannedFor(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('tasks').addColumn('planned_for', 'text').execute()
}
