import type { Kysely } from 'kysely'

export async function plannedFor(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('tasks').addColumn('planned_for', 'text').execute()
}
