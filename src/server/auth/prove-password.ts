import type { FastifyRequest } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import type { BruteForceGuard } from './brute-force-guard.ts'
import { verifyPassword } from './password.ts'
import { requireSession } from './session.ts'
import { findPasswordHash } from './store.ts'

/** How recent a sign-in through the provider must be to prove ownership without a password. */
const FRESH_MINUTES = 10

/** A password from a request body and its path there. `next` is the new one, which is already set if a response was lost. */
export type GivenPassword = { path: string; password: string; next?: string }

export type Proving = Pick<AppContext, 'db' | 'clock'> & { guessing: BruteForceGuard }

/**
 * Checks the signed-in user's password. Returns the matching hash.
 * @throws TenfoldError `wrong_password` (also if the account has no password) or `too_many`
 */
export async function provePassword(
  request: FastifyRequest,
  { path, password, next }: GivenPassword,
  { db, guessing }: Proving,
): Promise<string> {
  const { user } = requireSession(request)
  const hash = await findPasswordHash(db, user.id)
  const verify = async () =>
    (await verifyPassword(password, hash)) || (next !== undefined && (await verifyPassword(next, hash)))
  const isRight = await guessing.check(request, user.email, verify)
  if (hash !== null && isRight) return hash
  request.log.info({ user: user.id, address: request.ip }, 'wrong password')
  throw wrongPassword(path)
}

export function wrongPassword(path: string): TenfoldError {
  const message = 'This is not your current password. Try again.'
  return new TenfoldError('wrong_password', message, { issues: [{ path, message }] })
}

/**
 * Checks that the account belongs to the user: by password, or by a recent sign-in if it has none.
 * @throws TenfoldError `wrong_password`, `sign_in_again`, `too_many`
 */
export async function proveOwner(
  request: FastifyRequest,
  given: GivenPassword,
  proving: Proving,
): Promise<void> {
  const { user, details } = requireSession(request)
  if ((await findPasswordHash(proving.db, user.id)) !== null) {
    await provePassword(request, given, proving)
    return
  }
  const age = Temporal.Instant.from(details.createdAt).until(Temporal.Instant.from(proving.clock.now()))
  // Rejects a session that a wrong clock dated in the future.
  if (Math.abs(age.total('minutes')) <= FRESH_MINUTES) return
  throw new TenfoldError(
    'sign_in_again',
    `To delete an account without a password, you must have signed in within the last ${FRESH_MINUTES} minutes. Sign out, sign in again, and retry.`,
  )
}
