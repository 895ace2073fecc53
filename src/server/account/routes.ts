import { finished } from 'node:stream'

import type { FastifyReply } from 'fastify'

import { TenfoldError, notFound } from '#domain/error.ts'

import { contentDisposition } from '../attachments/content-disposition.ts'
import { removeUnused } from '../files/unused.ts'
import type { App, AppContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import type { LongLists } from '../http/long-list.ts'
import type { Bind } from '../run/bind.ts'
import { startEffects } from '../run/execute.ts'
import { bindAccount } from './bindings.ts'
import { accountCalls, settingsCalls } from './calls.ts'
import { runDeleteAccount } from './commands.ts'
import { exportAccount } from './export.ts'
import { findSettings } from './store.ts'
import type { BruteForceGuard } from '../auth/brute-force-guard.ts'
import { type Costs, hashPassword } from '../auth/password.ts'
import { proveOwner, provePassword, wrongPassword } from '../auth/prove-password.ts'
import { endSession, forgetSession, requireSession, requireUser, sessionId } from '../auth/session.ts'
import { deleteOtherSessions, deleteSession, listSessions, replacePasswordHash } from '../auth/store.ts'

export type AccountMeans = {
  guessing: BruteForceGuard
  costs: Costs
  lists: LongLists
}

export function accountRoutes(
  app: App,
  context: AppContext,
  { guessing, costs, lists }: AccountMeans,
  bind: Bind,
): void {
  const { db, clock } = context
  const exporting = new Map<FastifyReply, string>()

  app.get('/api/auth/user', { schema: accountCalls.findUser }, async (request) => requireUser(request))

  app.get('/api/settings', { schema: settingsCalls.findSettings }, async (request) =>
    findSettings(db, requireUser(request).id),
  )
  bindAccount(bind)

  app.post('/api/auth/password', { schema: accountCalls.changePassword }, async (request, reply) => {
    const { user, sid } = requireSession(request)
    const { currentPassword, newPassword } = request.body
    const given = { path: 'currentPassword', password: currentPassword, next: newPassword }
    const hash = await provePassword(request, given, { db, clock, guessing })
    const change = { from: hash, to: await hashPassword(newPassword, costs), now: clock.now() }
    await inTransaction(db, user.id, async (db) => {
      if (!(await replacePasswordHash(db, user.id, change))) throw wrongPassword(given.path)
      await deleteOtherSessions(db, user.id, sid)
    })
    request.log.info({ user: user.id }, 'password changed')
    return reply.code(204).send()
  })

  app.delete('/api/auth/user', { schema: accountCalls.deleteAccount }, async (request, reply) => {
    const { id } = requireUser(request)
    await proveOwner(request, { path: 'password', password: request.body.password }, { db, clock, guessing })
    if ([...exporting.values()].includes(id)) throw exportRunning()
    const blobs = await inTransaction(db, id, (db) => runDeleteAccount(db, id))
    startEffects(request.log, () => removeUnused(context, request.log, blobs))
    forgetSession(reply, context)
    request.log.info({ user: id }, 'account deleted')
    return reply.code(204).send()
  })

  sessionRoutes(app, context)
  exportRoutes(app, context, lists, exporting)
}

function sessionRoutes(app: App, context: AppContext): void {
  const { db, clock } = context

  app.get('/api/auth/sessions', { schema: accountCalls.listSessions }, async (request) => {
    const { user, sid: current } = requireSession(request)
    const sessions = await listSessions(db, user.id, clock.now())
    return sessions
      .map(({ sid, details }) => ({ id: sessionId(sid), ...details, current: sid === current }))
      .toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))
  })

  app.delete('/api/auth/sessions', { schema: accountCalls.endOtherSessions }, async (request, reply) => {
    const { user, sid } = requireSession(request)
    await deleteOtherSessions(db, user.id, sid)
    request.log.info({ user: user.id }, 'other sessions ended')
    return reply.code(204).send()
  })

  app.delete('/api/auth/sessions/:id', { schema: accountCalls.endSession }, async (request, reply) => {
    const { user, sid } = requireSession(request)
    const sessions = await listSessions(db, user.id, clock.now())
    const session = sessions.find((one) => sessionId(one.sid) === request.params.id)
    if (!session) throw notFound()
    if (session.sid === sid) await endSession(request, reply, context)
    else await deleteSession(db, user.id, session.sid)
    request.log.info({ user: user.id }, 'session ended')
    return reply.code(204).send()
  })
}

/** @param exporting the ids of the users whose exports are running, by response */
function exportRoutes(
  app: App,
  context: AppContext,
  lists: LongLists,
  exporting: Map<FastifyReply, string>,
): void {
  app.get(
    '/api/auth/export',
    { schema: accountCalls.exportAccount, exposeHeadRoute: false },
    async (request, reply) => {
      const user = requireUser(request)
      const now = context.clock.now()
      lists.requireRoom(user.id)
      lists.enter(reply, user.id)
      exporting.set(reply, user.id)
      finished(reply.raw, () => exporting.delete(reply))
      const zip = await exportAccount(user, now, context)
      request.log.info({ user: user.id }, 'data exported')
      return reply.type('application/zip').header('content-disposition', archiveName(now)).send(zip)
    },
  )

  // Fastify's default HEAD handler would create the whole archive.
  app.head('/api/auth/export', async (request, reply) => {
    lists.requireRoom(requireUser(request).id)
    return reply
      .type('application/zip')
      .header('content-disposition', archiveName(context.clock.now()))
      .send()
  })
}

function exportRunning(): TenfoldError {
  const message = 'Your export is still being downloaded. Wait until it has finished, or cancel the download.'
  return new TenfoldError('export_running', message)
}

function archiveName(now: string): string {
  return contentDisposition(`tenfold-${now.slice(0, 10)}.zip`)
}
