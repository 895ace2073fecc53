import { expiryOfDeleted } from '#domain/tasks/deleted-task.ts'
import type { TemplateWithTasks } from '#domain/templates/template.ts'
import { beyondTrash } from '#domain/trash/trash.ts'

import { withGivenIds } from '../db/given-rows.ts'
import type { Database } from '../db/schema.ts'
import { textBytes } from '../db/text-bytes.ts'

/**
 * Stores a template that is about to be deleted, and its tasks. Deletes the oldest deleted templates beyond the limit.
 */
export async function keepDeletedTemplate(
  db: Database,
  userId: string,
  template: TemplateWithTasks,
  deletedAt: string,
): Promise<void> {
  await db
    .insertInto('deleted_templates')
    .values({
      template_id: template.id,
      user_id: userId,
      name: template.name,
      tasks: template.tasks.length,
      template: JSON.stringify(template),
      deleted_at: deletedAt,
    })
    .execute()
  const kept = await db
    .selectFrom('deleted_templates')
    .select(['template_id', textBytes(['template']).as('bytes')])
    .where('user_id', '=', userId)
    // A template that a wrong clock dated in the future counts as the oldest.
    .orderBy((query) => query('deleted_at', '>', deletedAt))
    .orderBy('deleted_at', 'desc')
    .orderBy('template_id', 'desc')
    .execute()
  const gone = beyondTrash(kept.map((row) => ({ id: row.template_id, bytes: row.bytes })))
  await forgetDeletedTemplates(db, userId, gone)
}

/** Finds a deleted template that can still be restored. */
export async function findDeletedTemplate(
  db: Database,
  userId: string,
  id: number,
  now: string,
): Promise<TemplateWithTasks | null> {
  const kept = await findKeptTemplate(db, userId, id)
  return kept && kept.deletedAt > expiryOfDeleted(now) ? kept : null
}

/** Lists the ids of a user's deleted templates, oldest first. */
export async function listDeletedTemplateIds(db: Database, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('deleted_templates')
    .select('template_id')
    .where('user_id', '=', userId)
    .orderBy('deleted_at')
    .orderBy('template_id')
    .execute()
  return rows.map((row) => row.template_id)
}

/** Finds a deleted template, even an expired one. */
export async function findKeptTemplate(
  db: Database,
  userId: string,
  id: number,
): Promise<(TemplateWithTasks & { deletedAt: string }) | null> {
  const row = await db
    .selectFrom('deleted_templates')
    .select(['template', 'deleted_at'])
    .where('user_id', '=', userId)
    .where('template_id', '=', id)
    .executeTakeFirst()
  return row ? { ...(JSON.parse(row.template) as TemplateWithTasks), deletedAt: row.deleted_at } : null
}

export async function forgetDeletedTemplates(
  db: Database,
  userId: string,
  ids: readonly number[],
): Promise<void> {
  await withGivenIds(db, ids)
    .deleteFrom('deleted_templates')
    .where('user_id', '=', userId)
    .where('template_id', 'in', (query) => query.selectFrom('given').select('id'))
    .execute()
}
