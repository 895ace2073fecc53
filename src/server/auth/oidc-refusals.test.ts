import { setTimeout as delay } from 'node:timers/promises'

import { createHmac } from 'node:crypto'

import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Entrance } from '#domain/account/account.ts'
import type { Pages } from '../context.ts'
import { startAnsweringServer } from '#tests/support/answering-server.ts'
import {
  type Client,
  TEST_PASSWORD,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { type TestProvider, type Token, startOidcProvider, unsigned } from '#tests/support/oidc-provider.ts'
import { type OnTheWay, comeBack, cookieOf, goToProvider, signInAt } from '#tests/support/oidc-sign-in.ts'

import { type Flow, openFlow, sealFlow } from './oidc-flow.ts'

/** A page that contains the server's data as JSON. */
const PAGES: Pages = { html: async (entrance) => JSON.stringify(entrance), assetsFolder: null }
const FLOW_COOKIE = 'tenfold_flow'
const ANSWER_MS_MAX = 5000

let provider: TestProvider
let test: TestApp
beforeAll(async () => {
  provider = await startOidcProvider()
})
beforeEach(async () => {
  for (const lie of Object.keys(provider.lies)) Reflect.deleteProperty(provider.lies, lie)
  test = await buildTestApp({ pages: PAGES, config: { oidc: provider.settings } })
})
afterEach(() => test.close())
afterAll(() => provider.close())

const isSignedIn = async (client: Client) => (await client.get('/api/auth/user')).statusCode === 200
const count = async (table: 'users' | 'sessions' | 'oidc_identities') =>
  (await test.db.selectFrom(table).selectAll().execute()).length
const failures = () => test.log.filter((line) => line.includes('sign-in through the provider failed'))

/** Returns the outcome of a sign-in: the response, the stored rows and the log. */
async function outcomeOf(browser: Client, response: LightMyRequestResponse): Promise<object> {
  const isPage = response.headers['content-type'] === 'text/html; charset=utf-8'
  const entrance = isPage ? response.json<Entrance>() : null
  return {
    status: response.statusCode,
    location: response.headers.location,
    message: entrance?.failure?.message,
    user: entrance?.user,
    sessionCookies: response.cookies.filter(({ name }) => name === 'tenfold_session').length,
    signedIn: await isSignedIn(browser),
    rows: [await count('users'), await count('sessions'), await count('oidc_identities')],
    reasons: failures().map((line) => (JSON.parse(line) as { reason: string }).reason),
  }
}

/** The outcome of a rejected sign-in: an error page, no session, no account and one log line. */
function refused(reason: RegExp, status = 400): object {
  return {
    status,
    location: undefined,
    message: expect.stringMatching(/^[A-Z].*\.$/),
    user: null,
    sessionCookies: 0,
    signedIn: false,
    rows: [0, 0, 0],
    reasons: [expect.stringMatching(reason)],
  }
}

/** Follows the provider's redirect and returns the outcome. */
async function outcome(onTheWay: OnTheWay): Promise<object> {
  return outcomeOf(onTheWay.browser, await comeBack(onTheWay))
}

/** Checks that the log contains nothing useful to an attacker. */
function expectNoSecret(...secrets: (string | null | undefined)[]): void {
  const log = test.log.join('')
  for (const secret of [provider.settings.clientSecret, ...secrets]) {
    if (secret) expect(log).not.toContain(secret)
  }
  expect(log).not.toMatch(/eyJ[\w-]{10}/)
}

/** Returns the flow in the browser's cookie. */
async function flowOf(browser: Client): Promise<Flow> {
  const [, sealed] = cookieOf(browser, FLOW_COOKIE)
  const flow = await openFlow(sealed, test.config)
  if (!flow) throw new Error('the browser carries no flow')
  return flow
}

/** Returns a browser with a different flow. */
async function carrying(flow: Flow, secret = test.config.sessionSecret): Promise<Client> {
  const sealed = await sealFlow(flow, { ...test.config, sessionSecret: secret })
  return clientOf(test.app, [[FLOW_COOKIE, sealed]])
}

/** Changes the provider's redirect. */
const change = (attack: (params: URLSearchParams) => void) => (onTheWay: OnTheWay) => {
  attack(onTheWay.back.searchParams)
  return onTheWay
}

describe('13: the callback', () => {
  it.each([
    ['a wrong state', change((params) => params.set('state', 'x'.repeat(43))), /"state"/],
    ['a missing state', change((params) => params.delete('state')), /"state"/],
    ['an empty state', change((params) => params.set('state', '')), /"state"/],
    ['two states', change((params) => params.append('state', 'x')), /only once/],
    ['a wrong issuer', change((params) => params.set('iss', 'https://evil.example')), /"iss"/],
    ['a missing issuer', change((params) => params.delete('iss')), /"iss"/],
    ['a wrong code', change((params) => params.set('code', 'x'.repeat(43))), /invalid_grant/],
    ['a missing code', change((params) => params.delete('code')), /./],
    ['two codes', change((params) => params.append('code', 'x')), /only once/],
    ['a token in the query', change((params) => params.set('id_token', 'x')), /./],
    ['an error from the provider', change((params) => params.set('error', 'server_error')), /server_error/],
    ['a forged error', change((params) => params.set('error', 'a\n{"level":"fatal"}')), /./],
  ])('13: rejects %s', async (_, attack, reason) => {
    const onTheWay = attack(await goToProvider(test, provider))
    const { state, nonce, verifier } = await flowOf(onTheWay.browser)
    const code = onTheWay.back.searchParams.get('code')
    expect(await outcome(onTheWay)).toEqual(refused(reason))
    expectNoSecret(state, nonce, verifier, code && code.length > 1 ? code : null)
  })

  it('13: rejects the state of another sign-in in the same browser', async () => {
    const browser = clientOf(test.app)
    const first = await goToProvider(test, provider, { browser })
    await goToProvider(test, provider, { browser })
    expect(await outcome(first)).toEqual(refused(/"state"/))
  })

  it('13: reports that the user declined at the provider', async () => {
    const onTheWay = await goToProvider(test, provider, { account: '' })
    const response = await comeBack(onTheWay)
    expect(response.json<Entrance>().failure?.message).toBe('Keycloak rejected the sign-in. Try again.')
    expect(await outcomeOf(onTheWay.browser, response)).toEqual(refused(/access_denied/))
  })
})

describe('13: the verifier', () => {
  it.each([
    ['a wrong verifier', (form: URLSearchParams) => form.set('code_verifier', 'x'.repeat(43))],
    ['a missing verifier', (form: URLSearchParams) => form.delete('code_verifier')],
  ])('13: %s is rejected by the provider', async (_, redeeming) => {
    const onTheWay = await goToProvider(test, provider)
    provider.lies.redeeming = redeeming
    expect(await outcome(onTheWay)).toEqual(refused(/invalid_grant/))
  })

  it('13: belongs to this browser’s flow only', async () => {
    const { browser, back } = await goToProvider(test, provider)
    const swapped = await carrying({ ...(await flowOf(browser)), verifier: 'x'.repeat(43) })
    expect(await outcome({ browser: swapped, back })).toEqual(refused(/invalid_grant/))
  })
})

/** The same token with other claims, signed by the provider. */
const withClaims = (claims: Record<string, unknown>) => (token: Token) =>
  provider.signWith('own', { ...token, claims: { ...token.claims, ...claims } })
const nowS = () => Math.floor(Date.now() / 1000)

describe('13: the check of the ID token', () => {
  it('accepts the provider’s signature, even when the proxy signs the token again', async () => {
    provider.lies.idToken = withClaims({})
    await signInAt(test, provider)
    expect(await count('sessions')).toBe(1)
  })

  const ATTACKS: [string, (token: Token) => string, RegExp][] = [
    ['a wrong nonce', withClaims({ nonce: 'x'.repeat(43) }), /"nonce"/],
    ['a missing nonce', withClaims({ nonce: undefined }), /"nonce"/],
    ['a wrong audience', withClaims({ aud: 'another-client' }), /"aud"/],
    ['a missing audience', withClaims({ aud: undefined }), /"aud"/],
    [
      'two audiences and the other one as authorized party',
      withClaims({ aud: ['tenfold', 'x'], azp: 'x' }),
      /"azp"|"aud"/,
    ],
    ['a wrong issuer', withClaims({ iss: 'https://evil.example' }), /"iss"/],
    ['a missing issuer', withClaims({ iss: undefined }), /"iss"/],
    ['a missing subject', withClaims({ sub: undefined }), /"sub"/],
    ['an expired token', (token) => withClaims({ exp: nowS() - 60 })(token), /"exp"/],
    ['a token without an expiry', withClaims({ exp: undefined }), /"exp"/],
    ['a token not valid yet', (token) => withClaims({ nbf: nowS() + 600 })(token), /"nbf"/],
    ['a signature by another key', (token) => provider.signWith('foreign', token), /signature/],
    [
      'changed claims under a valid signature',
      (token) => {
        const [, , signature] = provider.signWith('own', token).split('.')
        return `${unsigned({ ...token, claims: { ...token.claims, sub: 'eve' } })}.${signature}`
      },
      /signature/,
    ],
    ['a missing signature', (token) => `${unsigned(token)}.`, /signature/],
    ['alg none', (token) => `${unsigned({ ...token, head: { alg: 'none' } })}.`, /"alg"|unsupported/],
    [
      'a signature with the client secret as the key',
      (token) => {
        const signed = unsigned({ ...token, head: { alg: 'HS256' } })
        const key = provider.settings.clientSecret
        return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
      },
      /"alg"|unsupported/,
    ],
    ['a malformed token', () => 'eyJhbGciOiJFUzI1NiJ9.x', /./],
    ['an empty token', () => '', /./],
  ]

  it.each(ATTACKS)('13: rejects %s', async (_, lie, reason) => {
    const onTheWay = await goToProvider(test, provider)
    const { nonce } = await flowOf(onTheWay.browser)
    provider.lies.idToken = lie
    expect(await outcome(onTheWay)).toEqual(refused(reason))
    expectNoSecret(nonce, onTheWay.back.searchParams.get('code'))
  })

  it.each(['none', 'HS256'])('13: rejects alg %s even if the provider announces it', async (alg) => {
    provider.lies.discovery = (document) => ({ ...document, id_token_signing_alg_values_supported: [alg] })
    const onTheWay = await goToProvider(test, provider)
    provider.lies.idToken = (token) => {
      const signed = unsigned({ ...token, head: { alg } })
      const hmac = createHmac('sha256', provider.settings.clientSecret).update(signed).digest('base64url')
      return `${signed}.${alg === 'none' ? '' : hmac}`
    }
    expect(await outcome(onTheWay)).toEqual(refused(/alg|signature|unsupported/))
  })

  it('13: rejects claims of another user', async () => {
    const onTheWay = await goToProvider(test, provider)
    provider.lies.profile = (claims) => ({ ...claims, sub: 'eve' })
    expect(await outcome(onTheWay)).toEqual(refused(/"sub"/))
  })
})

describe('13: a code', () => {
  it('13: is rejected when the same browser reuses it', async () => {
    const onTheWay = await goToProvider(test, provider)
    await comeBack(onTheWay)
    await onTheWay.browser.post('/api/logout')
    const again = await comeBack(onTheWay)
    expect(again.statusCode).toBe(400)
    expect(await isSignedIn(onTheWay.browser)).toBe(false)
    expect(failures()).toHaveLength(1)
  })

  it.each([
    ['by the provider', false, /invalid_grant/],
    ['by Tenfold if the provider accepts it twice', true, /already completed/],
  ])('13: is rejected when reused with a copied cookie, %s', async (_, takesTwice, reason) => {
    provider.lies.takesCodesTwice = takesTwice
    const { browser, back } = await goToProvider(test, provider)
    const thief = await carrying(await flowOf(browser))
    await comeBack({ browser, back })
    const replayed = await comeBack({ browser: thief, back })
    expect(replayed.statusCode).toBe(400)
    expect(await isSignedIn(thief)).toBe(false)
    expect(await count('sessions')).toBe(1)
    expect(failures()).toHaveLength(1)
    expect(failures()[0]).toMatch(reason)
  })

  it('13: signs in once when sent ten times in parallel', async () => {
    provider.lies.takesCodesTwice = true
    const { browser, back } = await goToProvider(test, provider)
    const flow = await flowOf(browser)
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => comeBack({ browser: await carrying(flow), back })),
    )
    const statuses = answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([302, ...Array.from({ length: 9 }, () => 400)])
    expect(await count('sessions')).toBe(1)
  })

  it('13: is rejected after more than ten minutes', async () => {
    const onTheWay = await goToProvider(test, provider)
    test.clock.advance({ minutes: 10, seconds: 1 })
    // A browser would have deleted the cookie by now, but a client that kept it is rejected too.
    expect(await outcome(onTheWay)).toEqual(refused(/no pending flow/))
  })

  it('F30: is rejected if the clock was set back after the start', async () => {
    const onTheWay = await goToProvider(test, provider)
    test.clock.advance({ minutes: -5 })
    expect(await outcome(onTheWay)).toEqual(refused(/no pending flow/))
  })
})

