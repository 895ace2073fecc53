import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import type { Provider } from 'oidc-provider'

import type { OidcSettings } from '#server/auth/oidc-settings.ts'

/** The claims of a token, and its header. */
export type Token = { head: Record<string, unknown>; claims: Record<string, unknown> }

/** How a dishonest provider changes its responses. Each function receives the real response. */
export type Lies = {
  /** Returns the token to send, unsigned or signed with any key: see `signWith`. */
  idToken?: (token: Token) => string
  /** Changes the provider's metadata. */
  discovery?: (document: Record<string, unknown>) => Record<string, unknown>
  /** Changes the claims of the userinfo response. */
  profile?: (claims: Record<string, unknown>) => Record<string, unknown>
  /** Changes the form with which the server redeems a code. */
  redeeming?: (form: URLSearchParams) => void
  /** Whether to repeat the earlier response for a code that was already redeemed. */
  takesCodesTwice?: boolean
  /** The path that never gets a response. */
  silentAt?: string
}

/** A real provider behind a proxy that can falsify its responses. */
export type TestProvider = {
  /** The settings of a server that trusts it. */
  settings: OidcSettings
  lies: Lies
  /** The requests so far, such as 'POST /token'. */
  requests: string[]
  /** Signs a token with the provider's own key, or with a different key of the same name. */
  signWith(key: 'own' | 'foreign', token: Token): string
  /** Acts as the browser: opens the provider, signs in, and returns the URL of the redirect. */
  visit(url: string, account?: string): Promise<URL>
  close(): Promise<void>
}

/** The provider's claims about a user besides `sub`. */
export type Accounts = Record<string, Record<string, unknown>>

const CLIENT_ID = 'tenfold'
const CLIENT_SECRET = 'Zk3vW8qT1nB6sL0xR5yH2mC9'
const KEY_ID = 'the-key'

/** Starts a provider on a free local port. Users without an account entry have only a name. */
export async function startOidcProvider(accounts: Accounts = {}): Promise<TestProvider> {
  const keys = { own: newKey(), foreign: newKey() }
  const lies: Lies = {}
  const requests: string[] = []
  const front = createServer()
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const issuer = `http://localhost:${(front.address() as AddressInfo).port}`
  const provider = await withoutWarnings(() => realProvider(issuer, accounts, keys.own))
  const handle = provider.callback()
  const back = createServer((request, response) => {
    const isInteraction = request.url?.startsWith('/interaction/')
    void (isInteraction ? interact(provider, request, response) : handle(request, response))
  })
  back.listen(0, '127.0.0.1')
  await once(back, 'listening')
  const { port } = back.address() as AddressInfo
  const redeemed = new Map<string, Promise<string>>()
  front.on('request', (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url?.split('?', 1)[0]}`)
    void passOn(request, response, { port, lies, redeemed })
  })
  return {
    settings: { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, name: 'Keycloak' },
    lies,
    requests,
    signWith: (key, token) => signToken(keys[key], token),
    visit: (url, account = 'ada') => visit(url, account),
    close: async () => {
      for (const server of [front, back]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

/** Suppresses warnings about this Node version and about in-memory storage, which don't matter to tests. */
async function withoutWarnings<T>(run: () => Promise<T>): Promise<T> {
  const { warn } = console
  Reflect.set(console, 'warn', () => undefined)
  try {
    return await run()
  } finally {
    Reflect.set(console, 'warn', warn)
  }
}

async function realProvider(
  issuer: string,
  accounts: Accounts,
  key: ReturnType<typeof newKey>,
): Promise<Provider> {
  const { Provider } = await import('oidc-provider')
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        // For native applications, the port of a loopback address is ignored.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/api/auth/oidc/callback'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, kid: KEY_ID, alg: 'ES256', use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'preferred_username'],
    },
    cookies: { keys: ['the cookies of the provider'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...accounts[id], sub: id }) }),
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
  })
}

/** The provider's own sign-in form, which accepts any name and every request for consent. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(SIGN_IN_PAGE)
    return
  }
  const form = new URLSearchParams(await text(request))
  if (form.has('refuse')) {
    await provider.interactionFinished(request, response, { error: 'access_denied' })
    return
  }
  const accountId = form.get('account') ?? ''
  const grant = new provider.Grant({ accountId, clientId: CLIENT_ID })
  grant.addOIDCScope('openid email profile')
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { login: { accountId }, consent })
}

const SIGN_IN_PAGE = `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,">
<form method="post"><label>Account <input name="account"></label><button>Let me in</button><button name="refuse">Refuse</button></form>`

/** Forwards a request to the real provider, and returns its falsified response. */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { port, lies, redeemed }: { port: number; lies: Lies; redeemed: Map<string, Promise<string>> },
): Promise<void> {
  const path = request.url ?? '/'
  if (path === lies.silentAt) return
  let body = await text(request)
  const form = path === '/token' ? new URLSearchParams(body) : null
  const code = form?.get('code') ?? ''
  const told = (form && redeemed.get(code)) ?? null
  if (lies.takesCodesTwice && told) {
    response.setHeader('content-type', 'application/json').end(await told)
    return
  }
  const answering = Promise.withResolvers<string>()
  if (form) redeemed.set(code, answering.promise)
  if (form && lies.redeeming) {
    lies.redeeming(form)
    body = form.toString()
  }
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) }
  const outgoing = httpRequest({ port, path, method: request.method, headers }).end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const tampered = tamper(path, await text(answer), lies)
  answering.resolve(tampered)
  const { 'content-length': _, ...answerHeaders } = answer.headers
  response.writeHead(answer.statusCode ?? 500, answerHeaders).end(tampered)
}

function tamper(path: string, body: string, lies: Lies): string {
  const lie = path === '/me' ? lies.profile : path.startsWith('/.well-known/') ? lies.discovery : undefined
  if (lie) return JSON.stringify(lie(JSON.parse(body) as Record<string, unknown>))
  if (path === '/token' && lies.idToken && body.includes('"id_token"')) {
    const answer = JSON.parse(body) as { id_token: string }
    return JSON.stringify({ ...answer, id_token: lies.idToken(readToken(answer.id_token)) })
  }
  return body
}

function readToken(jwt: string): Token {
  const [head, claims] = jwt
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
  return { head: head ?? {}, claims: claims ?? {} }
}

function signToken(key: ReturnType<typeof newKey>, token: Token): string {
  const signed = unsigned(token)
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** Returns the header and the claims of a token, in their signed form. */
export function unsigned({ head, claims }: Token): string {
  return [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}

/** Follows redirects with cookies until one leads away from the provider. */
async function visit(start: string, account: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(start)
  let url = new URL(start)
  for (let step = 0; step < STEPS_MAX && url.origin === origin; step++) {
    const isForm = url.pathname.startsWith('/interaction/')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm && {
        method: 'POST',
        body: new URLSearchParams(account === '' ? { refuse: '' } : { account }),
      }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`the provider returned ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
  }
  return url
}

const STEPS_MAX = 10
