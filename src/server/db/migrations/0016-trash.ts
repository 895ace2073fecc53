import { type Kysely, sql } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Adds tables for deleted templates and categories, and the title and the level of deleted tasks. */
export async function trash(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { timestamp } = columnTypes(dialect)
  await db.schema
    .alterTable('deleted_tasks')
    .addColumn('title', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('deleted_tasks')
    .addColumn('level', 'integer', (c) => c.notNull().defaultTo(5))
    .execute()
  const field = (name: string) =>
    dialect === 'sqlite' ? sql`task ->> ${sql.lit(name)}` : sql`task::json ->> ${sql.lit(name)}`
  await sql`update deleted_tasks set title = coalesce(${field('title')}, ''),
    level = coalesce(cast(${field('priority')} as integer), 5)`.execute(db)
  const templates = db.schema
    .createTable('deleted_templates')
    .addColumn('template_id', 'integer', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('tasks', 'integer', (c) => c.notNull())
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('deleted_at', timestamp, (c) => c.notNull())
  await strictTable(dialect, templates).execute()
  const categories = db.schema
    .createTable('deleted_categories')
    .addColumn('category_id', 'integer', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('deleted_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('deleted_categories_name', ['user_id', 'name_key'])
  await strictTable(dialect, categories).execute()
  for (const table of ['deleted_templates', 'deleted_categories']) {
    await db.schema.createIndex(`${table}_user`).on(table).columns(['user_id', 'deleted_at']).execute()
    await db.schema.createIndex(`${table}_age`).on(table).column('deleted_at').execute()
  }
}
