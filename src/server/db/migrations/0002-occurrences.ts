import { type Kysely, sql } from 'kysely'

import { type DialectName, strictTable } from '../dialect.ts'

/** Records which occurrences of a recurring task were created. The primary key prevents duplicates. */
export async function occurrences(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const table = db.schema
    .createTable('occurrences')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('series_id', 'integer', (c) => c.notNull())
    .addColumn('occurrence', 'integer', (c) => c.notNull().check(sql`occurrence >= 1`))
    .addColumn('task_id', 'integer')
    .addColumn('series_day', 'integer', (c) => c.check(sql`series_day between 1 and 31`))
    .addPrimaryKeyConstraint('occurrences_once', ['user_id', 'series_id', 'occurrence'])
  await strictTable(dialect, table).execute()
  await db.schema
    .createIndex('occurrences_task')
    .on('occurrences')
    .columns(['user_id', 'task_id'])
    .unique()
    .execute()
}
