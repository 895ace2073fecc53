import type { Kysely } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Adds a table for the settings of users. A user without a row has the defaults. */
export async function settings(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const table = db.schema
    .createTable('settings')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('hides_banner', columnTypes(dialect).boolean, (c) => c.notNull())
  await strictTable(dialect, table).execute()
}
