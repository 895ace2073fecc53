import * as client from 'openid-client'

import { type ProviderProfile, readProviderProfile } from './provider-profile.ts'

import type { Config } from '../config.ts'
import type { OidcSettings } from './oidc-settings.ts'
import { OIDC_PATH, OidcError } from './oidc-failure.ts'
import type { Flow } from './oidc-flow.ts'
import type { Identity } from './oidc-store.ts'

export type Person = {
  identity: Identity
  /** Requests the person's claims; only new accounts need them. */
  readProfile(): Promise<ProviderProfile>
}

/** The parts of a provider that sign-in needs. */
export type Provider = {
  name: string
  /** The redirect URI, which must be registered at the provider. */
  redirectUri: string
  /** Returns the URL of the provider's sign-in page. */
  begin(flow: Flow): Promise<string>
  /**
   * Redeems the code in the provider's redirect. Verifies the state and the issuer, and the token's signature, issuer,
   * audience, nonce and expiry.
   * @param query the query of the redirect, with its question mark
   */
  finish(flow: Flow, query: string): Promise<Person>
}

/** The total time limit for the provider, in ms, so that the error page appears within 5 s. */
const PATIENCE_MS = 4000

/** How long the provider's metadata is cached, in ms. */
const METADATA_LIFE_MS = 3_600_000

const SCOPE = 'openid email profile'

/**
 * Returns the configured provider. Sends no requests before the first sign-in. The provider's functions throw
 * OidcError: `provider_away` if the provider does not respond correctly, `sign_in_failed` if its response fails
 * verification.
 */
export function openProvider(settings: OidcSettings, { baseUrl }: Config): Provider {
  const { name } = settings
  const redirectUri = `${baseUrl}${OIDC_PATH}/callback`
  const discover = cachedDiscovery(settings)
  const find = () => discover().catch((error: unknown) => Promise.reject(providerAway(name, error)))
  return {
    name,
    redirectUri,
    begin: (flow) =>
      withinPatience(name, async () => {
        const provider = await find()
        try {
          return await authorizationUrl(provider, flow, redirectUri)
        } catch (error) {
          throw providerAway(name, error)
        }
      }),
    finish: (flow, query) =>
      withinPatience(name, async () => {
        const provider = await find()
        try {
          return await redeem(provider, flow, new URL(redirectUri + query), name)
        } catch (error) {
          throw isAway(error) ? providerAway(name, error) : notTrusted(name, error)
        }
      }),
  }
}

/** Shares one request among all callers. Repeats the request after a failure or when the cached response expires. */
function cachedDiscovery(settings: OidcSettings): () => Promise<client.Configuration> {
  let found: Promise<client.Configuration> | null = null
  let since = 0
  return () => {
    if (found && performance.now() - since < METADATA_LIFE_MS) return found
    since = performance.now()
    const asked = discoverProvider(settings)
    found = asked
    asked.catch(() => {
      if (found === asked) found = null
    })
    return asked
  }
}

async function discoverProvider(settings: OidcSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const isHttp = issuer.startsWith('http:')
  const execute = [client.enableNonRepudiationChecks, ...(isHttp ? [client.allowInsecureRequests] : [])]
  return client.discovery(new URL(issuer), clientId, clientSecret, authentication(clientSecret), {
    execute,
    timeout: PATIENCE_MS / 1000,
  })
}

/** Prefers credentials in the body, because providers decode the header differently. Otherwise uses the default. */
function authentication(secret: string): client.ClientAuth {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? post : basic)(server, ...rest)
  }
}

async function authorizationUrl(
  provider: client.Configuration,
  { state, nonce, verifier }: Flow,
  redirectUri: string,
): Promise<string> {
  // The library does not check that this is an http(s) URL and not, for example, a script.
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return url.href
}

async function redeem(
  provider: client.Configuration,
  { state, nonce, verifier }: Flow,
  url: URL,
  name: string,
): Promise<Person> {
  const tokens = await client.authorizationCodeGrant(provider, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new TypeError('the response has no ID token')
  return {
    identity: { issuer: claims.iss, subject: claims.sub },
    readProfile: () =>
      withinPatience(name, async () => {
        if (!provider.serverMetadata().userinfo_endpoint) return readProviderProfile(claims)
        try {
          const more = await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
          return readProviderProfile({ ...claims, ...more })
        } catch (error) {
          throw isAway(error) ? providerAway(name, error) : notTrusted(name, error)
        }
      }),
  }
}

/** Limits the total time of all requests. Ignores a late response. */
async function withinPatience<T>(name: string, run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(providerAway(name, new Error('timed out'))), PATIENCE_MS)
  })
  try {
    return await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns whether the provider was unreachable, timed out or returned a server error. */
function isAway(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return true
  return error instanceof TypeError && message === 'fetch failed'
}

function providerAway(name: string, error: unknown): OidcError {
  if (error instanceof OidcError) return error
  return new OidcError(
    'provider_away',
    `${name} isn’t responding correctly. Try again in a moment.`,
    describeReason(error),
  )
}

function notTrusted(name: string, error: unknown): OidcError {
  const reason = describeReason(error)
  const message =
    error instanceof client.AuthorizationResponseError
      ? `${name} rejected the sign-in. Try again.`
      : `The response from ${name} failed verification, so you weren’t signed in. Try again.`
  return new OidcError('sign_in_failed', message, reason)
}

/** Returns the library messages, which contain no request data, and the provider's error code. */
function describeReason(error: unknown): string {
  const words: string[] = []
  for (let one = error; one instanceof Error; one = one.cause) {
    // A parser's message quotes its input, which may contain a token.
    if (one instanceof SyntaxError) break
    words.push(one.message)
    if (one instanceof client.ResponseBodyError || one instanceof client.AuthorizationResponseError) {
      words.push(one.error.replaceAll(/[^\x20-\x7e]/g, '').slice(0, ERROR_CODE_LENGTH_MAX))
      break
    }
  }
  return words.join(': ')
}

const ERROR_CODE_LENGTH_MAX = 60
