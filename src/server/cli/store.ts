import type { Database } from '../db/schema.ts'
import { listTables } from '../db/tables.ts'

// Queries for the administrator. They are not filtered by user, so routes must not use them.

/** An attachment with a missing or damaged file, and where to find it. */
export type FileOwner = { id: string; name: string; taskId: number; email: string }

/** Returns the owners of blobs. A blob shared by several tasks appears once per task. */
export async function listFileOwners(db: Database, ids: readonly string[]): Promise<FileOwner[]> {
  const owners: FileOwner[] = []
  const there = new Set((await listTables(db)).map((table) => table.name))
  for (const id of ids) {
    const rows = await filesNaming(db, 'attachments', id)
    if (there.has('deleted_attachments')) rows.push(...(await filesNaming(db, 'deleted_attachments', id)))
    owners.push(...rows.map((row) => ({ id, name: row.name, taskId: row.task_id, email: row.email })))
  }
  return owners
}

async function filesNaming(db: Database, table: 'attachments' | 'deleted_attachments', blob: string) {
  const files = await db
    .selectFrom(table)
    .select(['name', 'task_id', 'user_id'])
    .where('blob', '=', blob)
    .orderBy('task_id')
    .execute()
  const users = await db.selectFrom('users').select(['id', 'email']).execute()
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  return files.map((file) => ({ ...file, email: emails.get(file.user_id) ?? '' }))
}

/** An account as the administrator sees it. */
export type AccountLine = {
  id: string
  email: string
  createdAt: string
  hasPassword: boolean
  hasProvider: boolean
  tasks: number
  files: number
}

/** Returns all accounts, oldest first. */
export async function listAccounts(db: Database): Promise<AccountLine[]> {
  const rows = await db
    .selectFrom('users')
    .select((query) => [
      'users.id',
      'users.email',
      'users.created_at',
      query
        .selectFrom('passwords')
        .select(query.fn.countAll().as('count'))
        .whereRef('passwords.user_id', '=', 'users.id')
        .as('passwords'),
      query
        .selectFrom('oidc_identities')
        .select(query.fn.countAll().as('count'))
        .whereRef('oidc_identities.user_id', '=', 'users.id')
        .as('identities'),
      query
        .selectFrom('tasks')
        .select(query.fn.countAll().as('count'))
        .whereRef('tasks.user_id', '=', 'users.id')
        .as('tasks'),
      query
        .selectFrom('attachments')
        .select(query.fn.countAll().as('count'))
        .whereRef('attachments.user_id', '=', 'users.id')
        .as('files'),
    ])
    .orderBy('users.created_at')
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    createdAt: row.created_at,
    hasPassword: Number(row.passwords) > 0,
    hasProvider: Number(row.identities) > 0,
    tasks: Number(row.tasks),
    files: Number(row.files),
  }))
}
