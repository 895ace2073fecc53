import type { QueryClient } from '@tanstack/react-query'

import { changeCategories } from '#domain/categories/category.ts'
import * as definitions from '#domain/categories/commands.ts'
import type { Category } from '#domain/categories/new-category.ts'

import { isNotFound } from '../sync/api.ts'
import { serverText } from '../sync/error-text.ts'
import { defineClientCommand } from '../sync/runner/command.ts'
import { CATEGORIES_KEY, readCategoriesAgain } from './queries.ts'
import * as words from './words.ts'

/** Adds a category. Refetches the list even after a rejection, because another window may have added the name. */
export const createCategory = defineClientCommand({
  name: definitions.createCategory.name,
  scopes: ({ name }: Category) => [scopeOf(name)],
  request: ({ name }) => ({ method: 'POST', path: '/api/categories', body: { name } }),
  overlay: {
    queryKey: CATEGORIES_KEY,
    apply: (names: string[], { name }) => changeCategories(names, { added: [name] }),
  },
  settle: (client, { body: { name } }: { body: Category }) => changeNames(client, { added: [name] }),
  afterwards: readCategoriesAgain,
  success: () => words.added,
  failure: (error) => serverText(error, words.addFailed),
})

/** Removes a category. The category can be restored for 30 days. Tasks keep the category's name. */
export const deleteCategory = defineClientCommand({
  name: definitions.deleteCategory.name,
  scopes: ({ name }: Category) => [scopeOf(name)],
  request: ({ name }) => ({ method: 'DELETE', path: `/api/categories/${encodeURIComponent(name)}` }),
  overlay: {
    queryKey: CATEGORIES_KEY,
    apply: (names: string[], { name }) => changeCategories(names, { removed: [name] }),
  },
  settle: (client, _answer, { name }) => void changeNames(client, { removed: [name] }),
  afterwards: readCategoriesAgain,
  inverse: (_client, category) => async (run) => void (await run(restoreCategory, category)),
  success: () => words.removed,
  failure: (error) => (isNotFound(error) ? words.gone : serverText(error, words.removeFailed)),
})

export const restoreCategory = defineClientCommand({
  name: definitions.restoreCategory.name,
  scopes: ({ name }: Category) => [scopeOf(name), 'trash'],
  request: ({ name }) => ({ method: 'POST', path: `/api/categories/${encodeURIComponent(name)}/restore` }),
  settle: (client, { body: { name } }: { body: Category }) => changeNames(client, { added: [name] }),
  afterwards: readCategoriesAgain,
  inverse:
    (_client, category) =>
    (run): Promise<void> =>
      run(deleteCategory, category),
  success: (_result, { name }) => words.restored(name),
  failure: (error) => (isNotFound(error) ? words.leftTrash : serverText(error, words.restoreFailed)),
})

/** Calls that add or remove the same name share a scope, so they arrive in order. Case is ignored. */
function scopeOf(name: string): string {
  return `category:${name.toLowerCase()}`
}

function changeNames(client: QueryClient, change: Parameters<typeof changeCategories>[1]) {
  return client.setQueryData<string[]>(CATEGORIES_KEY, (names) => names && changeCategories(names, change))
}
