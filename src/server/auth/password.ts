import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'

import { boundedQueue } from '../queues/bounded-queue.ts'

/** The cost of one hash: memory in KiB, passes, lanes. Source: OWASP Password Storage Cheat Sheet, argon2id. */
export type Costs = { memory: number; passes: number; parallelism: number }

type PasswordHash = Costs & { salt: Buffer; tag: Buffer }

export const PASSWORD_COSTS: Costs = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Uses two of Node's four threads; the others keep reading files, so that pages are served during many sign-ins. */
const HASHES_AT_ONCE = 2

/** About three seconds of hashing. */
const HASHES_WAITING_MAX = 100

/**
 * Returns an argon2id PHC string of the exact password.
 * @throws TenfoldError `busy` if the queue is full
 */
export async function hashPassword(password: string, costs: Costs = PASSWORD_COSTS): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await deriveTag(password, { ...costs, salt, tagBytes: TAG_BYTES })
  return formatPhc({ ...costs, salt, tag })
}

/**
 * Returns whether a password matches a hash, either as typed or in NFC.
 * @param hash null if there is no account; the result is then false after the same time
 * @param costs the cost of new hashes, for an account that does not exist
 * @throws Error if the hash is not an argon2id PHC string
 * @throws TenfoldError `busy` if the queue is full
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  costs: Costs = PASSWORD_COSTS,
): Promise<boolean> {
  const { salt, tag, ...own } = hash === null ? { ...NOBODYS, ...costs } : parsePhc(hash)
  // Tries the password as typed first, because older versions hashed it that way.
  for (const form of new Set([password, password.normalize('NFC')])) {
    const derived = await deriveTag(form, { ...own, salt, tagBytes: tag.length })
    if (timingSafeEqual(derived, tag) && hash !== null) return true
  }
  return false
}

/** Returns whether a hash is weaker than new hashes. */
export function needsRehash(hash: string, costs: Costs = PASSWORD_COSTS): boolean {
  const { memory, passes, parallelism, salt, tag } = parsePhc(hash)
  return (
    memory < costs.memory ||
    passes < costs.passes ||
    parallelism < costs.parallelism ||
    salt.length < SALT_BYTES ||
    tag.length < TAG_BYTES
  )
}

/** Created once at startup. No password matches it, because its tag is random. */
const NOBODYS = { salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) }

const inHashQueue = boundedQueue({
  name: 'passwords',
  atOnce: HASHES_AT_ONCE,
  waitingMax: HASHES_WAITING_MAX,
})

/** @throws TenfoldError `busy` */
function deriveTag(
  password: string,
  { salt, tagBytes, ...costs }: Costs & { salt: Buffer; tagBytes: number },
): Promise<Buffer> {
  return inHashQueue(() => runArgon2({ ...costs, message: password, nonce: salt, tagLength: tagBytes }))
}

function runArgon2(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

const PHC =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{16,86})$/

function formatPhc({ memory, passes, parallelism, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/** Throws if `formatPhc` can't have written the string, because then the database is damaged. */
function parsePhc(phc: string): PasswordHash {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(phc) ?? []
  const hash = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
  if (formatPhc(hash) !== phc) throw new Error('a stored password is not an argon2id PHC string')
  return hash
}

/** Encodes without padding, as PHC requires. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
