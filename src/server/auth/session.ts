import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { User } from '#domain/account.ts'
import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { clearToken, isHttps, newToken, sendToken, tokenToSid, tokensOf } from './session-cookie.ts'
import {
  type SessionDetails,
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  updateSession,
} from './store.ts'

/** How long a session lives without being used, and how long at most. Source: decisions 2, quality/security.md 12. */
const IDLE_HOURS_MAX = 30 * 24
const LIFE_HOURS_MAX = 365 * 24

/** A session in use is renewed this often: each time is a write. */
const RENEWAL_HOURS = 1
const SWEEP_MS = 3_600_000

const USER_AGENT_LENGTH_MAX = 300

/** One browser in which a user is signed in. */
export type Session = { sid: string; user: User; details: SessionDetails }

/** A session that was just begun. The token is for the browser alone and is kept nowhere. */
export type NewSession = Session & { token: string; expire: string }

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
  }
  interface FastifyContextConfig {
    /** Whether a call is answered to people who are not signed in. */
    forVisitors?: boolean
  }
}

/**
 * Finds out for each call and each page who asks, and refuses calls of visitors, but for the routes that are marked
 * `forVisitors`. Removes sessions that have expired, at start and every hour.
 */
export function installSessions(app: FastifyInstance, context: AppContext): void {
  const { db, config, clock } = context
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    if (isAboutSomebody(request)) request.session = await resumeSession(request, reply, context)
    if (isCall(request) && !request.routeOptions.config.forVisitors) requireSession(request)
  })

  const sweep = async () => {
    try {
      await deleteExpiredSessions(db, clock.now())
    } catch (error) {
      app.log.warn({ err: error }, 'expired sessions could not be removed')
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    await sweep()
    timer = setInterval(() => void sweep(), SWEEP_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))

  if (!isHttps(config)) app.log.info('BASE_URL is plain http: cookies are not marked for https alone')
}

/** Who asks; null when nobody is signed in. */
export function findUser(request: FastifyRequest): User | null {
  return request.session?.user ?? null
}

/**
 * Who asks.
 * @throws TenfoldError `not_signed_in`
 */
export function requireUser(request: FastifyRequest): User {
  return requireSession(request).user
}

/** @throws TenfoldError `not_signed_in` */
export function requireSession(request: FastifyRequest): Session {
  if (!request.session) throw new TenfoldError('not_signed_in', 'You are not signed in.')
  return request.session
}

/** Begins a session, always with a new id, and ends the one this browser had. Nothing is told to the browser yet. */
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
  const former = request.session
  if (former) await deleteSession(db, former.user.id, former.sid)
  await insertSession(db, user.id, session)
  return session
}

/** Hands a new session to the browser, after it was committed. */
export function sendSession(
  request: FastifyRequest,
  reply: FastifyReply,
  session: NewSession,
  { config, clock }: AppContext,
): void {
  request.session = session
  sendToken(reply, session.token, { config, maxAge: secondsUntil(session.expire, clock.now()) })
}

/** Ends the session of this browser, if it has one. What the browser kept of the pages is cleared. */
export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, config }: AppContext,
): Promise<void> {
  const { session } = request
  if (session) await deleteSession(db, session.user.id, session.sid)
  forgetSession(reply, { config })
}

/** Has the browser forget a session that has ended, and what it kept of the pages. */
export function forgetSession(reply: FastifyReply, { config }: Pick<AppContext, 'config'>): void {
  clearToken(reply, config)
  reply.header('clear-site-data', '"cache"')
}

/** The name of a session for everybody to see. It says nothing of what the browser holds. */
export function sessionId(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url')
}

/** Probes and files are the same for everybody, so they cost no query. */
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
  for (const token of tokensOf(request, config)) {
    const sid = tokenToSid(token, config)
    const found = await findSession(db, sid, now)
    if (found) return renewSession(request, reply, { token, session: { sid, ...found }, now }, context)
  }
  return null
}

/** A session that has not been used for a while lives on from now. */
async function renewSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, session, now }: { token: string; session: Session; now: string },
  { db, config }: AppContext,
): Promise<Session> {
  const { sid, details: former } = session
  if (hoursBetween(former.lastUsedAt, now) >= RENEWAL_HOURS) {
    const details = { ...former, lastUsedAt: now }
    const expire = expiryOf(details)
    try {
      await updateSession(db, session.user.id, { sid, details, expire })
      sendToken(reply, token, { config, maxAge: secondsUntil(expire, now) })
    } catch (error) {
      // Reading must go on where nothing can be written, such as on a full disk.
      request.log.warn({ err: error }, 'a session could not be renewed')
    }
  }
  return session
}

function expiryOf({ createdAt, lastUsedAt }: SessionDetails): string {
  const idleEnd = Temporal.Instant.from(lastUsedAt).add({ hours: IDLE_HOURS_MAX })
  const lifeEnd = Temporal.Instant.from(createdAt).add({ hours: LIFE_HOURS_MAX })
  const end = Temporal.Instant.compare(idleEnd, lifeEnd) < 0 ? idleEnd : lifeEnd
  return end.toString({ fractionalSecondDigits: 3 })
}

/** Asked with every request, so without a Temporal object, which takes several times as long to make. */
function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000
}

function secondsUntil(instant: string, now: string): number {
  return Math.ceil(hoursBetween(now, instant) * 3600)
}
