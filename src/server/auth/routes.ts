import { TenfoldError } from '#domain/error.ts'
import { isStorable } from '#domain/text.ts'

import type { App, AppContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { sendPage } from '../http/pages.ts'
import { isOwnNavigation } from '../http/same-origin.ts'
import { policyWith } from '../http/security-headers.ts'
import { newUser, runMakeAccount } from './commands.ts'
import { authCalls } from './calls.ts'
import type { BruteForceGuard } from './brute-force-guard.ts'
import { LOG_OUT_STYLE, logOutPage } from './log-out-page.ts'
import { OIDC_PATH, isOnlyProvider } from './oidc-failure.ts'
import { type Costs, hashPassword, needsRehash, verifyPassword } from './password.ts'
import { beginSession, endSession, findUser, sendSession } from './session.ts'
import { requireSecurePage } from './session-cookie.ts'
import { findAccount, replacePasswordHash } from './store.ts'

const VISITORS = { forVisitors: true }
/** Browsers show the response of these routes as a page, so it can't be JSON. */
const PAGE = { ...VISITORS, duringOverload: true }
const ON_FULL_DISK = { ...VISITORS, usesReserve: () => true }

/**
 * Registers registration, sign-in, sign-out and the sign-in page.
 * @param costs the cost of new hashes
 */
export function authRoutes(app: App, context: AppContext, guessing: BruteForceGuard, costs: Costs): void {
  entranceRoutes(app, context, guessing, costs)
  exitRoutes(app, context)
}

function entranceRoutes(app: App, context: AppContext, guessing: BruteForceGuard, costs: Costs): void {
  const { db, config, clock } = context

  app.get('/api/login', { config: PAGE, schema: authCalls.showSignIn }, async (request, reply) => {
    if (findUser(request)) return reply.redirect('/')
    if (await isOnlyProvider(context)) return reply.redirect(OIDC_PATH)
    return sendPage(request, reply, context)
  })

  app.post('/api/register', { config: VISITORS, schema: authCalls.register }, async (request, reply) => {
    if (!config.signups)
      throw new TenfoldError(
        'signups_closed',
        'Sign-ups are closed on this server. Ask the administrator for an account.',
      )
    requireSecurePage(request, config)
    await guessing.countAccount(request)
    const user = newUser(request.body, clock.now())
    const hash = await hashPassword(request.body.password, costs)
    const session = await inTransaction(db, user.id, async (db) => {
      if (!(await runMakeAccount(db, user, hash))) throw emailTaken()
      return beginSession(db, request, user, context)
    })
    sendSession(request, reply, session, context)
    request.log.info({ user: user.id }, 'account created')
    return reply.code(201).send(user)
  })

  app.post('/api/login', { config: ON_FULL_DISK, schema: authCalls.signIn }, async (request, reply) => {
    const { email, password } = request.body
    requireSecurePage(request, config)
    const account = isStorable(email) ? await findAccount(db, email) : null
    const hash = account?.hash ?? null
    const isRight = await guessing.check(request, email, () => verifyPassword(password, hash, costs))
    if (!account || hash === null || !isRight) {
      request.log.info({ user: account?.user.id ?? null, address: request.ip }, 'sign-in failed')
      throw wrongCredentials()
    }
    const fresh = needsRehash(hash, costs) ? await hashPassword(password.normalize('NFC'), costs) : hash
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

function exitRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/logout',
    { config: { ...ON_FULL_DISK, ...PAGE }, schema: authCalls.leave, exposeHeadRoute: false },
    async (request, reply) => {
      const user = findUser(request)
      const isOwn = isOwnNavigation(request, context.config)
      if (user && isOwn === null) {
        reply.header('content-security-policy', policyWith(LOG_OUT_STYLE))
        return reply.type('text/html; charset=utf-8').send(logOutPage(user))
      }
      if (isOwn !== false) await endSession(request, reply, context)
      return reply.redirect('/')
    },
  )

  app.register(async (app) => {
    app.addContentTypeParser(FORM_TYPE, (_request, _body, done) => done(null))
    app.post('/api/logout', { config: ON_FULL_DISK, schema: authCalls.signOut }, async (request, reply) => {
      await endSession(request, reply, context)
      const isForm = request.headers['content-type']?.startsWith(FORM_TYPE)
      return isForm ? reply.redirect('/', 303) : reply.code(204).send()
    })
  })
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

function emailTaken(): TenfoldError {
  const message = 'An account with this email already exists. Sign in, or use another email.'
  return new TenfoldError('email_taken', message, { issues: [{ path: 'email', message }] })
}

/** Uses the same message for a wrong email and a wrong password. */
function wrongCredentials(): TenfoldError {
  return new TenfoldError('wrong_credentials', 'That email and password don’t match. Try again.')
}
