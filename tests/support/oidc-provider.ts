import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import type { Provider } from 'oidc-provider'

import type { OidcSettings } from '#server/auth/oidc-settings.ts'

/** The claims of a token, and its head. */
export type Token = { head: Record<string, unknown>; claims: Record<string, unknown> }

/** What a provider that lies does to its answers. Each is told what the real one answered. */
export type Lies = {
  /** The token as it is sent, unsigned or signed by whomever; see `signWith`. */
  idToken?: (token: Token) => string
  /** The document that describes the provider. */
  discovery?: (document: Record<string, unknown>) => Record<string, unknown>
  /** What it tells of a person beside the token. */
  profile?: (claims: Record<string, unknown>) => Record<string, unknown>
  /** The form that the server sends to redeem a code. */
  redeeming?: (form: URLSearchParams) => void
  /** Answers a code that was redeemed before with the answer of then. */
  takesCodesTwice?: boolean
  /** The path that is never answered. */
  silentAt?: string
}

/** A real provider, with a proxy in front of it that can lie. */
export type TestProvider = {
  /** The settings of a server that trusts it. */
  settings: OidcSettings
  lies: Lies
  /** The paths that were asked for, such as 'POST /token'. */
  requests: string[]
  /** Signs a token with the provider's own key, or with another of the same name. */
  signWith(key: 'own' | 'foreign', token: Token): string
  /** Plays the browser: goes to the provider, signs in there, and answers the address it is sent back to. */
  visit(url: string, account?: string): Promise<URL>
  close(): Promise<void>
}

/** What the provider tells of a person beside `sub`. */
export type Accounts = Record<string, Record<string, unknown>>

const CLIENT_ID = 'tenfold'
const CLIENT_SECRET = 'Zk3vW8qT1nB6sL0xR5yH2mC9'
const KEY_ID = 'the-key'

/** Starts a provider on a free port of this machine. Whoever is not among the accounts is known by nothing but a name. */
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

/** It warns of this version of Node, and of keeping everything in memory: neither matters to a test. */
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
        // Of a native application, the port of a loopback address does not count.
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

/** The provider's own sign-in: whoever says who they are is believed, and agrees to everything. */
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

/** Hands a request to the real provider, and what it answers back, with the lies. */
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

/** The head and the claims of a token, as they are signed. */
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
    if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
  }
  return url
}

const STEPS_MAX = 10
