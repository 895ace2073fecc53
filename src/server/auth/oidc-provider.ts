import * as client from 'openid-client'

import { type ProviderProfile, readProviderProfile } from '#domain/provider-profile.ts'

import type { Config } from '../config.ts'
import type { OidcSettings } from './oidc-settings.ts'
import { OIDC_PATH, OidcError } from './oidc-failure.ts'
import type { Flow } from './oidc-flow.ts'

/** Who somebody is, for ever: the two claims that OpenID Connect Core 1.0, section 5.7, says to rely on. */
export type Identity = { issuer: string; subject: string }

/** Somebody whom the provider vouches for. */
export type Person = {
  identity: Identity
  /** Asks the provider what it tells of them; only new accounts need to know. */
  readProfile(): Promise<ProviderProfile>
}

/** The provider, as far as signing in needs it. */
export type Provider = {
  name: string
  /** Where it sends browsers back to; it must have been told so. */
  redirectUri: string
  /** The page of the provider to which the browser goes. */
  begin(flow: Flow): Promise<string>
  /**
   * Redeems what the browser came back with, after everything about it was checked: state, issuer and, of the token,
   * signature, issuer, audience, nonce and expiry.
   * @param query of the address to which the browser came back, with its question mark
   */
  finish(flow: Flow, query: string): Promise<Person>
}

/** How long the provider may keep a browser waiting, in ms: the page that says so is there within 5 s. */
const PATIENCE_MS = 4000

/** A provider may change its addresses; it is asked for them again after this time, in ms. */
const METADATA_LIFE_MS = 3_600_000

const SCOPE = 'openid email profile'

/**
 * The provider of the settings. It is asked for nothing before somebody signs in.
 * Its functions throw an OidcError: `provider_away` when it does not answer, or as no provider; `sign_in_failed` when what
 * came back cannot be trusted.
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

/** Asks once, for all who wait; again after a failure, and after the answer has become old. */
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

/** In the body where the provider takes that, because not all encode a header alike; else as the standard's default. */
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
  // The library sends nobody to what is no address of the web, such as a script.
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
  if (!claims) throw new TypeError('there is no token that says who it is')
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

/** The whole of it, however many requests it takes. What still comes later is not waited for. */
async function withinPatience<T>(name: string, run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(providerAway(name, new Error('it took too long'))), PATIENCE_MS)
  })
  try {
    return await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** It could not be reached, took too long, or answered with a fault of its own. */
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
    `${name} does not answer as it should just now. Please try again in a moment.`,
    describeReason(error),
  )
}

function notTrusted(name: string, error: unknown): OidcError {
  const reason = describeReason(error)
  const message =
    error instanceof client.AuthorizationResponseError
      ? `${name} did not let you in. Please try again.`
      : `What came back from ${name} could not be trusted, so nobody was signed in. Please try again.`
  return new OidcError('sign_in_failed', message, reason)
}

/** The words of the libraries, which hold nothing of what was sent, and the provider's error code. */
function describeReason(error: unknown): string {
  const words: string[] = []
  for (let one = error; one instanceof Error; one = one.cause) {
    // What a parser says of a text quotes it, and there may be a token in it.
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
