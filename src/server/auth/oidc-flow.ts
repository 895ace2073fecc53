import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import { z } from 'zod'

import type { Config } from '../config.ts'

/** How long somebody may take at the provider, in seconds. */
export const FLOW_LIFE_S = 600

const flowSchema = z.object({
  /** Comes back with the answer, so that an answer to another question is known. */
  state: z.string(),
  /** Stands in the token, so that a token of another sign-in is known. */
  nonce: z.string(),
  /** Proves to the provider that who redeems the code is who asked for it (PKCE). */
  verifier: z.string(),
  expire: z.string(),
  /** The session whose account is to be linked; null for signing in. */
  link: z.object({ sid: z.string() }).nullable(),
})

/** One way through the provider and back, as the browser that began it carries it. */
export type Flow = z.output<typeof flowSchema>

/** A flow that begins now. */
export function newFlow(now: string, link: Flow['link'] = null): Flow {
  return {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    expire: Temporal.Instant.from(now).add({ seconds: FLOW_LIFE_S }).toString({ fractionalSecondDigits: 3 }),
    link,
  }
}

/** Gives a flow to the browser, sealed: it can neither read nor change it, and every server that shares the secret can. */
export function sendFlow(reply: FastifyReply, flow: Flow, config: Config): void {
  const { name, options } = flowCookie(config)
  reply.setCookie(name, sealFlow(flow, config), { ...options, maxAge: FLOW_LIFE_S })
}

/** The flow that this browser began; null when it began none, or too long ago. The browser is told to forget it. */
export function takeFlow(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, now }: { config: Config; now: string },
): Flow | null {
  const { name, options } = flowCookie(config)
  const sealed = request.server.parseCookie(request.headers.cookie ?? '')[name]
  if (sealed === undefined) return null
  reply.clearCookie(name, options)
  const flow = openFlow(sealed, config)
  return flow && Temporal.Instant.compare(flow.expire, now) > 0 ? flow : null
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** A flow as a text that only a server with the same secret can open. */
export function sealFlow(flow: Flow, config: Config): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealingKey(config), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(flow), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The flow in a sealed text; null when that is none of ours. */
export function openFlow(text: string, config: Config): Flow | null {
  const bytes = Buffer.from(text, 'base64url')
  const [iv, tag, sealed] = [
    bytes.subarray(0, IV_BYTES),
    bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    bytes.subarray(IV_BYTES + TAG_BYTES),
  ]
  if (tag.length < TAG_BYTES) return null
  try {
    const decipher = createDecipheriv(CIPHER, sealingKey(config), iv, { authTagLength: TAG_BYTES })
    const opened = Buffer.concat([decipher.setAuthTag(tag).update(sealed), decipher.final()])
    return flowSchema.parse(JSON.parse(opened.toString('utf8')))
  } catch {
    // Whatever is wrong with it, somebody else wrote it.
    return null
  }
}

/** A key for this purpose alone: what is sealed with it is never taken for anything else. */
function sealingKey({ sessionSecret }: Config): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'tenfold sign-in flow', KEY_BYTES))
}

/** Lax: it has to come along when the provider sends the browser back. */
function flowCookie({ baseUrl }: Config): { name: string; options: CookieSerializeOptions } {
  const secure = baseUrl.startsWith('https:')
  const name = secure ? '__Host-tenfold_flow' : 'tenfold_flow'
  return { name, options: { path: '/', httpOnly: true, sameSite: 'lax', secure } }
}
