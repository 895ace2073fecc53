import type { OutgoingHttpHeaders } from 'node:http'

import type { FastifyReply } from 'fastify'

import { CHANGE_NUMBER } from '#domain/tasks/change.ts'
import { TenfoldError } from '#domain/error.ts'

import { requireSession } from '../auth/session.ts'
import type { App, AppContext } from '../context.ts'
import { CHANGES_CHANNEL } from '../db/dialect.ts'
import { listenPostgres } from '../db/postgres-listen.ts'
import { eventCalls } from './calls.ts'
import { listEndedSessions } from './store.ts'
import { LISTENING_LOCK, removeLostServers, thisServer } from './stream-users.ts'
import type { Streams } from './streams.ts'

/** Source: decisions 12. */
const HEARTBEAT_MS = 25_000

/**
 * How often sessions are checked, in ms. A stream ends within five seconds of its session, whichever server ended the
 * session. Source: security 9, 11.
 */
const SESSION_CHECK_MS = 2000

/** How often to remove users without open streams, in ms. Delayed, because a reloaded page reopens its stream. */
const UNUSED_CHECK_MS = 30_000

/** More streams would use too much memory. */
const STREAMS_MAX = 20_000

const RETRY_AFTER_S = 10

/** Higher than any change number. */
const UNKNOWN_NUMBER = Number.MAX_SAFE_INTEGER

/** Asks proxies not to buffer the stream. */
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }

/** Adds the route under /api/events, and sends changes to its streams. */
export function eventRoutes(app: App, context: AppContext, streams: Streams): void {
  const hearOthers = installNotices(app, context, streams)
  installTimers(app, context, streams)
  // Streams never end by themselves, so a shutdown would wait for them forever.
  app.addHook('preClose', async () => streams.end())

  const options = { exposeHeadRoute: false, config: { duringOverload: true }, schema: eventCalls.listen }
  app.get('/api/events', options, async (request, reply) => {
    const { user, sid } = requireSession(request)
    if (streams.size() >= STREAMS_MAX) {
      throw new TenfoldError(
        'too_many',
        'The server has too many open event streams. Try again in a moment.',
        {
          retryAfter: RETRY_AFTER_S,
        },
      )
    }
    await hearOthers()
    const stream = { userId: user.id, sid, response: reply.raw }
    await streams.open(stream, sinceOf(request.headers['last-event-id'], request.query.since), (number) =>
      beginStream(reply, number),
    )
  })

  app.head('/api/events', async (_request, reply) => reply.headers(STREAM_HEADERS).send())
}

/** Returns the number to continue from. An unknown `Last-Event-ID` makes the browser refetch everything. */
function sinceOf(lastEventId: string | undefined, since: number | undefined): number | null {
  if (lastEventId === undefined) return since ?? null
  return CHANGE_NUMBER.test(lastEventId) ? Number(lastEventId) : UNKNOWN_NUMBER
}

function beginStream(reply: FastifyReply, number: number): void {
  reply.hijack()
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  reply.raw.writeHead(200, { ...headers, ...STREAM_HEADERS, 'x-change': number })
}

/**
 * On PostgreSQL, listens for other servers' changes, starting with the first stream.
 * @returns a promise to await before opening a stream
 */
function installNotices(app: App, { config, db }: AppContext, streams: Streams): () => Promise<void> {
  const url = config.databaseUrl
  if (url === null) return async () => undefined
  let listening: Promise<() => Promise<void>> | null = null
  const listener = {
    onNotice: (userId: string) => streams.wake(userId),
    // Another server may have removed this server's rows while it was not listening.
    onResumed: () => streams.wakeAll(),
    onLost: (err: unknown) =>
      app.log.warn({ err }, 'lost the connection for notifications from other servers; retrying'),
  }
  const listen = async () => {
    try {
      const lock = [LISTENING_LOCK, await thisServer(db)] as const
      await removeLostServers(db)
      return await listenPostgres(url, CHANGES_CHANNEL, { ...listener, lock })
    } catch (error) {
      listening = null
      throw error
    }
  }
  app.addHook('onClose', async () => {
    const stop = await listening?.catch(() => null)
    if (stop) await removeLostServers(db).catch(() => undefined)
    await stop?.()
  })
  return async () => {
    listening ??= listen()
    await listening
  }
}

function installTimers(app: App, { db, clock }: AppContext, streams: Streams): void {
  const warn = (message: string) => (err: unknown) => app.log.warn({ err }, message)
  const removeUsers = () => streams.removeUsers().catch(warn('could not remove users without streams'))
  const endWithSessions = async () => {
    const sessions = streams.sessions()
    if (sessions.length > 0) streams.end(await listEndedSessions(db, sessions, clock.now()))
  }
  const checkSessions = () => endWithSessions().catch(warn('could not check the sessions of streams'))
  const timers = [
    setInterval(() => void removeUsers(), UNUSED_CHECK_MS).unref(),
    setInterval(() => streams.beat(), HEARTBEAT_MS).unref(),
    setInterval(() => void checkSessions(), SESSION_CHECK_MS).unref(),
  ]
  app.addHook('onClose', async () => timers.forEach((timer) => clearInterval(timer)))
}
