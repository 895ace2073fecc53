import { hash } from 'node:crypto'

import { z } from 'zod'

import { TenfoldError } from '#domain/error.ts'

import type { Actor } from '../actor.ts'
import type { Database } from '../../db/schema.ts'
import { type Outcome, findKey, insertKey } from './store.ts'

/** How long an Idempotency-Key is remembered. Source: decisions 3. */
const KEY_HOURS = 24

export const onceHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1, { error: 'Idempotency-Key must not be empty.' })
    .max(255, { error: 'Idempotency-Key must be 255 characters or fewer.' })
    .optional()
    .describe(
      'Makes retries safe. For 24 hours, a repeated call with the same key and path changes nothing and returns the current state of whatever the first call created or changed. Reusing a key with a different body returns 422 `key_reused`. Keys of failed calls are not stored.',
    ),
})

export type KeyedCall = Actor & {
  /** The method and the actual path with its ids, such as `PATCH /api/tasks/7`. Keys are unique per path. */
  call: string
  /** The validated body or its hash. The same key with a different body is rejected. */
  body?: unknown
}

type Once<T> = {
  run: () => Promise<T>
  /** Returns the result to store, which `replay` uses to read the rows again. */
  outcomeOf: (answer: T) => Outcome
  replay: (outcome: Outcome) => Promise<T>
}

/** Returns whether a request already ran with its key within 24 hours. */
export async function isReplay(db: Database, { userId, now, call, key }: KeyedCall): Promise<boolean> {
  return key !== undefined && (await findKey(db, { userId, key: `${call} ${key}` }, expiryOf(now))) !== null
}

/**
 * Runs a write, or replays it if the same user sent the same key to the same method and path within 24 hours. A write that
 * throws is not stored. Call this in the transaction of the write.
 * @throws TenfoldError `key_reused` if the key was used with a different body; and anything `run` or `replay` throws
 */
export async function runOnce<T>(
  db: Database,
  { userId, now, call, key, body }: KeyedCall,
  { run, outcomeOf, replay }: Once<T>,
): Promise<T> {
  if (key === undefined) return run()
  const request = { userId, key: `${call} ${key}` }
  const fingerprint = hash('sha256', JSON.stringify(body) ?? '', 'base64url')
  const known = await findKey(db, request, expiryOf(now))
  if (known) {
    // Keys from older versions have no fingerprint.
    if (known.fingerprint !== null && known.fingerprint !== fingerprint) throw keyReused()
    return replay(known.outcome)
  }
  const answer = await run()
  await insertKey(db, request, fingerprint, outcomeOf(answer), now)
  return answer
}

/** Returns the creation time of the keys that expire now: 24 hours before `now`. */
export function expiryOf(now: string): string {
  return Temporal.Instant.from(now).subtract({ hours: KEY_HOURS }).toString({ fractionalSecondDigits: 3 })
}

function keyReused(): TenfoldError {
  return new TenfoldError(
    'key_reused',
    'This Idempotency-Key was already used for a different request. Use a new key.',
  )
}
