import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { User } from '#domain/account/account.ts'
import { DEFAULT_SETTINGS } from '#domain/account/commands.ts'
import type { Pages } from '../context.ts'
import {
  type Client,
  TEST_NOW,
  TEST_PASSWORD,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'

const EMAIL = 'Ada@Example.com'
const REGISTRATION = { email: EMAIL, password: TEST_PASSWORD }

let test: TestApp
let visitor: Client
beforeEach(async () => {
  test = await buildTestApp({ pages: PAGES })
  visitor = test.visitor
})
afterEach(() => test.close())

/** A page that shows the data from the server. */
const PAGES: Pages = { html: async (entrance) => JSON.stringify(entrance), assetsFolder: null }

/** Rebuilds the test's server with another configuration. */
async function rebuild(options: Parameters<typeof buildTestApp>[0]): Promise<void> {
  await test.close()
  test = await buildTestApp({ pages: PAGES, ...options })
  visitor = test.visitor
}

/** Returns the paths of a response's issues. */
function issuePaths(response: LightMyRequestResponse): string[] {
  return response.json<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)
}

const count = async (table: 'users' | 'sessions' | 'passwords') =>
  (await test.db.selectFrom(table).selectAll().execute()).length
const isSignedIn = async (client: Client) => (await client.get('/api/auth/user')).statusCode === 200

describe('registering', () => {
  it('creates an account and signs in', async () => {
    const response = await visitor.post('/api/register', {
      ...REGISTRATION,
      firstName: ' Ada ',
      lastName: 'Lovelace',
    })
    expect(response.statusCode).toBe(201)
    const user = response.json()
    expect(user).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      email: EMAIL,
      firstName: 'Ada',
      lastName: 'Lovelace',
      profileImageUrl: null,
      createdAt: TEST_NOW,
      updatedAt: TEST_NOW,
    })
    expect((await visitor.get('/api/auth/user')).json()).toEqual(user)
  })

  it('ignores fields that the server sets', async () => {
    const body = {
      ...REGISTRATION,
      id: 'me',
      profileImageUrl: 'https://evil.example/x',
      createdAt: '2000-01-01',
    }
    const user = (await visitor.post('/api/register', body)).json()
    expect(user).toMatchObject({ profileImageUrl: null, createdAt: TEST_NOW })
    expect(user.id).not.toBe('me')
  })

  it.each([
    [{ email: 'ada' }, ['email']],
    [{ email: null }, ['email']],
    [{ email: 'a\0@example.com' }, ['email']],
    [{ email: `${'a'.repeat(253)}@b` }, ['email']],
    [{ password: '1234567' }, ['password']],
    [{ password: '😀'.repeat(7) }, ['password']],
    [{ password: 'x'.repeat(129) }, ['password']],
    [{ password: '😀'.repeat(129) }, ['password']],
    [{ password: 12345678 }, ['password']],
    [{ password: 'password1' }, ['password']],
    [{ password: 'Tenfold2026' }, ['password']],
    [{ firstName: 'x'.repeat(101) }, ['firstName']],
    [{ lastName: {} }, ['lastName']],
    [{ email: undefined, password: undefined }, ['email', 'password']],
  ])('with %j is rejected and creates nothing', async (fields, paths) => {
    const response = await visitor.post('/api/register', { ...REGISTRATION, ...fields })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid', message: expect.any(String) })
    expect(issuePaths(response)).toEqual(paths)
    expect([await count('users'), await count('sessions')]).toEqual([0, 0])
  })

  it.each([[undefined], [[]], ['text'], [null]])('rejects the body %j', async (body) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const response = await visitor.post('/api/register', payload, { 'content-type': 'application/json' })
    expect(response.statusCode).toBe(400)
  })

  it('rejects the email of an existing account, regardless of case', async () => {
    await signUp(test, EMAIL)
    for (const email of [EMAIL, 'ADA@EXAMPLE.COM', ' ada@example.com ']) {
      const response = await visitor.post('/api/register', { ...REGISTRATION, email })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'email_taken' })
    }
    expect([await count('users'), await count('passwords'), await count('sessions')]).toEqual([1, 1, 1])
  })

  it('creates one account for ten parallel requests with one email', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => clientOf(test.app).post('/api/register', REGISTRATION)),
    )
    const statuses = responses.map((response) => response.statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
    expect([await count('users'), await count('passwords'), await count('sessions')]).toEqual([1, 1, 1])
  })

  it('is rejected while sign-ups are closed', async () => {
    await rebuild({ config: { signups: false } })
    const response = await visitor.post('/api/register', REGISTRATION)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'signups_closed' })
    expect(await count('users')).toBe(0)
  })
})

describe('the current user', () => {
  it('returns 401 without a session', async () => {
    const response = await visitor.get('/api/auth/user')
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({
      code: 'not_signed_in',
      message: 'You’re not signed in. Sign in and try again.',
    })
  })

  it('has exactly the specified fields', async () => {
    const user = (await (await signUp(test)).get('/api/auth/user')).json()
    expect(Object.keys(user)).toEqual([
      'id',
      'email',
      'firstName',
      'lastName',
      'profileImageUrl',
      'createdAt',
      'updatedAt',
    ])
  })
})

describe('the sign-in page', () => {
  it('is shown to visitors', async () => {
    const response = await visitor.get('/api/login')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.json()).toEqual({ user: null, signups: true, maxUploadMb: 25 })
  })

  it('redirects signed-in users to the main page', async () => {
    const response = await (await signUp(test)).get('/api/login')
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/')
  })

  it('contains the signed-in user and the settings, like every page', async () => {
    const client = await signUp(test)
    const user = (await client.get('/api/auth/user')).json<User>()
    const settings = { ...DEFAULT_SETTINGS, hidesBanner: true, hidesSteps: true }
    await client.patch('/api/settings', { hidesBanner: true, hidesSteps: true })
    expect((await client.get('/')).json()).toEqual({ user, settings, signups: true, maxUploadMb: 25 })
    await rebuild({ config: { signups: false } })
    expect((await visitor.get('/')).json()).toEqual({ user: null, signups: false, maxUploadMb: 25 })
  })
})

