import { type Kysely, type RawBuilder, sql } from 'kysely'

import { type DialectName, columnTypes } from '../dialect.ts'

/** Counts the bytes of each user's text, for the total limit. */
export async function textBytes(db: Kysely<never>, dialect: DialectName): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('text_bytes', columnTypes(dialect).bigint, (c) => c.notNull().defaultTo(0))
    .execute()
  const tasks = sql`select sum(${lengths([...TASK_COLUMNS])}) from tasks where user_id = users.id`
  const templates = sql`select sum(${lengths(['name', 'description', 'category'])}) from project_templates where created_by = users.id`
  const templateTasks = sql`
    select sum(${lengths(['t.title', 't.description', 't.category', 't.estimated_time', 't.dependencies'])})
    from template_tasks t join project_templates p on p.id = t.template_id where p.created_by = users.id`
  const categories = sql`select sum(${lengths(['name'])}) from categories where user_id = users.id`
  const parts = [tasks, templates, templateTasks, categories].map((part) => sql`coalesce((${part}), 0)`)
  await sql`update users set text_bytes = ${sql.join(parts, sql` + `)}`.execute(db)
}

export const TASK_COLUMNS = [
  'title',
  'description',
  'due_date',
  'category',
  'project_name',
  'estimated_time',
  'start_date',
  'end_date',
  'dependencies',
  'attachments',
  'clear_goals',
  'notes',
  'next_steps',
] as const

function lengths(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )
}
