import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { emailKey } from '#domain/account.ts'
import { TenfoldError } from '#domain/error.ts'
import { isStorable } from '#domain/text.ts'

import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { sendPage } from '../pages.ts'
import { isSameOrigin } from '../same-origin.ts'
import { newUser, runMakeAccount } from './account-commands.ts'
import { authCalls } from './calls.ts'
import type { Guessing } from './guessing.ts'
import { OIDC_PATH, isOnlyProvider } from './oidc-failure.ts'
import { type Costs, hashPassword, needsRehash, verifyPassword } from './password.ts'
import { beginSession, endSession, findUser, sendSession } from './session.ts'
import { findAccount, replacePasswordHash } from './store.ts'

const VISITORS = { forVisitors: true }

/**
 * Making an account, signing in and out, and the page for it.
 * @param costs of new hashes
 */
export function authRoutes(
  app: FastifyInstance,
  context: AppContext,
  guessing: Guessing,
  costs: Costs,
): void {
  entranceRoutes(app, context, guessing, costs)
  exitRoutes(app, context)
}

function entranceRoutes(
  fastify: FastifyInstance,
  context: AppContext,
  guessing: Guessing,
  costs: Costs,
): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const { db, config, clock } = context

  app.get('/api/login', { config: VISITORS, schema: authCalls.showSignIn }, async (request, reply) => {
    if (findUser(request)) return reply.redirect('/')
    if (await isOnlyProvider(context)) return reply.redirect(OIDC_PATH)
    return sendPage(request, reply, context)
  })

  app.post('/api/register', { config: VISITORS, schema: authCalls.register }, async (request, reply) => {
    if (!config.signups) throw new TenfoldError('signups_closed', 'New accounts cannot be made here.')
    await guessing.countAccount(request)
    const user = newUser(request.body, clock.now())
    const hash = await hashPassword(request.body.password, costs)
    const session = await inTransaction(db, user.id, async (db) => {
      if (!(await runMakeAccount(db, user, hash))) throw emailTaken()
      return beginSession(db, request, user, context)
    })
    sendSession(request, reply, session, context)
    request.log.info({ user: user.id }, 'account made')
    return reply.code(201).send(user)
  })

  app.post('/api/login', { config: VISITORS, schema: authCalls.signIn }, async (request, reply) => {
    const { email, password } = request.body
    const account = isStorable(email) ? await findAccount(db, emailKey(email)) : null
    const hash = account?.hash ?? null
    const isRight = await guessing.check(request, email, () => verifyPassword(password, hash, costs))
    if (!account || hash === null || !isRight) {
      request.log.info({ user: account?.user.id ?? null, address: request.ip }, 'sign-in failed')
      throw wrongCredentials()
    }
    const fresh = needsRehash(hash, costs) ? await hashPassword(password, costs) : hash
    const session = await inTransaction(db, account.user.id, async (db) => {
      const change = { from: hash, to: fresh, now: clock.now() }
      if (!(await replacePasswordHash(db, account.user.id, change))) throw wrongCredentials()
      return beginSession(db, request, account.user, context)
    })
    sendSession(request, reply, session, context)
    request.log.info({ user: account.user.id }, 'signed in')
    return account.user
  })
}

function exitRoutes(app: FastifyInstance, context: AppContext): void {
  app.get(
    '/api/logout',
    { config: VISITORS, schema: authCalls.leave, exposeHeadRoute: false },
    async (request, reply) => {
      if (isOwnNavigation(request, context)) await endSession(request, reply, context)
      return reply.redirect('/')
    },
  )

  app.post('/api/logout', { config: VISITORS, schema: authCalls.signOut }, async (request, reply) => {
    await endSession(request, reply, context)
    return reply.code(204).send()
  })
}

/** Only the person signs out: not a page of another site, and not a browser that looks ahead. */
function isOwnNavigation(request: FastifyRequest, { config }: AppContext): boolean {
  const { origin, referer } = request.headers
  return request.headers['sec-purpose'] === undefined && isSameOrigin(request, config, origin ?? referer)
}

function emailTaken(): TenfoldError {
  const message = 'There is already an account with this e-mail.'
  return new TenfoldError('email_taken', message, { issues: [{ path: 'email', message }] })
}

/** The same words whether the e-mail or the password is wrong. */
function wrongCredentials(): TenfoldError {
  return new TenfoldError('wrong_credentials', 'That e-mail and password do not match.')
}
