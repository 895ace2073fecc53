import type { Kysely } from 'kysely'

type File = { id: number; task_id: number; name: string }

type Tables = {
  users: { id: string; email: string; email_key: string }
  categories: { id: number; user_id: string; name: string; name_key: string }
  deleted_categories: { category_id: number; user_id: string; name: string; name_key: string }
  attachments: File
  deleted_attachments: File
  tasks: { id: number; attachments: string }
  deleted_tasks: { task_id: number; task: string }
}

const ASCII = /^[\0-\x7f]*$/

/**
 * Recomputes the keys of emails and categories, which now ignore width, invisible characters and the form of an
 * international domain. If two keys would become equal, the second keeps its old value. Also normalizes file names to
 * NFC and removes characters that override the text direction.
 */
export async function foldedKeys(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Tables>
  const users = await db.selectFrom('users').select(['id', 'email', 'email_key']).orderBy('id').execute()
  for (const { id, key } of changedKeys(users, (user) => [user.email_key, foldEmail(user.email)]))
    await db.updateTable('users').set({ email_key: key }).where('id', '=', id).execute()
  const categories = await db.selectFrom('categories').selectAll().orderBy('id').execute()
  for (const own of Map.groupBy(categories, (row) => row.user_id).values())
    for (const { id, key } of changedKeys(own, (row) => [row.name_key, fold(row.name)]))
      await db.updateTable('categories').set({ name_key: key }).where('id', '=', id).execute()
  const deleted = await db.selectFrom('deleted_categories').selectAll().orderBy('category_id').execute()
  for (const own of Map.groupBy(deleted, (row) => row.user_id).values())
    for (const row of changedKeys(own, ({ name_key: key, name }) => [key, fold(name)]))
      await db
        .updateTable('deleted_categories')
        .set({ name_key: row.key })
        .where('category_id', '=', row.category_id)
        .execute()
  for (const [taskId, names] of await renameFiles(db, 'attachments')) {
    const task = await db
      .selectFrom('tasks')
      .select('attachments')
      .where('id', '=', taskId)
      .executeTakeFirstOrThrow()
    const attachments = JSON.stringify(renamed(JSON.parse(task.attachments) as string[], names))
    await db.updateTable('tasks').set({ attachments }).where('id', '=', taskId).execute()
  }
  for (const [taskId, names] of await renameFiles(db, 'deleted_attachments')) {
    const row = await db
      .selectFrom('deleted_tasks')
      .select('task')
      .where('task_id', '=', taskId)
      .executeTakeFirstOrThrow()
    const task = JSON.parse(row.task) as { attachments: string[] }
    const changed = JSON.stringify({ ...task, attachments: renamed(task.attachments, names) })
    await db.updateTable('deleted_tasks').set({ task: changed }).where('task_id', '=', taskId).execute()
  }
}

/** Renames files, and returns the new names by task and old name. */
async function renameFiles(
  db: Kysely<Tables>,
  table: 'attachments' | 'deleted_attachments',
): Promise<Map<number, Map<string, string>>> {
  const files = await db.selectFrom(table).select(['id', 'task_id', 'name']).orderBy('id').execute()
  const changes = new Map<number, Map<string, string>>()
  for (const [taskId, own] of Map.groupBy(files, (file) => file.task_id)) {
    const taken = new Set(own.map(({ name }) => name))
    for (const { id, name } of own) {
      const clean = name.normalize('NFC').replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
      if (clean === name) continue
      let free = clean
      for (let count = 2; taken.has(free) || free === ''; count++)
        free = clean.replace(/(?=\.[^.]*$)|$/, ` (${count})`)
      taken.add(free)
      changes.set(taskId, (changes.get(taskId) ?? new Map<string, string>()).set(name, free))
      await db.updateTable(table).set({ name: free }).where('id', '=', id).execute()
    }
  }
  return changes
}

function renamed(list: readonly string[], names: ReadonlyMap<string, string>): string[] {
  return list.map((name) => names.get(name) ?? name)
}

/** Returns the rows whose key changes, with their new keys. */
function changedKeys<Row>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly [string, string],
): (Row & { key: string })[] {
  const taken = new Set(rows.map((row) => keysOf(row)[0]))
  return rows.flatMap((row) => {
    const [old, key] = keysOf(row)
    if (old === key || taken.has(key)) return []
    taken.delete(old)
    taken.add(key)
    return [{ ...row, key }]
  })
}

function fold(text: string): string {
  if (ASCII.test(text)) return text.trim().toLowerCase()
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .replaceAll('ẞ', 'ß')
    .trim()
  const lower = plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')
  return lower.normalize('NFKC')
}

function foldEmail(email: string): string {
  const key = fold(email)
  const at = key.lastIndexOf('@') + 1
  const domain = key.slice(at)
  if (ASCII.test(domain) || /[\0- /?#:@\\%[\]]/.test(domain)) return key
  return key.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain)
}
