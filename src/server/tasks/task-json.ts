import { type RawBuilder, sql } from 'kysely'

import { TASK_FIELDS, TASK_FIELD_NAMES } from '#domain/tasks/task-fields.ts'
import type { Task } from '#domain/tasks/task.ts'

const TIMES = new Set<string>(['completedAt', 'createdAt', 'updatedAt'] satisfies (keyof Task)[])

/** Returns a PostgreSQL expression for the JSON of a row of `tasks`, byte for byte as `JSON.stringify` writes the task. */
export function taskJson(): RawBuilder<string> {
  const columns = TASK_FIELD_NAMES.map((field) => sql`${valueOf(field)} as ${sql.ref(field)}`)
  return sql`(select row_to_json(entry)::text from (select ${sql.join(columns)}) as entry)`
}

function valueOf(field: keyof Task): RawBuilder<unknown> {
  const { column, holds } = TASK_FIELDS[field]
  const value = sql.ref(`tasks.${column}`)
  // Each connection's time zone is UTC.
  if (TIMES.has(field)) return sql`to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  // Stored as `JSON.stringify` wrote it. PostgreSQL keeps the text of a `json` value.
  return holds === 'list' ? sql`${value}::json` : sql`${value}`
}