describe('14: a redirect', () => {
  it('14: opened in another browser is rejected without a request to the provider', async () => {
    const { back } = await goToProvider(test, provider)
    provider.requests.length = 0
    const other = clientOf(test.app)
    expect(await outcome({ browser: other, back })).toEqual(refused(/no pending flow/))
    expect(provider.requests).toEqual([])
  })

  it('14: opened in another browser with its own flow is rejected', async () => {
    const victim = await goToProvider(test, provider)
    const attacker = await goToProvider(test, provider, { account: 'attacker' })
    expect(await outcome({ browser: victim.browser, back: attacker.back })).toEqual(refused(/"state"/))
  })

  it.each([
    [
      'encrypted with another secret',
      (flow: Flow) => carrying(flow, 'the secret of another server, 32 or more'),
    ],
    ['not sealed', (flow: Flow) => clientOf(test.app, [[FLOW_COOKIE, JSON.stringify(flow)]])],
    ['empty', () => clientOf(test.app, [[FLOW_COOKIE, 'x']])],
    [
      'with one bit changed',
      async (flow: Flow) => {
        const [header, key, iv, text = '', tag] = (await sealFlow(flow, test.config)).split('.')
        const bytes = Buffer.from(text, 'base64url')
        bytes[12] = (bytes[12] ?? 0) ^ 1
        const changed = [header, key, iv, bytes.toString('base64url'), tag].join('.')
        return clientOf(test.app, [[FLOW_COOKIE, changed]])
      },
    ],
  ])('14: with a cookie that is %s is rejected', async (_, browserWith) => {
    const { browser, back } = await goToProvider(test, provider)
    const forger = await browserWith(await flowOf(browser))
    expect(await outcome({ browser: forger, back })).toEqual(refused(/no pending flow/))
  })
})

