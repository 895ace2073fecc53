import { defineCommand } from '../command.ts'
import { TenfoldError, notFound, requireFound } from '../error.ts'
import { CATEGORY_EXISTS, isDefaultCategory } from './category.ts'
import type { Category } from './new-category.ts'

/** The stored name of the user's own category that equals the input, ignoring case; null if there is none. */
type State = { category: string | null }

/** Adds a category. Throws `category_exists` if the name is taken, ignoring case. */
export const createCategory = defineCommand({
  name: 'category.create',
  needs: ({ name }: Category) => ({ category: name }),
  rule: ({ category }: State, { name }) => {
    if (category !== null || isDefaultCategory(name)) {
      const issues = [{ path: 'name', message: CATEGORY_EXISTS }]
      throw new TenfoldError('category_exists', CATEGORY_EXISTS, { issues })
    }
    return { name }
  },
})

/** Removes a category (ignoring case), which can be restored for 30 days. Throws `default_category` and `not_found`. */
export const deleteCategory = defineCommand({
  name: 'category.delete',
  needs: ({ name }: Category) => ({ category: name }),
  rule: ({ category }: State, { name }) => {
    if (category === null && isDefaultCategory(name))
      throw new TenfoldError('default_category', 'Default categories cannot be removed')
    if (category === null) throw notFound()
    return { name: category }
  },
})

/** Restores a deleted category, ignoring case. Returns null if a category with that name exists. Throws `not_found`. */
export const restoreCategory = defineCommand({
  name: 'category.restore',
  needs: ({ name }: Category) => ({ category: name, trashed: name }),
  rule: ({ category, trashed }: State & { trashed: Category | null }) =>
    category === null ? requireFound(trashed) : null,
})
