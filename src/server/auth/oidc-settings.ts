import { codePoints } from '#domain/text.ts'

import {
  type Environment,
  Mistake,
  type Read,
  isPlaceholder,
  isSet,
  missingOf,
  withoutPassword,
} from '../settings/settings.ts'

const PROVIDER_NAME_LENGTH_MAX = 40

/** The settings of this server as a client of an OpenID Connect provider. */
export type OidcSettings = {
  /** The issuer URL; https, or http on this machine. */
  issuer: string
  clientId: string
  clientSecret: string
  name: string
}

const TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

export function readOidc(env: Environment, read: Read): OidcSettings | null {
  const issuer = read('OIDC_ISSUER', '', parseIssuer)
  const clientId = read('OIDC_CLIENT_ID', '', (text) => text)
  const clientSecret = read('OIDC_CLIENT_SECRET', '', parseClientSecret)
  const name = read('OIDC_NAME', issuer && new URL(issuer).hostname, parseProviderName)
  return isOidcSet(env) ? { issuer, clientId, clientSecret, name } : null
}

/** Reports missing settings. An incompletely configured provider is an error, because it affects who can sign in. */
export function missingOidc(env: Environment): string[] {
  return isOidcSet(env) ? missingOf(env, TOGETHER) : []
}

function isOidcSet(env: Environment): boolean {
  return [...TOGETHER, 'OIDC_NAME'].some((name) => isSet(env, name))
}

/** Returns the issuer unchanged, because it must match the provider's issuer exactly. */
function parseIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url)))
  const isPlain = url && url.href === url.origin + url.pathname && !url.pathname.includes('/.well-known/')
  if (isSafe && isPlain) return text
  throw new Mistake(
    `"${withoutPassword(text)}" is not an https issuer address. Use the one from your provider, such as https://id.example.com/realms/home, without /.well-known/.`,
  )
}

/** Returns whether an address belongs to this machine, which browsers trust without https. */
export function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|[\w.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** Errors don't include the value, which is a secret. */
function parseClientSecret(text: string): string {
  if (!isPlaceholder(text)) return text
  throw new Mistake('anyone can guess this placeholder. Use the client secret from your provider.')
}

function parseProviderName(text: string): string {
  if (codePoints(text) <= PROVIDER_NAME_LENGTH_MAX) return text
  throw new Mistake(`the name is too long. Use at most ${PROVIDER_NAME_LENGTH_MAX} characters.`)
}
