import type { Database } from '../db/schema.ts'
import { listTables } from '../db/tables.ts'

// What whoever runs the server asks about all of it. No query here is by user: nobody is signed in at the command line,
// and no route may call these.

/** A file as the database knows it. Several rows may name one. */
export type StoredFile = { id: string; size: number }

/** Every blob that an attachment names; none where the schema is of a version without attachments. */
export async function listStoredFiles(db: Database): Promise<StoredFile[]> {
  const tables = await listTables(db)
  if (!tables.some((table) => table.name === 'attachments')) return []
  const rows = await db.selectFrom('attachments').select(['blob', 'size']).distinct().execute()
  return rows.map((row) => ({ id: row.blob, size: Number(row.size) }))
}

/** An attachment whose bytes are not as they should be, with all that it takes to find it. */
export type FileOwner = { id: string; name: string; taskId: number; email: string }

/** Whose the blobs are, by their ids. A blob that several tasks share stands here several times. */
export async function listFileOwners(db: Database, ids: readonly string[]): Promise<FileOwner[]> {
  const owners: FileOwner[] = []
  for (const id of ids) {
    const rows = await db
      .selectFrom('attachments')
      .innerJoin('users', 'users.id', 'attachments.user_id')
      .select(['attachments.name', 'attachments.task_id', 'users.email'])
      .where('attachments.blob', '=', id)
      .orderBy('attachments.id')
      .execute()
    owners.push(...rows.map((row) => ({ id, name: row.name, taskId: row.task_id, email: row.email })))
  }
  return owners
}

/** An account, as it is shown to whoever runs the server. */
export type AccountLine = {
  id: string
  email: string
  createdAt: string
  hasPassword: boolean
  hasProvider: boolean
  tasks: number
  files: number
}

/** Every account, the oldest first. */
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
