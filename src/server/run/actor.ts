import type { FastifyRequest } from 'fastify'

import type { Author } from '#domain/command.ts'

import { requireUser } from '../auth/session.ts'
import type { Clock } from '../context.ts'
import { zoneOf } from '../http/time-zone.ts'

export type Actor = Author & { key: string | undefined }

/**
 * Returns the actor of a request that the routes of a command have validated.
 * @throws TenfoldError `not_signed_in`
 */
export function actorOf(request: FastifyRequest, clock: Clock): Actor {
  const { 'idempotency-key': key, 'x-today': today } = request.headers
  return {
    userId: requireUser(request).id,
    now: clock.now(),
    zone: zoneOf(request),
    today: typeof today === 'string' ? today : undefined,
    key: typeof key === 'string' ? key : undefined,
  }
}
