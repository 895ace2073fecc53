import { codePoints } from '#domain/text.ts'

import {
  type Environment,
  Mistake,
  type Read,
  isPlaceholder,
  isSet,
  missingOf,
  withoutPassword,
} from '../settings.ts'

const PROVIDER_NAME_LENGTH_MAX = 40

/** How this server is known to an OpenID Connect provider. */
export type OidcSettings = {
  /** The address under which the provider describes itself; https, or http on this machine. */
  issuer: string
  clientId: string
  clientSecret: string
  /** What people call the provider. */
  name: string
}

const TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

/** The provider that the settings name; null when they name none. */
export function readOidc(env: Environment, read: Read): OidcSettings | null {
  const issuer = read('OIDC_ISSUER', '', parseIssuer)
  const clientId = read('OIDC_CLIENT_ID', '', (text) => text)
  const clientSecret = read('OIDC_CLIENT_SECRET', '', parseClientSecret)
  const name = read('OIDC_NAME', issuer && new URL(issuer).hostname, parseProviderName)
  return isOidcSet(env) ? { issuer, clientId, clientSecret, name } : null
}

/** A setting about who may enter is not ignored in silence: half a provider is a mistake. */
export function missingOidc(env: Environment): string[] {
  return isOidcSet(env) ? missingOf(env, TOGETHER) : []
}

function isOidcSet(env: Environment): boolean {
  return [...TOGETHER, 'OIDC_NAME'].some((name) => isSet(env, name))
}

/** The address itself is what is compared with what the provider says, so nothing is hung on it. */
function parseIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url)))
  const isPlain = url && url.href === url.origin + url.pathname && !url.pathname.includes('/.well-known/')
  if (isSafe && isPlain) return text
  throw new Mistake(
    `"${withoutPassword(text)}" is not the https address of an issuer. Use the one your provider names, such as https://id.example.com/realms/home, without /.well-known/ behind it.`,
  )
}

function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|[\w.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** What was given is never printed. */
function parseClientSecret(text: string): string {
  if (!isPlaceholder(text)) return text
  throw new Mistake(
    'it is a placeholder anybody can guess. Use the secret your provider gave to this client.',
  )
}

function parseProviderName(text: string): string {
  if (codePoints(text) <= PROVIDER_NAME_LENGTH_MAX) return text
  throw new Mistake(`it is too long for a button. Use at most ${PROVIDER_NAME_LENGTH_MAX} characters.`)
}
