import { createCategory, deleteCategory, restoreCategory } from '#domain/categories/commands.ts'
import { notFound, requireFound } from '#domain/error.ts'

import type { Bind } from '../run/bind.ts'
import { noteChanges } from '../run/change-log.ts'
import { categoryCalls } from './calls.ts'
import { findDeletedCategory, forgetDeletedCategories, keepDeletedCategory } from './deleted-store.ts'
import { findCategory, insertCategory, removeCategory } from './store.ts'

export function bindCategories(bind: Bind): void {
  bind(createCategory, {
    method: 'POST',
    path: '/api/categories',
    schema: categoryCalls.create,
    input: ({ body }) => body,
    body: (input) => input,
    read: async (db, { userId }, needs) => ({ category: await findCategory(db, userId, needs.category) }),
    write: async (db, { userId, now }, { name }) => {
      await insertCategory(db, userId, { name, createdAt: now })
      return { name }
    },
    replay: async (db, { userId }, { name }) => {
      if ((await findCategory(db, userId, name)) !== name) throw notFound()
      return { name }
    },
    answer: (category) => category,
  })

  bind(deleteCategory, {
    method: 'DELETE',
    path: '/api/categories/:name',
    schema: categoryCalls.delete,
    input: ({ params }) => params,
    read: async (db, { userId }, needs) => ({ category: await findCategory(db, userId, needs.category) }),
    write: async (db, { userId, now }, { name }) => {
      await keepDeletedCategory(db, userId, name, now)
      await removeCategory(db, userId, name)
    },
    replay: async () => undefined,
    answer: () => undefined,
  })

  bind(restoreCategory, {
    method: 'POST',
    path: '/api/categories/:name/restore',
    schema: categoryCalls.restore,
    input: ({ params }) => params,
    read: async (db, { userId, now }, needs) => ({
      category: await findCategory(db, userId, needs.category),
      trashed: await findDeletedCategory(db, userId, needs.trashed, now),
    }),
    write: async (db, { userId, now }, restored, input) => {
      const name = restored?.name ?? requireFound(await findCategory(db, userId, input.name))
      const trashed = await findDeletedCategory(db, userId, name, now)
      if (trashed && restored) await insertCategory(db, userId, trashed)
      // A category with the same name has since been added, so there is nothing left to restore.
      else if (trashed) noteChanges(db, [{ kind: 'trash', id: 'category', deleted: true }])
      await forgetDeletedCategories(db, userId, [name])
      return { name }
    },
    replay: async (db, { userId }, { name }) => ({
      name: requireFound(await findCategory(db, userId, name)),
    }),
    answer: (category) => category,
  })
}
