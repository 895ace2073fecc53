import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { User } from '#domain/account.ts'
import { TenfoldError } from '#domain/error.ts'
import type { ProviderProfile } from '#domain/provider-profile.ts'

import type { AppContext } from '../context.ts'
import type { Database } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { OidcError } from './oidc-failure.ts'
import type { Flow } from './oidc-flow.ts'
import type { Identity, Person } from './oidc-provider.ts'
import { deleteIdentities, findUserOf, finishFlow, insertIdentity } from './oidc-store.ts'
import { type NewSession, beginSession } from './session.ts'
import { findPasswordHash, insertUser } from './store.ts'

/**
 * Begins a session of the account that somebody has, or makes them one.
 * @throws OidcError `signups_closed`, or `sign_in_failed` when the flow was finished before
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
  return inIdentity(db, identity, async (db) => {
    const now = clock.now()
    if (!(await finishFlow(db, flow, now))) throw finishedBefore()
    const user =
      (await findUserOf(db, identity)) ?? (profile && (await makeAccount(db, identity, profile, now)))
    if (!user) throw new OidcError('sign_in_failed', TRY_AGAIN, 'the account was deleted meanwhile')
    return beginSession(db, request, user, context)
  })
}

/**
 * Links somebody's account at the provider to the account that asked for it.
 * @throws OidcError `identity_taken`, or `sign_in_failed` when the session that asked is not this one any more
 */
export async function linkToProvider(
  request: FastifyRequest,
  { person, flow, context }: { person: Person; flow: Flow; context: AppContext },
): Promise<void> {
  const { db, clock } = context
  const { session } = request
  if (!session || session.sid !== flow.link?.sid) {
    throw new OidcError(
      'sign_in_failed',
      'The account was not linked, because its owner is not signed in any more. Sign in and try again.',
      'the session that asked for the link is not this one',
    )
  }
  const { identity } = person
  await inIdentity(db, identity, async (db) => {
    const now = clock.now()
    if (!(await finishFlow(db, flow, now))) throw finishedBefore()
    const owner = await findUserOf(db, identity)
    if (!owner) await insertIdentity(db, session.user.id, identity, now)
    else if (owner.id !== session.user.id) throw identityTaken()
  })
}

/**
 * Cuts an account's links to a provider.
 * @throws TenfoldError `last_way_in` when there is no password to enter by
 */
export async function unlinkFromProvider(db: Database, userId: string): Promise<void> {
  await inTransaction(db, userId, async (db) => {
    if ((await findPasswordHash(db, userId)) === null) {
      const message = 'This account has no password, so it can only be entered through the provider.'
      throw new TenfoldError('last_way_in', message)
    }
    await deleteIdentities(db, userId)
  })
}

/** Whoever signs in for the first time in two windows at once gets one account. */
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
  await insertUser(db, user, keyWithoutEmail(id))
  await insertIdentity(db, id, identity, now)
  return user
}

/**
 * What stands in the place of the e-mail that is unique. With a blank in it, it is the key of no e-mail: an account from a
 * provider neither takes the e-mail of a local one away, nor is found by it.
 */
function keyWithoutEmail(userId: string): string {
  return `oidc ${userId}`
}

const TRY_AGAIN = 'The sign-in could not be finished. Please try again.'

function finishedBefore(): OidcError {
  return new OidcError('sign_in_failed', TRY_AGAIN, 'the flow was finished before')
}

function signupsClosed(): OidcError {
  const message = 'You have no account here, and new ones cannot be made.'
  return new OidcError('signups_closed', message, 'sign-ups are closed')
}

function identityTaken(): OidcError {
  const message = 'Nothing was linked: that account at the provider already belongs to another account here.'
  return new OidcError('identity_taken', message, 'the identity belongs to another user')
}
