import { z } from 'zod'

import { categoryNameSchema, newCategorySchema } from '#domain/categories/new-category.ts'

import { type Calls, noBody, tagged } from '../http/openapi/call.ts'

const nameParams = z.object({
  name: categoryNameSchema.describe('The name of the category, percent-encoded. Case is ignored.'),
})

export const categoryCalls = tagged('Categories', {
  list: {
    operationId: 'listCategories',
    summary: 'List category names',
    description: 'Removed categories are not listed, but tasks can still use their names.',
    answer: 'The six defaults first, then your own in order of creation.',
    errors: ['too_many'],
    response: { 200: z.array(z.string()) },
  },
  create: {
    operationId: 'createCategory',
    summary: 'Add a category',
    description: 'A name that differs only in case from an existing one is rejected.',
    body: newCategorySchema,
    answer: 'The new category.',
    errors: ['category_exists', 'not_found', 'text_quota'],
    response: { 201: newCategorySchema },
  },
  delete: {
    operationId: 'deleteCategory',
    summary: 'Remove a category',
    description: 'The category can be restored for 30 days. Tasks in the category keep its name.',
    params: nameParams,
    answer: 'The category is removed.',
    errors: ['default_category', 'not_found'],
    response: { 204: noBody },
  },
  restore: {
    operationId: 'restoreCategory',
    summary: 'Restore a removed category',
    description:
      'Works for 30 days after the removal. If a category with this name exists, it is returned unchanged.',
    params: nameParams,
    answer: 'The category.',
    answerHeaders: ['X-Unchanged'],
    errors: ['not_found', 'text_quota'],
    response: { 200: newCategorySchema },
  },
} as const satisfies Calls)
