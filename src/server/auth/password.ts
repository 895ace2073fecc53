import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** What one hash costs: memory in KiB, passes over it, lanes. Source: OWASP Password Storage Cheat Sheet, argon2id. */
export type Costs = { memory: number; passes: number; parallelism: number }

/** A hash as it is kept: its costs, its salt, its tag. */
type PasswordHash = Costs & { salt: Buffer; tag: Buffer }

export const PASSWORD_COSTS: Costs = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Two of the four threads that also read files, so that pages are still served while many people sign in at once. */
const HASHES_AT_ONCE = 2

/** Answers an argon2id PHC string of the password, exactly as it was typed. */
export async function hashPassword(password: string, costs: Costs = PASSWORD_COSTS): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await deriveTag(password, { ...costs, salt, tagBytes: TAG_BYTES })
  return formatPhc({ ...costs, salt, tag })
}

/**
 * Whether a password is the one that was hashed.
 * @param hash null where there is no such account: the answer is no, and takes just as long
 * @param costs those of new hashes, which such an account's would have
 * @throws Error when the hash is not an argon2id PHC string
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  costs: Costs = PASSWORD_COSTS,
): Promise<boolean> {
  const { salt, tag, ...own } = hash === null ? { ...NOBODYS, ...costs } : parsePhc(hash)
  const derived = await deriveTag(password, { ...own, salt, tagBytes: tag.length })
  return timingSafeEqual(derived, tag) && hash !== null
}

/** Whether a hash was made with lower costs than new ones are. */
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

/** Made once at start. No password leads to it, because its tag is random. */
const NOBODYS = { salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) }

let running = 0
const waiting: (() => void)[] = []

async function deriveTag(
  password: string,
  { salt, tagBytes, ...costs }: Costs & { salt: Buffer; tagBytes: number },
): Promise<Buffer> {
  if (running < HASHES_AT_ONCE) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await runArgon2({ ...costs, message: password, nonce: salt, tagLength: tagBytes })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
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

/** Anything but what `formatPhc` writes is a damaged database, not a wrong password. */
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

/** Without padding, as the PHC format has it. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
