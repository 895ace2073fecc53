import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { User } from '#domain/account/account.ts'
import type { Settings } from '#domain/account/settings.ts'
import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { isLongAgo, noteReturn } from './absence.ts'
import { clearToken, isHttps, newToken, sendToken, tokenToSid, tokensOf } from './session-cookie.ts'
import {
  type FoundSession,
  type SessionDetails,
  deleteSession,
  findSession,
  insertSession,
  updateSession,
} from './store.ts'

/** The maximum idle time and total lifetime of a session. Source: decisions 2, security 12. */
const IDLE_HOURS_MAX = 30 * 24
const LIFE_HOURS_MAX = 365 * 24

/** How often a session in use is renewed. Each renewal writes to the database. */
const RENEWAL_HOURS = 1

const USER_AGENT_LENGTH_MAX = 300

export type Session = {
  sid: string
  user: User
  details: SessionDetails
  /** Missing while the session is being created. */
  settings?: Settings
}

/** A new session. Only the browser gets the token; it is not stored. */
export type NewSession = Session & { token: string; expire: string }

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
  }
  interface FastifyContextConfig {
    /** Whether the route works without a session. */
    forVisitors?: boolean
  }
}

/**
 * Finds the session of each API and page request. Rejects API requests without a session, except on routes marked
 * `forVisitors`.
 */
export function installSessions(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    if (isAboutSomebody(request)) request.session = await resumeSession(request, reply, context)
    if (isCall(request) && !request.routeOptions.config.forVisitors) requirePageUser(request)
  })

  if (!isHttps(context.config)) app.log.info('BASE_URL uses http, so cookies are not marked Secure')
}

export function findUser(request: FastifyRequest): User | null {
  return request.session?.user ?? null
}

/** @throws TenfoldError `not_signed_in` */
export function requireUser(request: FastifyRequest): User {
  return requireSession(request).user
}

/** @throws TenfoldError `not_signed_in` */
export function requireSession(request: FastifyRequest): Session {
  if (!request.session) throw notSignedIn()
  return request.session
}

/**
 * A page sends the id of the user whose data it shows, because someone else may have signed in from the same browser.
 * @throws TenfoldError `not_signed_in` without a session, and if the session is another user's
 */
function requirePageUser(request: FastifyRequest): void {
  const { user } = requireSession(request)
  const named = request.headers['x-user']
  if (named && named !== user.id) throw notSignedIn()
}

export function notSignedIn(): TenfoldError {
  return new TenfoldError('not_signed_in', 'You’re not signed in. Sign in and try again.')
}

/** Starts a session with a new id and ends the browser's previous one. `sendSession` sets the cookie. */
export async function beginSession(
  db: Database,
  request: FastifyRequest,
  user: User,
  { config, clock }: AppContext,
): Promise<NewSession> {
  const now = clock.now()
  const token = newToken()
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH_MAX) ?? null
  const details: SessionDetails = { createdAt: now, lastUsedAt: now, userAgent }
  const session = { token, sid: tokenToSid(token, config), user, details, expire: expiryOf(details) }
  await noteReturn(db, user.id, now)
  const former = request.session
  if (former) await deleteSession(db, former.user.id, former.sid)
  await insertSession(db, user.id, session)
  return session
}

/** Sets the cookie of a new session. Call this after the commit. */
export function sendSession(
  request: FastifyRequest,
  reply: FastifyReply,
  session: NewSession,
  { config, clock }: AppContext,
): void {
  request.session = session
  sendToken(reply, session.token, { config, maxAge: secondsUntil(session.expire, clock.now()) })
}

/** Ends the browser's session, if any, and clears the browser's cache. */
export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, config }: AppContext,
): Promise<void> {
  const { session } = request
  if (session) await deleteSession(db, session.user.id, session.sid)
  forgetSession(reply, { config })
}

/** Deletes the session cookie and clears the browser's cache. */
export function forgetSession(reply: FastifyReply, { config }: Pick<AppContext, 'config'>): void {
  clearToken(reply, config)
  reply.header('clear-site-data', '"cache"')
}

/** Returns a public id of a session, from which the sid cannot be derived. */
export function sessionId(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url')
}

/** Returns whether a request needs a session. Health checks and files need none, so none is looked up. */
function isAboutSomebody(request: FastifyRequest): boolean {
  if (request.routeOptions.url !== '/*') return isCall(request)
  const path = request.url.split('?', 1)[0] ?? ''
  return path === '/index.html' || !/\.[^/]+$/.test(path)
}

function isCall(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/api/') ?? false
}

async function resumeSession(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<Session | null> {
  const { db, config, clock } = context
  const now = clock.now()
  const tokens = tokensOf(request, config)
  const sids = tokens.map((token) => tokenToSid(token, config))
  const session = await findSession(db, sids, now)
  if (!session) return null
  const token = tokens[sids.indexOf(session.sid)] ?? ''
  return renewSession(request, reply, { token, session, now }, context)
}

/**
 * Renews a session that has been idle for a while. Times in the future, from a clock that was corrected later, are
 * moved back; otherwise the session would outlive its limits. The creation time never counts as a recent sign-in.
 */
async function renewSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, session, now }: { token: string; session: FoundSession; now: string },
  { db, config }: AppContext,
): Promise<Session> {
  const { sid, details: former } = session
  if (Math.abs(hoursBetween(former.lastUsedAt, now)) >= RENEWAL_HOURS) {
    const hourAgo = Temporal.Instant.from(now).subtract({ hours: 1 }).toString({ fractionalSecondDigits: 3 })
    const createdAt = former.createdAt < now ? former.createdAt : hourAgo
    const details = { ...former, createdAt, lastUsedAt: now }
    const expire = expiryOf(details)
    try {
      if (isLongAgo(former.lastUsedAt, now)) session = await withAbsence(session, now, db)
      await updateSession(db, session.user.id, { sid, details, expire })
      sendToken(reply, token, { config, maxAge: secondsUntil(expire, now) })
    } catch (error) {
      // Reads must keep working when writes fail, for example on a full disk.
      request.log.warn({ err: error }, 'could not renew a session')
    }
  }
  return session
}

async function withAbsence(session: FoundSession, now: string, db: Database): Promise<FoundSession> {
  const { id } = session.user
  const away = await inTransaction(db, id, (db) => noteReturn(db, id, now))
  return away ? { ...session, settings: { ...session.settings, away } } : session
}

function expiryOf({ createdAt, lastUsedAt }: SessionDetails): string {
  const idleEnd = Temporal.Instant.from(lastUsedAt).add({ hours: IDLE_HOURS_MAX })
  const lifeEnd = Temporal.Instant.from(createdAt).add({ hours: LIFE_HOURS_MAX })
  const end = Temporal.Instant.compare(idleEnd, lifeEnd) < 0 ? idleEnd : lifeEnd
  return end.toString({ fractionalSecondDigits: 3 })
}

/** Uses `Date` because it is several times faster than Temporal and runs for every request. */
function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000
}

function secondsUntil(instant: string, now: string): number {
  return Math.ceil(hoursBetween(now, instant) * 3600)
}
