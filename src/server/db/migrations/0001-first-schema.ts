import { type Kysely, sql } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Creates every entity of the specification's section 3, with an index for each query by user. */
export async function firstSchema(db: Kysely<never>, dialect: DialectName): Promise<void> {
  await createUsers(db, dialect)
  await createSessions(db, dialect)
  await createTasks(db, dialect)
  await createCategories(db, dialect)
  await createTemplates(db, dialect)
  await createIdempotencyKeys(db, dialect)
}

async function createUsers(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { timestamp } = columnTypes(dialect)
  const users = db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('profile_image_url', 'text')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
  const passwords = db.schema
    .createTable('passwords')
    .addColumn('user_id', 'text', (c) => c.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
  await strictTable(dialect, users).execute()
  await strictTable(dialect, passwords).execute()
}

async function createSessions(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const sessions = db.schema
    .createTable('sessions')
    .addColumn('sid', 'text', (c) => c.primaryKey().notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sess', 'text', (c) => c.notNull())
    .addColumn('expire', columnTypes(dialect).timestamp, (c) => c.notNull())
  await strictTable(dialect, sessions).execute()
  await db.schema.createIndex('sessions_expire').on('sessions').column('expire').execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
}

async function createTasks(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { boolean, serial, timestamp } = columnTypes(dialect)
  const tasks = db.schema
    .createTable('tasks')
    .addColumn('id', serial)
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('due_date', 'text')
    .addColumn('priority', 'integer', (c) => c.notNull().check(sql`priority between 1 and 10`))
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('project_name', 'text')
    .addColumn('estimated_time', 'text')
    .addColumn('start_date', 'text')
    .addColumn('end_date', 'text')
    .addColumn('progress', 'integer', (c) => c.notNull().check(sql`progress between 0 and 100`))
    .addColumn('dependencies', 'text', (c) => c.notNull())
    .addColumn('attachments', 'text', (c) => c.notNull())
    .addColumn('completed', boolean, (c) => c.notNull())
    .addColumn('completed_at', timestamp)
    .addColumn('position', 'integer', (c) => c.notNull().check(sql`position >= 0`))
    .addColumn('is_recurring', boolean, (c) => c.notNull())
    .addColumn('recurrence_frequency', 'text')
    .addColumn('recurrence_forward_content', boolean, (c) => c.notNull())
    .addColumn('parent_task_id', 'integer')
    .addColumn('elapsed_time', 'integer', (c) => c.notNull().check(sql`elapsed_time >= 0`))
    .addColumn('clear_goals', 'text')
    .addColumn('notes', 'text')
    .addColumn('next_steps', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
  await strictTable(dialect, tasks).execute()
  const index = (name: string) => db.schema.createIndex(name).on('tasks')
  await index('tasks_list').columns(['user_id', 'priority', 'position', 'id']).execute()
  await index('tasks_level').columns(['user_id', 'completed', 'priority', 'position', 'id']).execute()
  await index('tasks_completed').columns(['user_id', 'completed', 'completed_at', 'id']).execute()
}

async function createCategories(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { serial, timestamp } = columnTypes(dialect)
  const categories = db.schema
    .createTable('categories')
    .addColumn('id', serial)
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('categories_name', ['user_id', 'name_key'])
  await strictTable(dialect, categories).execute()
}

async function createTemplates(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { boolean, serial, timestamp } = columnTypes(dialect)
  const templates = db.schema
    .createTable('project_templates')
    .addColumn('id', serial)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('category', 'text', (c) => c.notNull().defaultTo('General'))
    .addColumn('is_public', boolean, (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
  const templateTasks = db.schema
    .createTable('template_tasks')
    .addColumn('id', serial)
    .addColumn('template_id', 'integer', (c) =>
      c.notNull().references('project_templates.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('priority', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(5)
        .check(sql`priority between 1 and 10`),
    )
    .addColumn('category', 'text', (c) => c.notNull().defaultTo('Task'))
    .addColumn('estimated_time', 'text')
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('dependencies', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
  await strictTable(dialect, templates).execute()
  await strictTable(dialect, templateTasks).execute()
  await db.schema.createIndex('templates_owner').on('project_templates').column('created_by').execute()
  await db.schema.createIndex('templates_public').on('project_templates').column('is_public').execute()
  await db.schema
    .createIndex('template_tasks_list')
    .on('template_tasks')
    .columns(['template_id', 'position', 'id'])
    .execute()
}

async function createIdempotencyKeys(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const keys = db.schema
    .createTable('idempotency_keys')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('task_id', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('created_at', columnTypes(dialect).timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
  await strictTable(dialect, keys).execute()
  await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
}
