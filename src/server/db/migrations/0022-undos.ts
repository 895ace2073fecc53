import type { Kysely } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Adds a table with the data for undoing recent commands. */
export async function undos(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const table = db.schema
    .createTable('undos')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('record', 'text', (c) => c.notNull())
    .addColumn('created_at', columnTypes(dialect).timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('undos_pk', ['user_id', 'token'])
  await strictTable(dialect, table).execute()
  await db.schema.createIndex('undos_user').on('undos').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('undos_age').on('undos').column('created_at').execute()
}
