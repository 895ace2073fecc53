import { createHmac } from 'node:crypto'

import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { emailKey } from '#domain/account.ts'
import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import { inTurn } from '../in-turn.ts'
import { deleteFailures, deleteOldFailures, insertFailure, listFailures } from './failed-checks.ts'

/** How often a secret may be wrong, for one account from one address. Source: quality/security.md 2. */
const FAILURES_MAX = 5
const WINDOW_MINUTES = 15

/** What one address may do in that time. It may be that of a whole school. */
export type AddressLimits = {
  /** How often secrets of whatever accounts may be wrong. */
  failures: number
  /** How many accounts may be made. */
  accounts: number
}

const PER_ADDRESS: AddressLimits = { failures: 500, accounts: 500 }

const WINDOW_MS = WINDOW_MINUTES * 60_000

/** The addresses that one household or one rented machine has: an IPv6 network is as one address. */
const IPV6_SUBNET = 64

/** What keeps secrets from being guessed. Every call that checks or makes one goes through it. */
export type Guessing = {
  /**
   * Checks a secret, unless too many were wrong. Failures are counted for the account and the address together, in the
   * database, so that the owner can still sign in from elsewhere; and for the address alone, in memory.
   * @param email of the account that is meant, whether there is one or not
   * @param check whether the secret is right
   * @throws TenfoldError `too_many`
   */
  check(request: FastifyRequest, email: string, check: () => Promise<boolean>): Promise<boolean>
  /**
   * Counts an account that is about to be made.
   * @throws TenfoldError `too_many`
   */
  countAccount(request: FastifyRequest): Promise<void>
}

/** To be called once, before the routes that use it are made. */
export async function installGuessing(
  app: FastifyInstance,
  context: AppContext,
  perAddress = PER_ADDRESS,
): Promise<Guessing> {
  await app.register(rateLimit, { global: false })
  const limit = (max: number) => app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator: addressOf })
  const failures = limit(perAddress.failures)
  const accounts = limit(perAddress.accounts)
  return {
    check: async (request, email, check) => {
      const key = keyOf(request, email, context)
      const address = await failures(request, { increment: false })
      if (!address.isAllowed && address.remaining === 0) throw tooMany(address.ttlInSeconds)
      // One after the other, or many at once would all be checked before the first is counted.
      return inTurn(key, async () => {
        await refuseAfterFailures(context, key)
        const isRight = await check()
        if (isRight) await deleteFailures(context.db, key)
        else {
          await failures(request)
          await countFailure(context, key)
        }
        return isRight
      })
    },
    countAccount: async (request) => {
      const address = await accounts(request)
      if (!address.isAllowed && address.isExceeded) throw tooMany(address.ttlInSeconds)
    },
  }
}

/** The instant after which failures still count. */
function windowStart(now: string): string {
  return addMinutes(now, -WINDOW_MINUTES)
}

/** Several servers may each have found one try left, so that it is looked at again. */
async function countFailure(context: AppContext, key: string): Promise<void> {
  const now = context.clock.now()
  await deleteOldFailures(context.db, windowStart(now))
  await insertFailure(context.db, key, now)
  await refuseAfterFailures(context, key, FAILURES_MAX + 1)
}

async function refuseAfterFailures(
  { db, clock }: AppContext,
  key: string,
  failures = FAILURES_MAX,
): Promise<void> {
  const now = clock.now()
  const times = await listFailures(db, key, { since: windowStart(now), limit: failures })
  const first = times[failures - 1]
  if (first === undefined) return
  const free = Temporal.Instant.from(addMinutes(first, WINDOW_MINUTES))
  throw tooMany(Math.ceil(Temporal.Instant.from(now).until(free).total('seconds')))
}

/** Neither e-mails nor addresses are kept. */
function keyOf(request: FastifyRequest, email: string, { config }: AppContext): string {
  const account = `${emailKey(email)}\n${addressOf(request)}`
  return createHmac('sha256', config.sessionSecret).update(account).digest('base64url')
}

function addressOf(request: FastifyRequest): string {
  return rateLimit.normalizeIP(request.ip, IPV6_SUBNET)
}

function addMinutes(instant: string, minutes: number): string {
  return Temporal.Instant.from(instant).add({ minutes }).toString({ fractionalSecondDigits: 3 })
}

function tooMany(retryAfter: number): TenfoldError {
  const minutes = Math.ceil(retryAfter / 60)
  const wait = minutes <= 1 ? 'a minute' : `${minutes} minutes`
  return new TenfoldError('too_many', `Too many tries. Try again in ${wait}.`, { retryAfter })
}
