import { z } from 'zod'

import { CATEGORY_EXISTS, isAmong } from './category.ts'
import { requiredText } from '../text-schema.ts'

export const CATEGORY_LENGTH_MAX = 30

export const categoryNameSchema = requiredText(CATEGORY_LENGTH_MAX, {
  what: 'Category name',
  required: 'Category name cannot be empty',
  tooLong: `Category name must be ${CATEGORY_LENGTH_MAX} characters or fewer`,
})

/**
 * The body of `POST /api/categories`. Rejects `.` and `..`, which URLs treat as path segments. Source: decisions 9 and
 * 12.
 */
export const newCategorySchema = z
  .object({
    name: categoryNameSchema
      .overwrite((name) => name.replaceAll(/\s+/g, ' '))
      .refine((name) => name !== '.' && name !== '..', { error: 'Category name cannot be . or ..' }),
  })
  .meta({ id: 'Category' })

export type Category = z.output<typeof newCategorySchema>

/**
 * Returns the problem with the name of a new category, or null.
 * @param existing the current categories, including the defaults
 */
export function newCategoryFault(name: string, existing: readonly string[]): string | null {
  const { data, error } = newCategorySchema.safeParse({ name })
  if (error) return error.issues[0]?.message ?? null
  return isAmong(data.name, existing) ? CATEGORY_EXISTS : null
}
