import { hkdfSync } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as client from 'openid-client'
import { z } from 'zod'

import type { Config } from '../config.ts'
import { ownCookie } from './session-cookie.ts'

/** The time limit for the sign-in at the provider, in seconds. */
export const FLOW_LIFE_S = 600

const COOKIE = 'tenfold_flow'

/** The maximum clock difference between servers that share a database, in seconds. */
const SKEW_S = 60

const flowSchema = z.object({
  /** Sent to the provider and back, to match its response to this request. */
  state: z.string(),
  /** Included in the ID token, to match the token to this sign-in. */
  nonce: z.string(),
  /** Proves to the provider that the same client requested and redeems the code (PKCE). */
  verifier: z.string(),
  expire: z.string(),
  /** The session whose account is being linked, or null for a sign-in. */
  link: z.object({ sid: z.string() }).nullable(),
})

/** The state of one sign-in, kept in the browser that started it. */
export type Flow = z.output<typeof flowSchema>

export function newFlow(now: string, link: Flow['link'] = null): Flow {
  return {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    expire: Temporal.Instant.from(now).add({ seconds: FLOW_LIFE_S }).toString({ fractionalSecondDigits: 3 }),
    link,
  }
}

/** Stores the flow in the browser, encrypted with the session secret, so that the browser can't read or change it. */
export async function sendFlow(reply: FastifyReply, flow: Flow, config: Config): Promise<void> {
  const { name, options } = ownCookie(COOKIE, config)
  reply.setCookie(name, await sealFlow(flow, config), { ...options, maxAge: FLOW_LIFE_S })
}

/** Returns the flow that this browser began, or null if there is none or it is too old. Deletes the cookie of the flow. */
export async function takeFlow(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, now }: { config: Config; now: string },
): Promise<Flow | null> {
  const { name, options } = ownCookie(COOKIE, config)
  const sealed = request.server.parseCookie(request.headers.cookie ?? '')[name]
  if (sealed === undefined) return null
  reply.clearCookie(name, options)
  const flow = await openFlow(sealed, config)
  return flow && isCurrent(flow, now) ? flow : null
}

/** Returns whether a flow expires within the limit. A later expiry was set by a wrong clock. */
function isCurrent({ expire }: Flow, now: string): boolean {
  const life = Temporal.Instant.from(now).until(expire).total('seconds')
  return life > 0 && life <= FLOW_LIFE_S + SKEW_S
}

/** Uses the key directly, with AES-256-GCM. */
const KEY_MANAGEMENT = 'dir'
const ENCRYPTION = 'A256GCM'
const KEY_BYTES = 32

/** Encrypts a flow as a JWT (RFC 7519) that only a server with the same secret can open. */
export function sealFlow(flow: Flow, config: Config): Promise<string> {
  return new EncryptJWT(flow)
    .setProtectedHeader({ alg: KEY_MANAGEMENT, enc: ENCRYPTION })
    .encrypt(sealingKey(config))
}

/** Returns the flow in an encrypted JWT, or null if this server's secret did not encrypt it. */
export async function openFlow(text: string, config: Config): Promise<Flow | null> {
  try {
    const { payload } = await jwtDecrypt(text, sealingKey(config), {
      keyManagementAlgorithms: [KEY_MANAGEMENT],
      contentEncryptionAlgorithms: [ENCRYPTION],
    })
    return flowSchema.parse(payload)
  } catch {
    return null
  }
}

/** Derives a key for this purpose only, so that no other encrypted text is accepted as a flow. */
function sealingKey({ sessionSecret }: Config): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'tenfold sign-in flow', KEY_BYTES))
}
