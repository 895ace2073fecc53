import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { headerText } from './header-text.ts'

/** The header of requests that depend on today's date. */
export const zoneHeaders = z.object({
  'x-time-zone': headerText('X-Time-Zone').describe(
    'Your IANA time zone, such as `Europe/Berlin`. The time zone determines today’s date. Default: UTC.',
  ),
})

/** The headers of requests that can complete a recurring task. */
export const todayHeaders = zoneHeaders.extend({
  'x-today': headerText('X-Today').describe(
    'Your calendar day when you completed the task, such as `2026-11-20`, if the request is sent later. The next occurrence falls after this day. The server limits it to the last 30 days. Default: today.',
  ),
})

/** Returns the user's IANA time zone from `X-Time-Zone`, or UTC if it is missing or unknown. Source: decisions 3. */
export function zoneOf(request: FastifyRequest): string {
  const zone = request.headers['x-time-zone']
  return typeof zone === 'string' && isZone(zone) ? zone : 'UTC'
}

/** Returns whether a string is a time zone. Rejects offsets such as "+05:30", which ignore daylight saving time. */
function isZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}
