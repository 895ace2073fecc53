import { type Kysely, sql } from 'kysely'

import type { DialectName } from '../dialect.ts'
import { TASK_COLUMNS } from './0011-text-bytes.ts'

/** Counts the bytes of each deleted task's text, and adds them to its user's total. */
export async function trashedTextBytes(db: Kysely<never>, dialect: DialectName): Promise<void> {
  await db.schema
    .alterTable('deleted_tasks')
    .addColumn('text_bytes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  const task = dialect === 'sqlite' ? sql`task` : sql`task::json`
  const lengths = TASK_COLUMNS.map(
    (column) => sql`coalesce(octet_length(${task} ->> ${sql.lit(toField(column))}), 0)`,
  )
  await sql`update deleted_tasks set text_bytes = ${sql.join(lengths, sql` + `)}`.execute(db)
  await sql`update users set text_bytes = text_bytes
    + (select coalesce(sum(text_bytes), 0) from deleted_tasks where user_id = users.id)`.execute(db)
}

/** Returns the field of a column: `due_date` becomes `dueDate`. */
const toField = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
