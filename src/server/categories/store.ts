import { categoryKey } from '#domain/category.ts'

import type { Database } from '../db/schema.ts'
import { recordChanges } from '../events/store.ts'

/** The names of the user's own categories, in order of creation. */
export async function listOwnCategories(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .select('name')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.name)
}

/** Adds a category of the user. Answers false, and adds none, when there is one of this name without regard to case. */
export async function insertCategory(
  db: Database,
  userId: string,
  name: string,
  now: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('categories')
    .values({ user_id: userId, name, name_key: categoryKey(name), created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'name_key']).doNothing())
    .executeTakeFirstOrThrow()
  const isNew = numInsertedOrUpdatedRows === 1n
  if (isNew) await recordChanges(db, userId, [{ kind: 'category', id: name }])
  return isNew
}

/** Removes a category of the user, found without regard to case. Answers whether it was there. */
export async function deleteCategory(db: Database, userId: string, name: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('categories')
    .where('user_id', '=', userId)
    .where('name_key', '=', categoryKey(name))
    .returning('name')
    .executeTakeFirst()
  if (deleted) await recordChanges(db, userId, [{ kind: 'category', id: deleted.name, deleted: true }])
  return deleted !== undefined
}
