import type { Kysely } from 'kysely'

/** Adds the user's last long absence to the settings. */
export async function away(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('settings').addColumn('away', 'text').execute()
}
