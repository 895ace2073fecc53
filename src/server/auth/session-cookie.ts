import { type KeyObject, createHmac, createSecretKey, randomBytes } from 'node:crypto'

import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '../config.ts'

/** Of cookies of the same name, so many are looked up. */
const TOKENS_MAX = 3
const TOKEN_BYTES = 32

/** Of so many tokens what the table holds is remembered, in the memory of the process alone. */
const SIDS_MAX = 1000

/** A token that nobody can guess, for one browser alone. It is kept nowhere else. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What the cookie is called that holds the session. */
export function sessionCookieName(config: Config): string {
  return sessionCookie(config).name
}

/**
 * What may hold a session, in the order in which it was sent. Another host or path can plant a cookie of the same name,
 * which the browser may send first: it must not hide the good one.
 */
export function tokensOf(request: FastifyRequest, config: Config): string[] {
  const { name } = sessionCookie(config)
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter(isToken)
    .slice(0, TOKENS_MAX)
}

function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** What the table holds in the place of the token: who reads the database cannot sign in with it. */
export function tokenToSid(token: string, { sessionSecret }: Config): string {
  const { key, sids } = signerOf(sessionSecret)
  const known = sids.get(token)
  if (known !== undefined) return known
  const sid = createHmac('sha256', key).update(token).digest('hex')
  if (sids.size >= SIDS_MAX) sids.clear()
  sids.set(token, sid)
  return sid
}

type Signer = { secret: string; key: KeyObject; sids: Map<string, string> }
let lastSigner: Signer | null = null

/**
 * A program has one secret. Making its key, and signing with it, takes longer than looking up a session, and a browser
 * sends the same token with every request.
 */
function signerOf(secret: string): Signer {
  if (lastSigner?.secret !== secret) {
    lastSigner = { secret, key: createSecretKey(secret, 'utf8'), sids: new Map() }
  }
  return lastSigner
}

/** @param maxAge how long the browser keeps it, in seconds */
export function sendToken(
  reply: FastifyReply,
  token: string,
  { config, maxAge }: { config: Config; maxAge: number },
): void {
  const { name, options } = sessionCookie(config)
  reply.setCookie(name, token, { ...options, maxAge })
}

/** Has the browser forget the token, whether or not it has one. */
export function clearToken(reply: FastifyReply, config: Config): void {
  const { name, options } = sessionCookie(config)
  reply.clearCookie(name, options)
}

/** The `__Host-` prefix has the browser refuse a cookie of this name that another host or plain http sets. */
function sessionCookie(config: Config): { name: string; options: CookieSerializeOptions } {
  const secure = isHttps(config)
  const name = secure ? '__Host-tenfold_session' : 'tenfold_session'
  return { name, options: { path: '/', httpOnly: true, sameSite: 'lax', secure } }
}

export function isHttps({ baseUrl }: Config): boolean {
  return baseUrl.startsWith('https:')
}
