import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { User } from '#domain/account.ts'
import type { Pages } from '#server/pages.ts'
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

/** A page that shows what the server tells it. */
const PAGES: Pages = { html: async (entrance) => JSON.stringify(entrance), assetsFolder: null }

/** The test's server with another configuration. */
async function rebuild(options: Parameters<typeof buildTestApp>[0]): Promise<void> {
  await test.close()
  test = await buildTestApp({ pages: PAGES, ...options })
  visitor = test.visitor
}

/** The paths of what is wrong with a request. */
function issuePaths(response: LightMyRequestResponse): string[] {
  return response.json<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)
}

const count = async (table: 'users' | 'sessions' | 'passwords') =>
  (await test.db.selectFrom(table).selectAll().execute()).length
const isSignedIn = async (client: Client) => (await client.get('/api/auth/user')).statusCode === 200

describe('registering', () => {
  it('makes an account and signs in', async () => {
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

  it('takes no field that a person may not choose', async () => {
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
  ])('with %j is refused and makes nothing', async (fields, paths) => {
    const response = await visitor.post('/api/register', { ...REGISTRATION, ...fields })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid', message: expect.any(String) })
    expect(issuePaths(response)).toEqual(paths)
    expect([await count('users'), await count('sessions')]).toEqual([0, 0])
  })

  it.each([[undefined], [[]], ['text'], [null]])('with the body %j is refused', async (body) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const response = await visitor.post('/api/register', payload, { 'content-type': 'application/json' })
    expect(response.statusCode).toBe(400)
  })

  it('with an e-mail that has an account already is refused, whatever its case', async () => {
    await signUp(test, EMAIL)
    for (const email of [EMAIL, 'ADA@EXAMPLE.COM', ' ada@example.com ']) {
      const response = await visitor.post('/api/register', { ...REGISTRATION, email })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'email_taken' })
    }
    expect([await count('users'), await count('passwords'), await count('sessions')]).toEqual([1, 1, 1])
  })

  it('ten times at once with one e-mail makes one account', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => clientOf(test.app).post('/api/register', REGISTRATION)),
    )
    const statuses = responses.map((response) => response.statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
    expect([await count('users'), await count('passwords'), await count('sessions')]).toEqual([1, 1, 1])
  })

  it('is refused where sign-ups are closed', async () => {
    await rebuild({ config: { signups: false } })
    const response = await visitor.post('/api/register', REGISTRATION)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'signups_closed' })
    expect(await count('users')).toBe(0)
  })
})

describe('the current user', () => {
  it('is nobody without a session', async () => {
    const response = await visitor.get('/api/auth/user')
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ code: 'not_signed_in', message: 'You are not signed in.' })
  })

  it('has the fields that were decided and no other', async () => {
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

  it('sends the signed in home', async () => {
    const response = await (await signUp(test)).get('/api/login')
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/')
  })

  it('and every other page says who is signed in', async () => {
    const client = await signUp(test)
    const user = (await client.get('/api/auth/user')).json<User>()
    expect((await client.get('/')).json()).toEqual({ user, signups: true, maxUploadMb: 25 })
    await rebuild({ config: { signups: false } })
    expect((await visitor.get('/')).json()).toEqual({ user: null, signups: false, maxUploadMb: 25 })
  })
})

describe('signing out', () => {
  const HOST = { host: 'tasks.example.com' }

  it.each([
    ['typed in the address bar', { 'sec-fetch-site': 'none' }],
    ['from a page of ours', { 'sec-fetch-site': 'same-origin', referer: 'https://tasks.example.com/' }],
    ['by a program', {}],
    ['in a browser that says only where it comes from', { referer: 'http://tasks.example.com/x' }],
  ])('%s ends the session and goes home', async (_, headers) => {
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
    ['another site that hides itself', { 'sec-fetch-site': 'cross-site', referer: '' }],
    ['a neighbour of ours', { 'sec-fetch-site': 'same-site', referer: 'https://blog.example.com/' }],
    ['another site, in an older browser', { referer: 'https://evil.example/' }],
    ['a site with a name like ours', { referer: 'https://tasks.example.com.evil.example/' }],
    ['a form of another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a browser that looks ahead', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
  ])('is not done for %s', async (_, headers) => {
    const client = await signUp(test)
    const response = await client.get('/api/logout', { ...HOST, ...headers })
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['clear-site-data']).toBeUndefined()
    expect(await isSignedIn(client)).toBe(true)
  })

  it('is not done by asking for headers alone', async () => {
    const client = await signUp(test)
    await test.app.inject({ method: 'HEAD', url: '/api/logout', headers: { cookie: client.cookie() } })
    expect(await isSignedIn(client)).toBe(true)
  })

  it('by a program answers nothing', async () => {
    const client = await signUp(test)
    const response = await client.post('/api/logout')
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await isSignedIn(client)).toBe(false)
    expect((await client.post('/api/logout')).statusCode).toBe(204)
  })

  it('leaves the other browsers of the user alone', async () => {
    const client = await signUp(test, EMAIL)
    await visitor.post('/api/login', REGISTRATION)
    await client.get('/api/logout')
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('of nobody goes home', async () => {
    const response = await visitor.get('/api/logout')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/'])
  })
})

describe('a change asked for by another site', () => {
  it.each([
    ['/api/register', REGISTRATION],
    ['/api/login', REGISTRATION],
    ['/api/logout', undefined],
    ['/api/auth/password', { currentPassword: TEST_PASSWORD, newPassword: 'a loud red mountain' }],
  ])('by POST %s is refused', async (path, body) => {
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
  it('is in no answer and in no log line', async () => {
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
