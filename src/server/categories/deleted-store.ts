import { categoryKey } from '#domain/categories/category.ts'
import { expiryOfDeleted } from '#domain/tasks/deleted-task.ts'
import { TRASHED_MAX } from '#domain/trash/trash.ts'

import { withGiven } from '../db/given-rows.ts'
import type { Database } from '../db/schema.ts'

export type TrashedCategory = { id: number; name: string; createdAt: string }

/** Stores a category that is about to be deleted, replacing an earlier one with the same name. */
export async function keepDeletedCategory(
  db: Database,
  userId: string,
  name: string,
  deletedAt: string,
): Promise<void> {
  await forgetDeletedCategories(db, userId, [name])
  const { id, created_at } = await db
    .selectFrom('categories')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('deleted_categories')
    .values({
      category_id: id,
      user_id: userId,
      name,
      name_key: categoryKey(name),
      created_at,
      deleted_at: deletedAt,
    })
    .execute()
  const oldest = await db
    .selectFrom('deleted_categories')
    .select('name')
    .where('user_id', '=', userId)
    // A category that a wrong clock dated in the future counts as the oldest.
    .orderBy((query) => query('deleted_at', '>', deletedAt))
    .orderBy('deleted_at', 'desc')
    .orderBy('category_id', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(TRASHED_MAX)
    .execute()
  const names = oldest.map((row) => row.name)
  await forgetDeletedCategories(db, userId, names)
}

/** Finds a deleted category that can still be restored, ignoring case. */
export async function findDeletedCategory(
  db: Database,
  userId: string,
  name: string,
  now: string,
): Promise<TrashedCategory | null> {
  const row = await db
    .selectFrom('deleted_categories')
    .select(['category_id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .where('name_key', '=', categoryKey(name))
    .where('deleted_at', '>', expiryOfDeleted(now))
    .executeTakeFirst()
  return row ? { id: row.category_id, name: row.name, createdAt: row.created_at } : null
}

/** Lists a user's deleted categories, oldest first. */
export async function listDeletedCategories(
  db: Database,
  userId: string,
): Promise<{ name: string; deletedAt: string }[]> {
  const rows = await db
    .selectFrom('deleted_categories')
    .select(['name', 'deleted_at'])
    .where('user_id', '=', userId)
    .orderBy('deleted_at')
    .orderBy('category_id')
    .execute()
  return rows.map((row) => ({ name: row.name, deletedAt: row.deleted_at }))
}

export async function forgetDeletedCategories(
  db: Database,
  userId: string,
  names: readonly string[],
): Promise<void> {
  const keys = names.map((name) => ({ key: categoryKey(name) }))
  await withGiven(db, { key: 'text' }, keys)
    .deleteFrom('deleted_categories')
    .where('user_id', '=', userId)
    .where('name_key', 'in', (query) => query.selectFrom('given').select('key'))
    .execute()
}
