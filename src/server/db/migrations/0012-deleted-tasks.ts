import { type Kysely, sql } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Adds tables for deleted tasks and their files, so that they can be restored. */
export async function deletedTasks(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { bigint, timestamp } = columnTypes(dialect)
  const tasks = db.schema
    .createTable('deleted_tasks')
    .addColumn('task_id', 'integer', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('dependents', 'text', (c) => c.notNull())
    .addColumn('deleted_at', timestamp, (c) => c.notNull())
  await strictTable(dialect, tasks).execute()
  await db.schema
    .createIndex('deleted_tasks_user')
    .on('deleted_tasks')
    .columns(['user_id', 'deleted_at'])
    .execute()
  await db.schema.createIndex('deleted_tasks_age').on('deleted_tasks').column('deleted_at').execute()
  const files = db.schema
    .createTable('deleted_attachments')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('task_id', 'integer', (c) =>
      c.notNull().references('deleted_tasks.task_id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull().check(sql`size >= 0`))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
  await strictTable(dialect, files).execute()
  for (const column of ['task_id', 'user_id', 'blob']) {
    await db.schema
      .createIndex(`deleted_attachments_${column}`)
      .on('deleted_attachments')
      .column(column)
      .execute()
  }
}
