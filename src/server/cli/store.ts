import type { Database } from '../db/schema.ts'
import { listTables } from '../db/tables.ts'

// Queries for the administrator, which are not filtered by user, so routes must not use them.

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
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const passwords = await countByUser(db, 'passwords')
  const identities = await countByUser(db, 'oidc_identities')
  const tasks = await countByUser(db, 'tasks')
  const files = await countByUser(db, 'attachments')
  return users.map((user) => ({
    ...user,
    hasPassword: passwords.has(user.id),
    hasProvider: identities.has(user.id),
    tasks: tasks.get(user.id) ?? 0,
    files: files.get(user.id) ?? 0,
  }))
}

type UserTable = 'passwords' | 'oidc_identities' | 'tasks' | 'attachments'

async function countByUser(db: Database, table: UserTable): Promise<Map<string, number>> {
  const query = db.selectFrom(table).select(({ fn }) => ['user_id', fn.countAll().as('count')])
  return new Map((await query.groupBy('user_id').execute()).map((row) => [row.user_id, Number(row.count)]))
}
