import type { Insertable, Kysely } from 'kysely'

import type { Database, TaskRow } from '#server/db/schema.ts'

const NOW = '2026-11-20T10:00:00.000Z'

/** Reads and writes without the types of the newest schema, for tests of older ones. */
export function anyTables(db: Database): Kysely<Record<string, Record<string, unknown>>> {
  return db as unknown as Kysely<Record<string, Record<string, unknown>>>
}

/** Inserts a user without a password. */
export async function insertUserRow(db: Database, id: string): Promise<void> {
  const email = `${id}@example.com`
  await db
    .insertInto('users')
    .values({ id, email, email_key: email, created_at: NOW, updated_at: NOW })
    .execute()
}

/** Inserts a task and returns its id. Leaves columns of later versions to their migrations. */
export async function insertTaskRow(
  db: Database,
  userId: string,
  fields: Partial<Insertable<TaskRow>> = {},
): Promise<number> {
  const row: Insertable<TaskRow> = {
    user_id: userId,
    title: 'Report',
    priority: 5,
    category: 'Task',
    progress: 0,
    dependencies: '[]',
    attachments: '[]',
    completed: false,
    position: 0,
    is_recurring: false,
    recurrence_forward_content: false,
    elapsed_time: 0,
    version: 1,
    created_at: NOW,
    updated_at: NOW,
    ...fields,
  }
  return (await db.insertInto('tasks').values(row).returning('id').executeTakeFirstOrThrow()).id
}
