import type { Kysely } from 'kysely'

/** Adds the working hours to the settings, and the tasks whose slack marks are dismissed. */
export async function workingHours(db: Kysely<never>): Promise<void> {
  const table = () => db.schema.alterTable('settings')
  for (const column of ['weekday_hours', 'day_starts_at']) await table().addColumn(column, 'text').execute()
  await table()
    .addColumn('dismissed_slack', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
