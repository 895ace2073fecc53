import { setImmediate } from 'node:timers'

import type { FastifyContextConfig, FastifyInstance } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import { databaseQueue } from '../db/transaction.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the server handles the request even while it is overloaded. */
    duringOverload?: boolean
  }
}

export type OverloadLimits = {
  /** How many users or requests may wait for the database: see `databaseQueue`. */
  waiting: number
  /** How long the server may work on requests that arrived together, in ms. */
  turnMs: number
  /** How many of these requests are always handled, because a single slow request isn't an overload. */
  turnRequests: number
}

/** Source: docs/decisions/067-overload.md. */
export const OVERLOAD: OverloadLimits = { waiting: 200, turnMs: 500, turnRequests: 100 }

/**
 * Rejects API requests with 503 `busy` while the server is overloaded, before doing any work for them. Otherwise every
 * request would wait until its client gives up. Pages, health checks, metrics and event streams are still served.
 */
export function installOverload(app: FastifyInstance, { db }: AppContext, limits: OverloadLimits): void {
  const nextInTurn = countTurn()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!canBeRejected(request.routeOptions)) return done()
    const { number, ms } = nextInTurn()
    const isLate = number > limits.turnRequests && ms > limits.turnMs
    if (!isLate && databaseQueue(db) < limits.waiting) return done()
    return done(new TenfoldError('busy', 'The server is busy. Try again in a moment.'))
  })
}

export function canBeRejected({ url, config }: { url?: string; config?: FastifyContextConfig }): boolean {
  return url?.startsWith('/api/') === true && !config?.duringOverload
}

/**
 * Returns a function to call at each request. It returns how many requests this turn of the event loop has handled so
 * far, and the ms since the first of them. In one turn, Node reads all requests that have arrived, so a long turn means
 * a long queue in the sockets, which Node can't measure directly.
 */
function countTurn(): () => { number: number; ms: number } {
  let number = 0
  let startedMs = 0
  const end = () => {
    number = 0
  }
  return () => {
    number++
    const now = performance.now()
    if (number === 1) {
      startedMs = now
      setImmediate(end)
    }
    return { number, ms: now - startedMs }
  }
}
