import { requireUser } from '../auth/session.ts'
import type { App, AppContext } from '../context.ts'
import type { Bind } from '../run/bind.ts'
import { bindTrash } from './bindings.ts'
import { trashCalls } from './calls.ts'
import { readTrashPage } from './page.ts'

export function trashRoutes(app: App, context: AppContext, bind: Bind): void {
  app.get('/api/trash', { schema: trashCalls.list }, async (request) =>
    readTrashPage(context.db, requireUser(request).id, request.query, context.clock.now()),
  )

  bindTrash(bind, context)
}
