import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/** The header of a call that needs to know what day it is. */
export const zoneHeaders = z.object({
  'x-time-zone': z
    .string()
    .optional()
    .describe('Your IANA time zone, such as `Europe/Berlin`: it says what day it is. UTC without it.'),
})

/** The person's IANA time zone, from `X-Time-Zone`. UTC without it, and for one that is not known. Source: decisions 3. */
export function zoneOf(request: FastifyRequest): string {
  const zone = request.headers['x-time-zone']
  return typeof zone === 'string' && isZone(zone) ? zone : 'UTC'
}

/** Offsets such as '+05:30' are no zones: they know nothing of daylight saving. */
function isZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}
