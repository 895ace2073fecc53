import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { CATEGORY_EXISTS, DEFAULT_CATEGORIES, isDefaultCategory } from '#domain/category.ts'
import { TenfoldError, notFound } from '#domain/error.ts'

import { requireUser } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { categoryCalls } from './calls.ts'
import { deleteCategory, insertCategory, listOwnCategories } from './store.ts'

/** The calls under /api/categories. Each reads the request, runs one change in a transaction, and answers. */
export function categoryRoutes(fastify: FastifyInstance, { db, clock }: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()

  app.get('/api/categories', { schema: categoryCalls.list }, async (request) => [
    ...DEFAULT_CATEGORIES,
    ...(await listOwnCategories(db, requireUser(request).id)),
  ])

  app.post('/api/categories', { schema: categoryCalls.create }, async (request, reply) => {
    const user = requireUser(request)
    const { name } = request.body
    if (isDefaultCategory(name)) throw categoryExists()
    const isNew = await inTransaction(db, user.id, (db) => insertCategory(db, user.id, name, clock.now()))
    if (!isNew) throw categoryExists()
    return reply.code(201).send({ name })
  })

  app.delete('/api/categories/:name', { schema: categoryCalls.delete }, async (request, reply) => {
    const user = requireUser(request)
    const { name } = request.params
    if (isDefaultCategory(name)) {
      throw new TenfoldError('default_category', 'Default categories cannot be removed')
    }
    if (!(await inTransaction(db, user.id, (db) => deleteCategory(db, user.id, name)))) throw notFound()
    return reply.code(204).send()
  })
}

function categoryExists(): TenfoldError {
  const issue = { path: 'name', message: CATEGORY_EXISTS }
  return new TenfoldError('category_exists', CATEGORY_EXISTS, { issues: [issue] })
}
