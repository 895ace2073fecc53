import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { User } from '#domain/account/account.ts'
import { TenfoldError } from '#domain/error.ts'
import type { ProviderProfile } from './provider-profile.ts'

import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { usingReserve } from '../db/reserve.ts'
import { OidcError } from './oidc-failure.ts'
import type { Flow } from './oidc-flow.ts'
import type { Person } from './oidc-provider.ts'
import { type Identity, deleteIdentities, findUserOf, finishFlow, insertIdentity } from './oidc-store.ts'
import { type NewSession, beginSession } from './session.ts'
import { findPasswordHash, findSession, insertUser } from './store.ts'

/**
 * Starts a session for the person's account. Creates the account at the first sign-in.
 * @throws OidcError `signups_closed`, or `sign_in_failed` if the flow was already completed
 */
export async function signInByProvider(
  request: FastifyRequest,
  { person, flow, context }: { person: Person; flow: Flow; context: AppContext },
): Promise<NewSession> {
  const { db, config, clock } = context
  const { identity } = person
  const isKnown = (await findUserOf(db, identity)) !== null
  if (!isKnown && !config.signups) throw signupsClosed()
  const profile = isKnown ? null : await person.readProfile()
  // The provider accepts the code only once, so only the write is retried.
  return usingReserve(context, () =>
    inIdentity(db, identity, async (db) => {
      const now = clock.now()
      if (!(await finishFlow(db, flow, now))) throw finishedBefore()
      const user =
        (await findUserOf(db, identity)) ?? (profile && (await makeAccount(db, identity, profile, now)))
      if (!user) throw new OidcError('sign_in_failed', TRY_AGAIN, 'the account was deleted during sign-in')
      return beginSession(db, request, user, context)
    }),
  )
}

/**
 * Links a provider account to the account that requested the link.
 * @throws OidcError `identity_taken`, or `sign_in_failed` if another session requested the link
 */
export async function linkToProvider(
  request: FastifyRequest,
  { person, flow, context }: { person: Person; flow: Flow; context: AppContext },
): Promise<void> {
  const { db, clock } = context
  const { identity } = person
  const sids = request.session && request.session.sid === flow.link?.sid ? [flow.link.sid] : []
  await inIdentity(db, identity, async (db) => {
    const now = clock.now()
    // The session may have ended while the provider responded.
    const session = await findSession(db, sids, now)
    if (!session)
      throw new OidcError(
        'sign_in_failed',
        'The account was not linked because your session ended in the meantime. Sign in and try again.',
        'another session requested the link, or it has ended',
      )
    if (!(await finishFlow(db, flow, now))) throw finishedBefore()
    const owner = await findUserOf(db, identity)
    if (!owner) await insertIdentity(db, session.user.id, identity, now)
    else if (owner.id !== session.user.id) throw identityTaken()
  })
}

/**
 * Unlinks an account from its provider.
 * @throws TenfoldError `last_way_in` if the account has no password
 */
export async function unlinkFromProvider(db: Database, userId: string): Promise<void> {
  await inTransaction(db, userId, async (db) => {
    if ((await findPasswordHash(db, userId)) === null) {
      const message = 'This account has no password. Keep the link, or you won’t be able to sign in.'
      throw new TenfoldError('last_way_in', message)
    }
    await deleteIdentities(db, userId)
  })
}

/** Runs one transaction per identity at a time, so that two simultaneous first sign-ins create one account. */
function inIdentity<T>(
  db: Database,
  { issuer, subject }: Identity,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  return inTransaction(db, JSON.stringify(['oidc', issuer, subject]), run)
}

async function makeAccount(
  db: Database,
  identity: Identity,
  profile: ProviderProfile,
  now: string,
): Promise<User> {
  const id = randomUUID()
  const user: User = { id, ...profile, profileImageUrl: null, createdAt: now, updatedAt: now }
  // The key contains a space, so it never equals the key of an email: the account neither blocks a local account's email
  // nor matches it.
  await insertUser(db, user, `oidc ${id}`)
  await insertIdentity(db, id, identity, now)
  return user
}

const TRY_AGAIN = 'Couldn’t complete the sign-in. Try again.'

function finishedBefore(): OidcError {
  return new OidcError('sign_in_failed', TRY_AGAIN, 'the flow was already completed')
}

function signupsClosed(): OidcError {
  const message =
    'You don’t have an account here, and sign-ups are closed. Ask the administrator for an account.'
  return new OidcError('signups_closed', message, 'sign-ups are closed')
}

function identityTaken(): OidcError {
  const message =
    'Nothing was linked. That provider account is already linked to another Tenfold account. Use a different one.'
  return new OidcError('identity_taken', message, 'the identity belongs to another user')
}
