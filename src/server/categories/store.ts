import { categoryKey } from '#domain/categories/category.ts'

import type { Database } from '../db/schema.ts'
import { textBytes } from '../db/text-bytes.ts'
import { countTexts } from '../db/text-tally.ts'
import type { LongList } from '../http/long-list.ts'
import { noteChanges } from '../run/change-log.ts'
import type { TrashedCategory } from './deleted-store.ts'

/** Opens the list of the user's own category names, in order of creation. */
export async function listOwnCategories(db: Database, userId: string): Promise<LongList> {
  const own = db.selectFrom('categories').where('user_id', '=', userId)
  const rows = await own.select('id').orderBy('id').execute()
  return {
    ids: rows.map(({ id }) => id),
    readSizes: (ids) =>
      own
        .select(['id', textBytes(['name']).as('bytes')])
        .where('id', 'in', ids)
        .execute(),
    readEntries: async (ids) => {
      const rows = await own.select(['id', 'name']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}

/** Returns the user's own category names in a single query, so that one deleted in the meantime isn't missed. */
export async function listOwnCategoryNames(db: Database, userId: string): Promise<string[]> {
  const own = db.selectFrom('categories').select('name').where('user_id', '=', userId)
  return (await own.orderBy('id').execute()).map(({ name }) => name)
}

/** Finds one of the user's categories: with this exact name, or else ignoring case. Returns the stored name. */
export async function findCategory(db: Database, userId: string, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('categories')
    .select('name')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('name', '=', name), is('name_key', '=', categoryKey(name))]))
    .orderBy((is) => is('name', '!=', name))
    .executeTakeFirst()
  return row?.name ?? null
}

/** Adds a category. A restored category keeps its id. */
export async function insertCategory(
  db: Database,
  userId: string,
  { name, createdAt, ...kept }: Omit<TrashedCategory, 'id'> | TrashedCategory,
): Promise<void> {
  const row = { ...kept, user_id: userId, name, name_key: categoryKey(name), created_at: createdAt }
  await db.insertInto('categories').values(row).execute()
  countTexts(db, Buffer.byteLength(name))
  noteChanges(db, [{ kind: 'category', id: name }])
}

/** Removes one of the user's categories by its stored name. */
export async function removeCategory(db: Database, userId: string, name: string): Promise<void> {
  await db.deleteFrom('categories').where('user_id', '=', userId).where('name', '=', name).execute()
  countTexts(db, -Buffer.byteLength(name))
  noteChanges(db, [{ kind: 'category', id: name, deleted: true }])
}
