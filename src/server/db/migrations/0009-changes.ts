import { type Kysely, sql } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Adds a log of each user's last changes, for live updates, and versions of templates. */
export async function changes(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { bigint, boolean } = columnTypes(dialect)
  const table = db.schema
    .createTable('changes')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('number', bigint, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('entity', 'text', (c) => c.notNull())
    .addColumn('version', 'integer')
    .addColumn('deleted', boolean, (c) => c.notNull())
    .addPrimaryKeyConstraint('changes_pk', ['user_id', 'number'])
  await strictTable(dialect, table).execute()
  await db.schema
    .alterTable('project_templates')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(sql`1`))
    .execute()
}
