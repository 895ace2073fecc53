import { z } from 'zod'

import { categoryNameSchema, newCategorySchema } from '#domain/new-category.ts'

import { type Call, noBody } from '../openapi/call.ts'

const nameParams = z.object({
  name: categoryNameSchema.describe('Percent-encoded, without regard to case.'),
})

/** What the calls under /api/categories take and answer. */
export const categoryCalls = {
  list: {
    operationId: 'listCategories',
    tags: ['Categories'],
    summary: 'List the names of categories',
    answer: 'The six default ones first, then your own in order of creation.',
    response: { 200: z.array(z.string()) },
  },
  create: {
    operationId: 'createCategory',
    tags: ['Categories'],
    summary: 'Add a category',
    body: newCategorySchema,
    answer: 'The category that was added.',
    errors: ['category_exists'],
    response: { 201: newCategorySchema },
  },
  delete: {
    operationId: 'deleteCategory',
    tags: ['Categories'],
    summary: 'Remove a category',
    description: 'Tasks keep the name of a removed category.',
    params: nameParams,
    answer: 'It is removed.',
    errors: ['default_category', 'not_found'],
    response: { 204: noBody },
  },
} as const satisfies Record<string, Call>
