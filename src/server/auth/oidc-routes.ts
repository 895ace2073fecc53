import type { FastifyReply, FastifyRequest } from 'fastify'

import { notFound } from '#domain/error.ts'

import type { App, AppContext } from '../context.ts'
import { isOwnNavigation } from '../http/same-origin.ts'
import type { BruteForceGuard } from './brute-force-guard.ts'
import { oidcCalls } from './oidc-calls.ts'
import { linkToProvider, signInByProvider, unlinkFromProvider } from './oidc-commands.ts'
import { OIDC_PATH, OidcError, logFailure, sendFailure } from './oidc-failure.ts'
import { newFlow, sendFlow, takeFlow } from './oidc-flow.ts'
import { type Provider, openProvider } from './oidc-provider.ts'
import { hasIdentity } from './oidc-store.ts'
import { provePassword } from './prove-password.ts'
import { findUser, requireSession, requireUser, sendSession } from './session.ts'
import { findPasswordHash } from './store.ts'

/** Users open these URLs in a browser, which would show an error as raw JSON. */
const PAGES = { forVisitors: true, duringOverload: true }
const SIGN_IN_PAGE = '/api/login'

/** Registers sign-in through a provider and linking (decision 021). */
export function oidcRoutes(app: App, context: AppContext, guessing: BruteForceGuard): void {
  const { config } = context
  const provider = config.oidc && openProvider(config.oidc, config)
  if (provider) app.log.info({ redirectUri: provider.redirectUri }, 'sign-in through a provider is enabled')
  signInRoutes(app, context, provider)
  linkRoutes(app, context, { provider, guessing })
}

/** Redirects to the main page after sign-in, and never takes a redirect target from the request. */
function signInRoutes(app: App, context: AppContext, provider: Provider | null): void {
  const { config, clock } = context

  app.get(OIDC_PATH, { config: PAGES, schema: oidcCalls.begin }, async (request, reply) => {
    // A page can sign in again while another account is signed in.
    if (findUser(request) && !isOwnNavigation(request, config)) return reply.redirect('/')
    if (!provider) return reply.redirect(SIGN_IN_PAGE)
    try {
      const flow = newFlow(clock.now())
      const url = await provider.begin(flow)
      await sendFlow(reply, flow, config)
      return reply.redirect(url)
    } catch (error) {
      return sendFailure(request, reply, context, error)
    }
  })

  app.get(`${OIDC_PATH}/callback`, { config: PAGES, schema: oidcCalls.finish }, async (request, reply) => {
    const query = queryOf(request)
    if (!provider || query === '') return reply.redirect(SIGN_IN_PAGE)
    try {
      await comeBack(request, reply, { query, provider, context })
      return reply.redirect('/')
    } catch (error) {
      return sendFailure(request, reply, context, error)
    }
  })
}

function linkRoutes(
  app: App,
  { db, config, clock }: AppContext,
  { provider, guessing }: { provider: Provider | null; guessing: BruteForceGuard },
): void {
  const path = `${OIDC_PATH}/link`

  app.get(path, { schema: oidcCalls.findWaysIn }, async (request) => {
    const { id } = requireUser(request)
    return {
      provider: provider?.name ?? null,
      linked: await hasIdentity(db, id),
      password: (await findPasswordHash(db, id)) !== null,
    }
  })

  app.post(path, { schema: oidcCalls.link }, async (request, reply) => {
    const { sid } = requireSession(request)
    if (!provider) throw notFound()
    const given = { path: 'password', password: request.body.password }
    await provePassword(request, given, { db, clock, guessing })
    const flow = newFlow(clock.now(), { sid })
    try {
      const url = await provider.begin(flow)
      await sendFlow(reply, flow, config)
      return { url }
    } catch (error) {
      logFailure(request, error)
      throw error
    }
  })

  app.delete(path, { schema: oidcCalls.unlink }, async (request, reply) => {
    await unlinkFromProvider(db, requireUser(request).id)
    return reply.code(204).send()
  })
}

async function comeBack(
  request: FastifyRequest,
  reply: FastifyReply,
  { query, provider, context }: { query: string; provider: Provider; context: AppContext },
): Promise<void> {
  const flow = await takeFlow(request, reply, { config: context.config, now: context.clock.now() })
  if (!flow) throw unknownFlow()
  const person = await provider.finish(flow, query)
  if (flow.link) await linkToProvider(request, { person, flow, context })
  else sendSession(request, reply, await signInByProvider(request, { person, flow, context }), context)
}

/** Returns the raw query, so that duplicate parameters stay visible. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

function unknownFlow(): OidcError {
  return new OidcError(
    'sign_in_failed',
    'This sign-in was started in another browser or tab, or too long ago. Try again here.',
    'the browser has no pending flow',
  )
}
