import { type Kysely, sql } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Records which files a task has, and where their bytes are. */
export async function attachments(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { bigint, serial, timestamp } = columnTypes(dialect)
  const table = db.schema
    .createTable('attachments')
    .addColumn('id', serial)
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('task_id', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull().check(sql`size >= 0`))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('attachments_name', ['task_id', 'name'])
  await strictTable(dialect, table).execute()
  await db.schema.createIndex('attachments_user').on('attachments').column('user_id').execute()
  await db.schema.createIndex('attachments_blob').on('attachments').column('blob').execute()
}
