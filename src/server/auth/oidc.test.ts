import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Entrance, User } from '#domain/account.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { Pages } from '#server/pages.ts'
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

/** A page that shows what the server tells it. */
const PAGES: Pages = { html: async (entrance) => JSON.stringify(entrance), assetsFolder: null }

/** Whoever fetches the picture is counted. */
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

/** Another server on the same database and with the same secret. */
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
  it('asks for a code with PKCE, state and nonce, and shows nobody a secret', async () => {
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

  it('makes an account of what the provider tells, once', async () => {
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

  it('for the first time in five windows at once makes one account', async () => {
    const windows = await Promise.all(Array.from({ length: 5 }, () => signInAt(test, provider)))
    const ids = await Promise.all(windows.map(async (client) => (await userOf(client)).id))
    expect(new Set(ids).size).toBe(1)
    expect([await count('users'), await count('oidc_identities')]).toEqual([1, 1])
  })

  it('may begin at one server and end at another', async () => {
    const other = await anotherServer()
    const { browser, back } = await goToProvider(test, provider)
    const elsewhere = clientOf(other, [cookieOf(browser, 'tenfold_flow')])
    expect((await comeBack({ browser: elsewhere, back })).headers.location).toBe('/')
    expect(await isSignedIn(elsewhere)).toBe(true)
    await other.close()
  })

  it('is not asked of those who are signed in, nor where there is no provider', async () => {
    const local = await signUp(test)
    expect((await local.get('/api/auth/oidc')).headers.location).toBe('/')
    const without = await anotherServer({ oidc: null })
    for (const path of ['/api/auth/oidc', '/api/auth/oidc/callback?code=x&state=y']) {
      expect((await clientOf(without).get(path)).headers.location).toBe('/api/login')
    }
    await without.close()
  })

  it('keeps no more of what was finished than what could still be used', async () => {
    await signInAt(test, provider)
    test.clock.advance({ minutes: 11 })
    await signInAt(test, provider)
    expect(await count('oidc_finished_flows')).toBe(1)
  })

  it('10: begins a session with a new id, and ends the one this browser had', async () => {
    const onTheWay = await goToProvider(test, provider)
    await onTheWay.browser.post('/api/register', { email: 'eve@example.com', password: TEST_PASSWORD })
    const before = clientOf(test.app, [cookieOf(onTheWay.browser, 'tenfold_session')])
    await comeBack(onTheWay)
    expect((await userOf(onTheWay.browser)).email).toBe(EMAIL)
    expect(await isSignedIn(before)).toBe(false)
  })

  it('8: makes no account where sign-ups are closed, and lets those in who have one', async () => {
    const known = await signInAt(test, provider)
    const closed = await anotherServer({ signups: false })
    const again = await signInAt({ app: closed }, provider)
    expect((await userOf(again)).id).toBe((await userOf(known)).id)
    const stranger = await goToProvider({ app: closed }, provider, { account: 'stranger' })
    const response = await comeBack(stranger)
    expect(response.statusCode).toBe(403)
    expect(response.json<Entrance>().failure?.message).toBe(
      'You have no account here, and new ones cannot be made.',
    )
    expect(await isSignedIn(stranger.browser)).toBe(false)
    expect(await count('users')).toBe(1)
    await closed.close()
  })
})

it('an account without a password is deleted by who has just signed in, and by nobody else', async () => {
  const client = await signInAt(test, provider)
  const remove = () =>
    test.app.inject({
      method: 'DELETE',
      url: '/api/auth/user',
      headers: { cookie: client.cookie() },
      payload: {},
    })
  test.clock.advance({ minutes: 11 })
  const late = await remove()
  expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([403, 'sign_in_again'])
  test.clock.advance({ minutes: -2 })
  expect((await remove()).statusCode).toBe(204)
  expect(await test.db.selectFrom('users').selectAll().execute()).toEqual([])
  expect(await test.db.selectFrom('oidc_identities').selectAll().execute()).toEqual([])
})

describe('the page', () => {
  it('offers the provider by its name, and nothing where there is none', async () => {
    expect(await entranceAt('/api/login')).toMatchObject({ provider: 'Keycloak', signups: true })
    await rebuild({ config: { oidc: null } })
    expect(await entranceAt('/api/login')).not.toHaveProperty('provider')
  })

  it('of signing in goes straight to the provider where nobody can have a password', async () => {
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

  it('of a failure says whether there is another way in', async () => {
    const open = await test.visitor.get('/api/auth/oidc/callback?code=x')
    expect(open.json<Entrance>().failure?.onlyProvider).toBe(false)
    await rebuild({ config: { signups: false } })
    const closed = await test.visitor.get('/api/auth/oidc/callback?code=x')
    expect(closed.json<Entrance>().failure?.onlyProvider).toBe(true)
  })
})

describe('15: an e-mail never joins two accounts', () => {
  it.each(['ada', 'adaUnverified'])('15: when it is that of a local account (%s)', async (account) => {
    const local = await signUp(test, EMAIL)
    const provided = await signInAt(test, provider, { account })
    expect((await userOf(provided)).id).not.toBe((await userOf(local)).id)
    expect((await test.visitor.post('/api/login', { email: EMAIL, password: TEST_PASSWORD })).json()).toEqual(
      await userOf(local),
    )
  })

  it.each(['ada', 'adaUnverified'])(
    '15: when it was that of a provider’s account before (%s)',
    async (account) => {
      const provided = await signInAt(test, provider, { account })
      const local = await signUp(test, EMAIL)
      expect((await userOf(local)).id).not.toBe((await userOf(provided)).id)
      expect(await userOf(await signInAt(test, provider, { account }))).toEqual(await userOf(provided))
    },
  )

  it('15: when two people at the provider have it', async () => {
    const ids = new Set<string>()
    for (const account of ['ada', 'adaUnverified', 'namesake']) {
      ids.add((await userOf(await signInAt(test, provider, { account }))).id)
    }
    expect(ids.size).toBe(3)
  })

  it('15: and another issuer’s subject of the same name is another person', async () => {
    const stranger = await startOidcProvider({ ada: { email: EMAIL, email_verified: true } })
    const other = await anotherServer({ oidc: stranger.settings })
    const here = await userOf(await signInAt(test, provider))
    const there = await userOf(await signInAt({ app: other }, stranger))
    expect(there.id).not.toBe(here.id)
    await other.close()
    await stranger.close()
  })

  it('15: whatever the provider says the e-mail is today, who it is stays', async () => {
    const before = await userOf(await signInAt(test, provider))
    provider.lies.profile = (claims) => ({ ...claims, email: 'new@example.com' })
    provider.lies.idToken = ({ head, claims }) =>
      provider.signWith('own', { head, claims: { ...claims, email: 'new@example.com' } })
    expect((await userOf(await signInAt(test, provider))).id).toBe(before.id)
    provider.lies.profile = undefined
    provider.lies.idToken = undefined
  })

  it('15: nor is a provider’s account found by any e-mail and password', async () => {
    const { id } = await userOf(await signInAt(test, provider))
    for (const email of [EMAIL, `oidc ${id}`, id]) {
      const response = await test.visitor.post('/api/login', { email, password: TEST_PASSWORD })
      expect(response.statusCode).toBe(401)
    }
    const taken = await test.visitor.post('/api/register', { email: `oidc ${id}`, password: TEST_PASSWORD })
    expect(taken.statusCode).toBe(400)
  })
})

it('16: the picture is not fetched, kept or shown', async () => {
  const client = await signInAt(test, provider, { account: 'pictured' })
  expect(await userOf(client)).toMatchObject({ email: 'eve@example.com', profileImageUrl: null })
  const page = (await client.get('/')).body
  const row = JSON.stringify(await test.db.selectFrom('users').selectAll().execute())
  expect(page + row).not.toContain('<script>alert')
  expect(page + row).not.toContain(pictures.url)
  expect(fetches).toBe(0)
})

describe('18: nobody is sent to a foreign address', () => {
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

describe('38: the cookie of the way to the provider', () => {
  it.each([
    ['http://127.0.0.1:3000', 'tenfold_flow', false],
    ['https://tasks.example.com', '__Host-tenfold_flow', true],
  ])('38: at %s is for the server alone, and for ten minutes', async (baseUrl, name, secure) => {
    await rebuild({ config: { baseUrl } })
    const [cookie] = (await test.visitor.get('/api/auth/oidc')).cookies
    expect(cookie).toMatchObject({ name, httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 })
    expect(cookie?.secure ?? false).toBe(secure)
    expect(cookie).not.toHaveProperty('domain')
  })
})
