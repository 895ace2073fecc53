import type { Kysely } from 'kysely'

/** Adds to the settings the upward moves that the user has seen, and when a device last showed the away panel. */
export async function movedUp(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('settings')
    .addColumn('moved_up_seen', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('settings').addColumn('away_panel_at', 'text').execute()
}
