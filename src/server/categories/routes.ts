import { DEFAULT_CATEGORIES } from '#domain/categories/category.ts'

import { requireUser } from '../auth/session.ts'
import type { App, AppContext } from '../context.ts'
import type { LongLists } from '../http/long-list.ts'
import type { Bind } from '../run/bind.ts'
import { bindCategories } from './bindings.ts'
import { categoryCalls } from './calls.ts'
import { listOwnCategories } from './store.ts'

export function categoryRoutes(app: App, { db }: AppContext, lists: LongLists, bind: Bind): void {
  app.get('/api/categories', { schema: categoryCalls.list }, async (request, reply) => {
    const { id } = requireUser(request)
    return lists.send(reply, id, async () => ({
      head: DEFAULT_CATEGORIES,
      ...(await listOwnCategories(db, id)),
    }))
  })

  bindCategories(bind)
}
