import type { OutgoingHttpHeaders } from 'node:http'

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { CHANGE_NUMBER } from '#domain/change.ts'
import { TenfoldError } from '#domain/error.ts'

import { findUser, requireSession } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import { CHANGES_CHANNEL } from '../db/dialect.ts'
import { listenPostgres } from '../db/postgres-listen.ts'
import { eventCalls } from './calls.ts'
import { listEndedSessions } from './store.ts'
import { type Streams, openStreams } from './streams.ts'

/** Source: decisions 12. */
const HEARTBEAT_MS = 25_000

/** A stream ends with its session, on whichever server that ended, within five seconds. Source: security 9, 11. */
const SESSION_CHECK_MS = 2000

/** More would take the memory that the rest needs. */
const STREAMS_MAX = 20_000

const RETRY_AFTER_S = 10

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** Counted by nobody. */
const UNKNOWN_NUMBER = Number.MAX_SAFE_INTEGER

/** Proxies that gather an answer before they pass it on are asked not to. */
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }

/** The call under /api/events, and what keeps its streams true. */
export function eventRoutes(fastify: FastifyInstance, context: AppContext): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const streams = openStreams(context.db, (err) => app.log.warn({ err }, 'streams of events were cut'))
  tellOfChanges(app, streams)
  const hearOthers = installNotices(app, context, streams)
  installTimers(app, context, streams)
  // Streams would never end by themselves, and the server would wait for them.
  app.addHook('preClose', async () => streams.end())

  app.get('/api/events', { exposeHeadRoute: false, schema: eventCalls.listen }, async (request, reply) => {
    const { user, sid } = requireSession(request)
    if (streams.size() >= STREAMS_MAX) {
      throw new TenfoldError('too_many', 'Too many streams are open.', { retryAfter: RETRY_AFTER_S })
    }
    await hearOthers()
    const stream = { userId: user.id, sid, response: reply.raw }
    await streams.open(stream, sinceOf(request.headers['last-event-id'], request.query.since), (number) =>
      beginStream(reply, number),
    )
  })

  app.head('/api/events', async (_request, reply) => reply.headers(STREAM_HEADERS).send())
}

/** Where to go on from. What is no number of ours says nothing, so that everything is read anew. */
function sinceOf(lastEventId: string | undefined, since: number | undefined): number | null {
  if (lastEventId === undefined) return since ?? null
  return CHANGE_NUMBER.test(lastEventId) ? Number(lastEventId) : UNKNOWN_NUMBER
}

function beginStream(reply: FastifyReply, number: number): void {
  reply.hijack()
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  reply.raw.writeHead(200, { ...headers, ...STREAM_HEADERS, 'x-change': number })
}

/** Every change is made by a call of a user; what it has committed is told before it is answered. */
function tellOfChanges(app: FastifyInstance, streams: Streams): void {
  app.addHook('onSend', async (request) => {
    const user = findUser(request)
    if (user && !SAFE_METHODS.has(request.method)) streams.wake(user.id)
  })
}

/**
 * With PostgreSQL, hears of the changes that other servers commit, from when the first stream is opened.
 * @returns what has to be awaited before a stream is opened
 */
function installNotices(app: FastifyInstance, { config }: AppContext, streams: Streams): () => Promise<void> {
  const url = config.databaseUrl
  if (url === null) return async () => undefined
  let listening: Promise<() => Promise<void>> | null = null
  const listener = {
    onNotice: (userId: string) => streams.wake(userId),
    onResumed: () => streams.wakeAll(),
    onLost: (err: unknown) => app.log.warn({ err }, 'the notices of other servers are not heard just now'),
  }
  const listen = async () => {
    try {
      return await listenPostgres(url, CHANGES_CHANNEL, listener)
    } catch (error) {
      listening = null
      throw error
    }
  }
  app.addHook('onClose', async () => {
    const stop = await listening?.catch(() => null)
    await stop?.()
  })
  return async () => {
    listening ??= listen()
    await listening
  }
}

function installTimers(app: FastifyInstance, { db, clock }: AppContext, streams: Streams): void {
  const endWithSessions = async () => {
    const sessions = streams.sessions()
    if (sessions.length === 0) return
    try {
      streams.end(await listEndedSessions(db, sessions, clock.now()))
    } catch (err) {
      app.log.warn({ err }, 'the sessions of streams could not be checked')
    }
  }
  const timers = [
    setInterval(() => streams.beat(), HEARTBEAT_MS).unref(),
    setInterval(() => void endWithSessions(), SESSION_CHECK_MS).unref(),
  ]
  app.addHook('onClose', async () => timers.forEach((timer) => clearInterval(timer)))
}