describe('17: a provider', () => {
  it('17: is not used if its metadata has another issuer', async () => {
    for (const issuer of ['https://evil.example', `${provider.settings.issuer}/other`, '', undefined]) {
      provider.lies.discovery = (document) => ({ ...document, issuer })
      const response = await test.visitor.get('/api/auth/oidc')
      expect(await outcomeOf(test.visitor, response)).toEqual(refused(/issuer/, 503))
      expect(response.headers['retry-after']).toBe('2')
      test.log.length = 0
    }
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not an address', undefined])(
    '17: whose metadata redirects browsers to %s is not used',
    async (authorization_endpoint) => {
      provider.lies.discovery = (document) => ({ ...document, authorization_endpoint })
      const response = await test.visitor.get('/api/auth/oidc')
      expect(await outcomeOf(test.visitor, response)).toEqual(refused(/./, 503))
    },
  )

  it('17: that is down does not affect local sign-in, and is used again after it recovers', async () => {
    const local = await signUp(test, 'ada@example.com')
    provider.lies.discovery = () => ({})
    expect((await test.visitor.get('/api/auth/oidc')).statusCode).toBe(503)
    await local.post('/api/logout')
    const credentials = { email: 'ada@example.com', password: TEST_PASSWORD }
    expect((await local.post('/api/login', credentials)).statusCode).toBe(200)
    provider.lies.discovery = undefined
    expect(await isSignedIn(await signInAt(test, provider))).toBe(true)
  })

  it('17: that is unreachable is reported immediately', async () => {
    const gone = await startAnsweringServer(() => undefined)
    await gone.close()
    await test.close()
    test = await buildTestApp({ pages: PAGES, config: { oidc: { ...provider.settings, issuer: gone.url } } })
    const tooLate = delay(ANSWER_MS_MAX, null, { ref: false })
    const response = await Promise.race([test.visitor.get('/api/auth/oidc'), tooLate])
    if (!response) throw new Error(`not answered within ${ANSWER_MS_MAX} ms`)
    expect(response.json<Entrance>().failure?.message).toBe(
      'Keycloak isn’t responding correctly. Try again in a moment.',
    )
    expect(await outcomeOf(test.visitor, response)).toEqual(refused(/ECONNREFUSED/, 503))
  })

  it('17: that is down is reported as JSON when no pages are served and for a link request', async () => {
    await test.close()
    test = await buildTestApp({ config: { oidc: provider.settings } })
    provider.lies.discovery = () => ({})
    const local = await signUp(test)
    for (const response of [
      await test.visitor.get('/api/auth/oidc'),
      await local.post('/api/auth/oidc/link', { password: TEST_PASSWORD }),
    ]) {
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('2')
      expect(response.json()).toMatchObject({ code: 'provider_away' })
    }
    expect(failures()).toHaveLength(2)
  })
})
