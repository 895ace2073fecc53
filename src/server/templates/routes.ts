import { requireFound } from '#domain/error.ts'

import { requireUser } from '../auth/session.ts'
import type { App, AppContext } from '../context.ts'
import type { LongLists } from '../http/long-list.ts'
import type { Bind } from '../run/bind.ts'
import { bindTemplates } from './bindings.ts'
import { templateCalls } from './calls.ts'
import { findTemplateWithTasks, listTemplates } from './store.ts'

export function templateRoutes(app: App, { db }: AppContext, lists: LongLists, bind: Bind): void {
  app.get('/api/templates', { schema: templateCalls.list }, async (request, reply) => {
    const { id } = requireUser(request)
    return lists.send(reply, id, () => listTemplates(db, id), { hasForeignText: true })
  })

  app.get('/api/templates/:id', { schema: templateCalls.find }, async (request) =>
    requireFound(await findTemplateWithTasks(db, requireUser(request).id, request.params.id)),
  )

  bindTemplates(bind)
}
