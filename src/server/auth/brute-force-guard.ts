import { createHmac } from 'node:crypto'

import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { emailKey } from '#domain/account/account.ts'
import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import { runExclusive } from '../queues/keyed-mutex.ts'
import {
  type Window,
  deleteFailures,
  deleteFailuresOutside,
  insertFailure,
  listFailures,
} from './failed-checks.ts'

/** The failures allowed for one account from one address. Source: security 2. */
const FAILURES_MAX = 5
const WINDOW_MINUTES = 15

/** The maximum clock difference between servers that share a database. Failures dated further ahead are ignored. */
const SKEW_MINUTES = 1

/** The maximum counts for one address in one window. A whole school can share an address. */
export type AddressLimits = {
  /** Failed checks, for all accounts together. */
  failures: number
  accounts: number
}

const PER_ADDRESS: AddressLimits = { failures: 500, accounts: 500 }

const WINDOW_MS = WINDOW_MINUTES * 60_000

/** The maximum number of addresses in memory; the least recently used one is dropped first. */
const ADDRESSES_MAX = 5000

/** The prefix length at which IPv6 addresses count as one. One household or rented server usually has a /64. */
const IPV6_SUBNET = 64

/** Limits how often secrets can be guessed. Every route that checks or sets a secret uses this guard. */
export type BruteForceGuard = {
  /**
   * Checks a secret unless there were too many failures. Failures count per address in memory, and per account
   * and address in the database, so that the owner can still sign in from elsewhere.
   * @param email the email of the account, which need not exist
   * @param check returns whether the secret is right
   * @throws TenfoldError `too_many`
   */
  check(request: FastifyRequest, email: string, check: () => Promise<boolean>): Promise<boolean>
  /** @throws TenfoldError `too_many` */
  countAccount(request: FastifyRequest): Promise<void>
}

export function installBruteForceGuard(context: AppContext, perAddress = PER_ADDRESS): BruteForceGuard {
  const failures = countPerAddress(perAddress.failures)
  const accounts = countPerAddress(perAddress.accounts)
  return {
    check: async (request, email, check) => {
      const key = keyOf(request, email, context)
      failures.refuseAboveLimit(request)
      // Runs one check at a time: parallel checks would all pass before the first failure is counted.
      return runExclusive(key, async () => {
        await refuseAfterFailures(context, key)
        const isRight = await check()
        if (isRight) await deleteFailures(context.db, key)
        else {
          failures.add(request)
          await countFailure(context, key)
        }
        return isRight
      })
    },
    countAccount: async (request) => {
      accounts.refuseAboveLimit(request)
      accounts.add(request)
    },
  }
}

/**
 * Counts requests per address in memory. A window starts with its first request. Uses the monotonic clock, because
 * `Date` jumps when the system clock is corrected.
 */
function countPerAddress(max: number) {
  const counts = new LRUCache<string, number>({
    max: ADDRESSES_MAX,
    ttl: WINDOW_MS,
    noUpdateTTL: true,
    perf: { now: () => performance.now() },
  })
  return {
    /** @throws TenfoldError `too_many` when the address has reached its limit */
    refuseAboveLimit: (request: FastifyRequest) => {
      const address = addressOf(request)
      if ((counts.get(address) ?? 0) < max) return
      throw tooMany(Math.ceil(counts.getRemainingTTL(address) / 1000))
    },
    add: (request: FastifyRequest) => {
      const address = addressOf(request)
      counts.set(address, (counts.get(address) ?? 0) + 1)
    },
  }
}

function windowAt(now: string): Window {
  return { since: addMinutes(now, -WINDOW_MINUTES), until: addMinutes(now, SKEW_MINUTES) }
}

/** Records a failure and checks the limit again, because several servers may each have seen one attempt left. */
async function countFailure(context: AppContext, key: string): Promise<void> {
  const now = context.clock.now()
  await deleteFailuresOutside(context.db, windowAt(now))
  await insertFailure(context.db, key, now)
  await refuseAfterFailures(context, key, FAILURES_MAX + 1)
}

async function refuseAfterFailures(
  { db, clock }: AppContext,
  key: string,
  failures = FAILURES_MAX,
): Promise<void> {
  const now = clock.now()
  const times = await listFailures(db, key, { ...windowAt(now), limit: failures })
  const first = times[failures - 1]
  if (first === undefined) return
  const free = Temporal.Instant.from(addMinutes(first, WINDOW_MINUTES))
  const wait = Math.ceil(Temporal.Instant.from(now).until(free).total('seconds'))
  throw tooMany(Math.min(wait, WINDOW_MINUTES * 60))
}

/** Returns a keyed hash, so that neither emails nor addresses are stored. */
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
  return new TenfoldError('too_many', `Too many attempts. Try again in ${wait}.`, { retryAfter })
}
