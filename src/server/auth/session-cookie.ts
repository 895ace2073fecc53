import { type KeyObject, createHmac, createSecretKey, randomBytes } from 'node:crypto'

import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { TenfoldError } from '#domain/error.ts'

import type { Config } from '../config.ts'
import { isThisMachine } from './oidc-settings.ts'

/** The maximum number of session cookies to look up per request. No request header can hold more. */
const TOKENS_MAX = 300
const TOKEN_BYTES = 32

/** The maximum number of cached signatures. */
const SIDS_MAX = 10_000

/** Returns a new random token for one browser. No other copy is stored. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function sessionCookieName(config: Config): string {
  return sessionCookie(config).name
}

/**
 * Returns every possible session token in the order of the cookies. Another host or path can set cookies with the same
 * name, which the browser may send first; they must not hide the valid one.
 */
export function tokensOf(request: FastifyRequest, config: Config): string[] {
  const { name } = sessionCookie(config)
  const tokens = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter((value) => /^[\w-]{43}$/.test(value))
  return [...new Set(tokens)].slice(0, TOKENS_MAX)
}

/** Returns the stored form of a token. Someone who can read only the database cannot sign in with it. */
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
 * Caches signatures, because signing takes longer than a session lookup, and a browser sends the same token with
 * every request.
 */
function signerOf(secret: string): Signer {
  if (lastSigner?.secret !== secret) {
    lastSigner = { secret, key: createSecretKey(secret, 'utf8'), sids: new Map() }
  }
  return lastSigner
}

/** @param maxAge the lifetime of the cookie, in seconds */
export function sendToken(
  reply: FastifyReply,
  token: string,
  { config, maxAge }: { config: Config; maxAge: number },
): void {
  const { name, options } = sessionCookie(config)
  reply.setCookie(name, token, { ...options, maxAge })
}

export function clearToken(reply: FastifyReply, config: Config): void {
  const { name, options } = sessionCookie(config)
  reply.clearCookie(name, options)
}

function sessionCookie(config: Config) {
  return ownCookie('tenfold_session', config)
}

/**
 * Returns a cookie of this server. With the `__Host-` prefix, browsers reject a cookie of this name from another host or
 * plain HTTP. `SameSite=Lax`, because the redirect of a sign-in provider must include it.
 */
export function ownCookie(name: string, config: Config): { name: string; options: CookieSerializeOptions } {
  const secure = isHttps(config)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return { name: secure ? `__Host-${name}` : name, options }
}

/**
 * Rejects a sign-in from a page where the browser would discard the cookie: over plain HTTP, browsers accept a Secure
 * cookie only on this machine. Programs send no `Origin`.
 * @throws TenfoldError `needs_https`
 */
export function requireSecurePage({ headers }: FastifyRequest, config: Config): void {
  const { origin } = headers
  if (!isHttps(config) || !origin?.startsWith('http:') || isThisMachine(new URL(origin))) return
  throw new TenfoldError(
    'needs_https',
    `This page isn’t secure, so your browser can’t keep you signed in. Open ${config.baseUrl} to sign in.`,
  )
}

export function isHttps({ baseUrl }: Config): boolean {
  return baseUrl.startsWith('https:')
}
