import type { FastifyRequest } from 'fastify'

import type { Author } from '#domain/command.ts'

import { requireUser } from '../auth/session.ts'
import type { Clock } from '../context.ts'
import { zoneOf } from '../http/time-zone.ts'

export type Actor = Author & { key: string | undefined }

/**
 * Returns the actor of a request whose schema has the `onceHeaders`.
 * @throws TenfoldError `not_signed_in`
 */
export function actorOf(request: FastifyRequest, clock: Clock): Actor {
  const key = request.headers['idempotency-key']
  return {
    userId: requireUser(request).id,
    now: clock.now(),
    zone: zoneOf(request),
    key: typeof key === 'string' ? key : undefined,
  }
}