describe('signing out', () => {
  const HOST = { host: 'tasks.example.com' }
  const FORM = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'http://tasks.example.com',
  }

  it.each([
    ['typed in the address bar', { 'sec-fetch-site': 'none' }],
    ['from one of our pages', { 'sec-fetch-site': 'same-origin', referer: 'https://tasks.example.com/' }],
    ['in a browser that sends only the Referer header', { referer: 'http://tasks.example.com/x' }],
  ])('%s ends the session and redirects to the main page', async (_, headers) => {
    const client = await signUp(test)
    const cookie = client.cookie()
    const response = await client.get('/api/logout', { ...HOST, ...headers })
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/')
    expect(response.headers['set-cookie']).toMatch(/^tenfold_session=; Max-Age=0; Path=\/;/)
    expect(response.headers['clear-site-data']).toBe('"cache"')
    expect(await count('sessions')).toBe(0)
    expect((await visitor.get('/api/auth/user', { cookie })).statusCode).toBe(401)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site without a referrer', { 'sec-fetch-site': 'cross-site', referer: '' }],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site', referer: 'https://blog.example.com/' }],
    ['another site, in an older browser', { referer: 'https://evil.example/' }],
    ['a site with a name like ours', { referer: 'https://tasks.example.com.evil.example/' }],
    ['a form on another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
  ])('does nothing for %s', async (_, headers) => {
    const client = await signUp(test)
    const response = await client.get('/api/logout', { ...HOST, ...headers })
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['clear-site-data']).toBeUndefined()
    expect(await isSignedIn(client)).toBe(true)
  })

  describe('by a navigation without Sec-Fetch-Site and Referer', () => {
    it('changes nothing and shows a page with one button', async () => {
      const client = await signUp(test, 'a&b@example.com')
      const response = await client.get('/api/logout', HOST)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.headers['content-security-policy']).toContain("form-action 'self'")
      expect(response.headers['set-cookie']).toBeUndefined()
      expect(response.headers['clear-site-data']).toBeUndefined()
      expect(response.body.match(/<button/g)).toHaveLength(1)
      expect(response.body).toContain('<form method="post" action="/api/logout">')
      expect(response.body).toContain('a&#38;b@example.com')
      expect(response.body).not.toMatch(/<script| on\w+=/)
      expect(await isSignedIn(client)).toBe(true)
    })

    it('ends the session after a click on the button and redirects to the main page', async () => {
      const client = await signUp(test)
      const response = await client.post('/api/logout', '', { ...HOST, ...FORM })
      expect([response.statusCode, response.headers.location]).toEqual([303, '/'])
      expect(response.headers['clear-site-data']).toBe('"cache"')
      expect(await isSignedIn(client)).toBe(false)
    })

    it('rejects a form on another site', async () => {
      const client = await signUp(test)
      for (const origin of ['https://evil.example', 'null']) {
        const response = await client.post('/api/logout', '', { ...HOST, ...FORM, origin })
        expect(response.statusCode).toBe(403)
      }
      expect(await isSignedIn(client)).toBe(true)
    })
  })

  it('does nothing for HEAD', async () => {
    const client = await signUp(test)
    await test.app.inject({ method: 'HEAD', url: '/api/logout', headers: { cookie: client.cookie() } })
    expect(await isSignedIn(client)).toBe(true)
  })

  it('by a program returns 204', async () => {
    const client = await signUp(test)
    const response = await client.post('/api/logout')
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await isSignedIn(client)).toBe(false)
    expect((await client.post('/api/logout')).statusCode).toBe(204)
  })

  it('keeps the sessions of other browsers', async () => {
    const client = await signUp(test, EMAIL)
    await visitor.post('/api/login', REGISTRATION)
    await client.post('/api/logout')
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('without a session redirects to the main page', async () => {
    const response = await visitor.get('/api/logout')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/'])
  })
})

describe('a change from another site', () => {
  it.each([
    ['/api/register', REGISTRATION],
    ['/api/login', REGISTRATION],
    ['/api/logout', undefined],
    ['/api/auth/password', { currentPassword: TEST_PASSWORD, newPassword: 'a loud red mountain' }],
  ])('by POST %s is rejected', async (path, body) => {
    const client = await signUp(test, 'eve@example.com')
    for (const [header, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['origin', 'https://evil.example'],
    ] as const) {
      const response = await client.post(path, body, { [header]: value })
      expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site'])
    }
    expect(await isSignedIn(client)).toBe(true)
    expect(await count('users')).toBe(1)
  })
})

describe('a secret', () => {
  it('appears in no response and no log line', async () => {
    const client = await signUp(test, EMAIL)
    const token = client.cookie().split('=')[1] ?? ''
    const responses = [
      await client.get('/api/auth/user'),
      await client.post('/api/login', { ...REGISTRATION, password: 'something else' }),
      await client.post('/api/register', REGISTRATION),
      await client.post('/api/auth/password', { currentPassword: 'something else', newPassword: 'x' }),
      await client.post('/api/login', REGISTRATION),
    ]
    const rows = await test.db.selectFrom('sessions').select('sid').execute()
    const texts = [...responses.map((response) => response.body), ...test.log]
    for (const secret of [TEST_PASSWORD, 'something else', '$argon2', token, ...rows.map((row) => row.sid)]) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([])
    }
  })
})
