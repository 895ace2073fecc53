import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Entrance, User } from '#domain/account/account.ts'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Pages } from '../context.ts'
import { startAnsweringServer } from '#tests/support/answering-server.ts'
import {
  type Client,
  TEST_PASSWORD,
  type TestApp,
  type TestAppOptions,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { type TestProvider, startOidcProvider } from '#tests/support/oidc-provider.ts'
import { comeBack, cookieOf, goToProvider, signInAt } from '#tests/support/oidc-sign-in.ts'

const EMAIL = 'ada@example.com'

/** A page that contains the server's data as JSON. */
const PAGES: Pages = { html: async (entrance) => JSON.stringify(entrance), assetsFolder: null }

/** Counts requests for the picture. */
let fetches = 0
const pictures = await startAnsweringServer((_, response) => {
  fetches++
  response.end()
})

let provider: TestProvider
let test: TestApp
beforeAll(async () => {
  provider = await startOidcProvider({
    ada: { email: EMAIL, email_verified: true, given_name: 'Ada', family_name: 'Lovelace' },
    adaUnverified: { email: 'ADA@example.com', email_verified: false },
    namesake: { email: EMAIL, email_verified: true },
    pictured: { email: 'eve@example.com', picture: `${pictures.url}/"><script>alert(1)</script>.svg` },
  })
})
beforeEach(async () => {
  fetches = 0
  test = await build()
})
afterEach(() => test.close())
afterAll(async () => {
  await provider.close()
  await pictures.close()
})

const build = ({ config, ...options }: TestAppOptions = {}) =>
  buildTestApp({ pages: PAGES, ...options, config: { oidc: provider.settings, ...config } })

async function rebuild(options: TestAppOptions): Promise<void> {
  await test.close()
  test = await build(options)
}

/** Starts another server with the same database and secret. */
const anotherServer = (config: Partial<Config> = {}) => {
  const logStream = { write: (line: string) => void test.log.push(line) }
  return buildApp({ ...test, config: { ...test.config, ...config }, pages: PAGES }, { logStream })
}

const entranceAt = async (path: string) => (await clientOf(test.app).get(path)).json<Entrance>()
const userOf = async (client: Client) => (await client.get('/api/auth/user')).json<User>()
const isSignedIn = async (client: Client) => (await client.get('/api/auth/user')).statusCode === 200
const count = async (table: 'users' | 'sessions' | 'oidc_identities' | 'oidc_finished_flows') =>
  (await test.db.selectFrom(table).selectAll().execute()).length

describe('signing in through the provider', () => {
  it('requests a code with PKCE, state and nonce, and reveals no secret', async () => {
    const response = await test.visitor.get('/api/auth/oidc')
    expect(response.statusCode).toBe(302)
    const url = new URL(String(response.headers.location))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'tenfold',
      redirect_uri: 'http://127.0.0.1:3000/api/auth/oidc/callback',
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(url.href + JSON.stringify(response.headers)).not.toContain(provider.settings.clientSecret)
  })

  it('creates one account from the provider’s claims', async () => {
    const first = await signInAt(test, provider)
    const user = await userOf(first)
    expect(user).toMatchObject({
      email: EMAIL,
      firstName: 'Ada',
      lastName: 'Lovelace',
      profileImageUrl: null,
    })
    test.clock.advance({ hours: 1 })
    expect(await userOf(await signInAt(test, provider))).toEqual(user)
    expect([await count('users'), await count('oidc_identities'), await count('sessions')]).toEqual([1, 1, 2])
  })

  it('creates one account for a first sign-in in five windows at once', async () => {
    const windows = await Promise.all(Array.from({ length: 5 }, () => signInAt(test, provider)))
    const ids = await Promise.all(windows.map(async (client) => (await userOf(client)).id))
    expect(new Set(ids).size).toBe(1)
    expect([await count('users'), await count('oidc_identities')]).toEqual([1, 1])
  })

  it('can start on one server and finish on another', async () => {
    const other = await anotherServer()
    const { browser, back } = await goToProvider(test, provider)
    const elsewhere = clientOf(other, [cookieOf(browser, 'tenfold_flow')])
    expect((await comeBack({ browser: elsewhere, back })).headers.location).toBe('/')
    expect(await isSignedIn(elsewhere)).toBe(true)
    await other.close()
  })

  it('redirects signed-in users, and everyone if there is no provider', async () => {
    const local = await signUp(test)
    for (const site of ['cross-site', 'same-site']) {
      const response = await local.get('/api/auth/oidc', { 'sec-fetch-site': site })
      expect(response.headers.location).toBe('/')
    }
    expect((await local.get('/api/auth/oidc')).headers.location).toBe('/')
    const without = await anotherServer({ oidc: null })
    for (const path of ['/api/auth/oidc', '/api/auth/oidc/callback?code=x&state=y']) {
      expect((await clientOf(without).get(path)).headers.location).toBe('/api/login')
    }
    await without.close()
  })

  it('replaces another account’s session if it starts on Tenfold’s own page', async () => {
    const person = await userOf(await signInAt(test, provider))
    const browser = await signUp(test)
    const headers = { 'sec-fetch-site': 'same-origin' }
    expect(await userOf(await signInAt(test, provider, { browser, headers }))).toEqual(person)
  })

  it('deletes records of completed flows when they expire', async () => {
    await signInAt(test, provider)
    test.clock.advance({ minutes: 11 })
    await signInAt(test, provider)
    expect(await count('oidc_finished_flows')).toBe(1)
  })

  it('10: starts a session with a new id and ends the previous one of this browser', async () => {
    const onTheWay = await goToProvider(test, provider)
    await onTheWay.browser.post('/api/register', { email: 'eve@example.com', password: TEST_PASSWORD })
    const before = clientOf(test.app, [cookieOf(onTheWay.browser, 'tenfold_session')])
    await comeBack(onTheWay)
    expect((await userOf(onTheWay.browser)).email).toBe(EMAIL)
    expect(await isSignedIn(before)).toBe(false)
  })

  it('8: creates no account while sign-ups are closed but accepts existing ones', async () => {
    const known = await signInAt(test, provider)
    const closed = await anotherServer({ signups: false })
    const again = await signInAt({ app: closed }, provider)
    expect((await userOf(again)).id).toBe((await userOf(known)).id)
    const stranger = await goToProvider({ app: closed }, provider, { account: 'stranger' })
    const response = await comeBack(stranger)
    expect(response.statusCode).toBe(403)
    expect(response.json<Entrance>().failure?.message).toBe(
      'You don’t have an account here, and sign-ups are closed. Ask the administrator for an account.',
    )
    expect(await isSignedIn(stranger.browser)).toBe(false)
    expect(await count('users')).toBe(1)
    await closed.close()
  })
})

it('an account without a password can be deleted only after a recent sign-in', async () => {
  const client = await signInAt(test, provider)
  const remove = () => removeAccount(client)
  test.clock.advance({ minutes: 11 })
  const late = await remove()
  expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([403, 'sign_in_again'])
  // A session that a wrong clock dated in the future is not recent.
  test.clock.advance({ minutes: -41 })
  expect((await remove()).statusCode).toBe(403)
  test.clock.advance({ minutes: 39 })
  expect((await remove()).statusCode).toBe(204)
  expect(await test.db.selectFrom('users').selectAll().execute()).toEqual([])
  expect(await test.db.selectFrom('oidc_identities').selectAll().execute()).toEqual([])
})

it('a sign-in dated by a clock that ran ahead isn’t recent once the clock is corrected, however often the session is used', async () => {
  const client = await signInAt(test, provider)
  test.clock.advance({ hours: -2 })
  for (const use of ['first', 'second'])
    expect([use, (await removeAccount(client)).statusCode]).toEqual([use, 403])
})

describe('the page', () => {
  it('offers the provider by name, if there is one', async () => {
    expect(await entranceAt('/api/login')).toMatchObject({ provider: 'Keycloak', signups: true })
    await rebuild({ config: { oidc: null } })
    expect(await entranceAt('/api/login')).not.toHaveProperty('provider')
  })

  it('redirects a sign-in to the provider if there are no passwords', async () => {
    await rebuild({ config: { signups: false } })
    const straight = await test.visitor.get('/api/login')
    expect([straight.statusCode, straight.headers.location]).toEqual([302, '/api/auth/oidc'])
    await test.db
      .insertInto('users')
      .values({
        id: 'a',
        email: 'a',
        email_key: 'a',
        created_at: test.clock.now(),
        updated_at: test.clock.now(),
      })
      .execute()
    await test.db
      .insertInto('passwords')
      .values({ user_id: 'a', hash: 'x', updated_at: test.clock.now() })
      .execute()
    expect((await test.visitor.get('/api/login')).statusCode).toBe(200)
  })

  it('says after a failure whether there is another sign-in method', async () => {
    const open = await test.visitor.get('/api/auth/oidc/callback?code=x')
    expect(open.json<Entrance>().failure?.onlyProvider).toBe(false)
    await rebuild({ config: { signups: false } })
    const closed = await test.visitor.get('/api/auth/oidc/callback?code=x')
    expect(closed.json<Entrance>().failure?.onlyProvider).toBe(true)
  })
})

describe('15: an email never merges two accounts', () => {
  it.each(['ada', 'adaUnverified'])('15: when a local account has it (%s)', async (account) => {
    const local = await signUp(test, EMAIL)
    const provided = await signInAt(test, provider, { account })
    expect((await userOf(provided)).id).not.toBe((await userOf(local)).id)
    expect((await test.visitor.post('/api/login', { email: EMAIL, password: TEST_PASSWORD })).json()).toEqual(
      await userOf(local),
    )
  })

  it.each(['ada', 'adaUnverified'])('15: when a provider’s account had it before (%s)', async (account) => {
    const provided = await signInAt(test, provider, { account })
    const local = await signUp(test, EMAIL)
    expect((await userOf(local)).id).not.toBe((await userOf(provided)).id)
    expect(await userOf(await signInAt(test, provider, { account }))).toEqual(await userOf(provided))
  })

  it('15: when two people at the provider share it', async () => {
    const ids = new Set<string>()
    for (const account of ['ada', 'adaUnverified', 'namesake']) {
      ids.add((await userOf(await signInAt(test, provider, { account }))).id)
    }
    expect(ids.size).toBe(3)
  })

  it('15: and the same subject at another issuer is a different user', async () => {
    const stranger = await startOidcProvider({ ada: { email: EMAIL, email_verified: true } })
    const other = await anotherServer({ oidc: stranger.settings })
    const here = await userOf(await signInAt(test, provider))
    const there = await userOf(await signInAt({ app: other }, stranger))
    expect(there.id).not.toBe(here.id)
    await other.close()
    await stranger.close()
  })

  it('15: and changing the email at the provider keeps the account', async () => {
    const before = await userOf(await signInAt(test, provider))
    provider.lies.profile = (claims) => ({ ...claims, email: 'new@example.com' })
    provider.lies.idToken = ({ head, claims }) =>
      provider.signWith('own', { head, claims: { ...claims, email: 'new@example.com' } })
    expect((await userOf(await signInAt(test, provider))).id).toBe(before.id)
    provider.lies.profile = undefined
    provider.lies.idToken = undefined
  })

  it('15: and a provider’s account cannot be opened with an email and password', async () => {
    const { id } = await userOf(await signInAt(test, provider))
    for (const email of [EMAIL, `oidc ${id}`, id]) {
      const response = await test.visitor.post('/api/login', { email, password: TEST_PASSWORD })
      expect(response.statusCode).toBe(401)
    }
    const taken = await test.visitor.post('/api/register', { email: `oidc ${id}`, password: TEST_PASSWORD })
    expect(taken.statusCode).toBe(400)
  })
})

it('16: the picture is not fetched, stored or shown', async () => {
  const client = await signInAt(test, provider, { account: 'pictured' })
  expect(await userOf(client)).toMatchObject({ email: 'eve@example.com', profileImageUrl: null })
  const page = (await client.get('/')).body
  const row = JSON.stringify(await test.db.selectFrom('users').selectAll().execute())
  expect(page + row).not.toContain('<script>alert')
  expect(page + row).not.toContain(pictures.url)
  expect(fetches).toBe(0)
})

describe('18: sign-in never redirects to a foreign address', () => {
  const FOREIGN = ['//evil.example', '/\\evil.example', 'https:evil.example', 'javascript:alert(1)']
  const NAMES = ['returnTo', 'next', 'redirect', 'redirect_uri', 'url', 'continue']
  const paramsTo = (address: string) => NAMES.map((name) => [name, address] as const)

  it.each(FOREIGN)('18: after signing in through the provider, by %s', async (address) => {
    const wish = new URLSearchParams(paramsTo(address).map(([name, value]) => [name, value])).toString()
    const headers = { referer: address, 'x-forwarded-host': 'evil.example', host: 'evil.example' }
    const browser = clientOf(test.app)
    const begun = await browser.get(`/api/auth/oidc?${wish}`, headers)
    const url = new URL(String(begun.headers.location))
    expect(url.origin).toBe(provider.settings.issuer)
    expect(url.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:3000/api/auth/oidc/callback')
    const back = await provider.visit(url.href)
    expect(back.origin).toBe('http://127.0.0.1:3000')
    const response = await browser.get(`${back.pathname}${back.search}&${wish}`, headers)
    expect([response.statusCode, response.headers.location]).toEqual([302, '/'])
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.get(`/api/login?${wish}`, headers)).headers.location).toBe('/')
  })

  it.each(FOREIGN)('18: after a sign-in that failed, by %s', async (address) => {
    const wish = new URLSearchParams(paramsTo(address).map(([name, value]) => [name, value])).toString()
    const response = await test.visitor.get(`/api/auth/oidc/callback?code=x&state=y&${wish}`)
    expect(response.statusCode).toBe(400)
    expect(response.headers.location).toBeUndefined()
    expect(response.body).not.toContain('evil')
    expect(response.body).not.toContain('alert(1)')
  })
})

describe('38: the cookie of a flow', () => {
  it.each([
    ['http://127.0.0.1:3000', 'tenfold_flow', false],
    ['https://tasks.example.com', '__Host-tenfold_flow', true],
  ])('38: at %s is HttpOnly and expires after ten minutes', async (baseUrl, name, secure) => {
    await rebuild({ config: { baseUrl } })
    const [cookie] = (await test.visitor.get('/api/auth/oidc')).cookies
    expect(cookie).toMatchObject({ name, httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 })
    expect(cookie?.secure ?? false).toBe(secure)
    expect(cookie).not.toHaveProperty('domain')
  })
})

function removeAccount(client: Client) {
  const headers = { cookie: client.cookie() }
  return test.app.inject({ method: 'DELETE', url: '/api/auth/user', headers, payload: {} })
}
