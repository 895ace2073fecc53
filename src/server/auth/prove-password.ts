import type { FastifyRequest } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import type { Guessing } from './guessing.ts'
import { verifyPassword } from './password.ts'
import { requireSession } from './session.ts'
import { findPasswordHash } from './store.ts'

/** Who has no password proves themselves by having just signed in through the provider. */
const FRESH_MINUTES = 10

/** What somebody gave as their password, and where it stands in the body. */
export type GivenPassword = { path: string; password: string }

/** What it takes to check it. */
export type Proving = Pick<AppContext, 'db' | 'clock'> & { guessing: Guessing }

/**
 * Has somebody who is signed in prove by their password that the account is theirs. Answers the hash it matched.
 * @throws TenfoldError `wrong_password`, also when the account has none; `too_many`
 */
export async function provePassword(
  request: FastifyRequest,
  { path, password }: GivenPassword,
  { db, guessing }: Proving,
): Promise<string> {
  const { user } = requireSession(request)
  const hash = await findPasswordHash(db, user.id)
  const isRight = await guessing.check(request, user.email, () => verifyPassword(password, hash))
  if (hash !== null && isRight) return hash
  request.log.info({ user: user.id, address: request.ip }, 'wrong password')
  const message = 'This is not your current password.'
  throw new TenfoldError('wrong_password', message, { issues: [{ path, message }] })
}

/**
 * Has somebody prove that the account is theirs: by their password; or, where it has none, by having just signed in.
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
  if (age.total('minutes') <= FRESH_MINUTES) return
  throw new TenfoldError(
    'sign_in_again',
    `Sign out and in again first: an account without a password is deleted only by somebody who signed in within ${FRESH_MINUTES} minutes.`,
  )
}
