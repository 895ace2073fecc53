import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { buildApp } from '../app.ts'
import { settleEffects } from '../run/execute.ts'
import {
  type Client,
  TEST_PASSWORD,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { forbidWrites } from '#tests/support/database-faults.ts'
import { until } from '#tests/support/until.ts'

import { newToken } from './session-cookie.ts'

const HTTPS = { baseUrl: 'https://tasks.example.com' }
const EMAIL = 'ada@example.com'

let test: TestApp
beforeEach(async () => {
  test = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await test.close()
})

/** Rebuilds the test's server with another configuration. */
async function rebuild(options: Parameters<typeof buildTestApp>[0]): Promise<void> {
  await test.close()
  test = await buildTestApp(options)
}

const register = () => test.visitor.post('/api/register', { email: EMAIL, password: TEST_PASSWORD })
const sessions = () => test.db.selectFrom('sessions').selectAll().execute()
const isSignedIn = async (client: Client) => (await client.get('/api/auth/user')).statusCode === 200
const tokenOf = (client: Client) => client.cookie().split('=')[1] ?? ''
const withCookie = (cookie: string) => test.visitor.get('/api/auth/user', { cookie })

describe('the session cookie', () => {
  it('is limited to this host, HttpOnly and SameSite=Lax', async () => {
    const { headers } = await register()
    expect(headers['set-cookie']).toMatch(
      /^tenfold_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is Secure when BASE_URL is https', async () => {
    await rebuild({ config: HTTPS })
    const { headers } = await register()
    expect(headers['set-cookie']).toMatch(
      /^__Host-tenfold_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await isSignedIn(test.visitor)).toBe(true)
  })

  it('over plain http causes one warning in the log', async () => {
    await register()
    expect(test.log.filter((line) => line.includes('BASE_URL uses http'))).toHaveLength(1)
    await rebuild({ config: HTTPS })
    await register()
    expect(test.log.filter((line) => line.includes('BASE_URL uses http'))).toHaveLength(0)
  })

  it.each(['/api/login', '/api/register'])('needs https: %s rejects a page over http', async (path) => {
    await rebuild({ config: HTTPS })
    const person = { email: EMAIL, password: TEST_PASSWORD }
    const open = (origin: string) => test.visitor.post(path, person, { origin, host: new URL(origin).host })
    const refused = await open('http://tasks.example.com')
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'needs_https'])
    expect(refused.json().message).toContain('Open https://tasks.example.com to sign in.')
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect(await test.db.selectFrom('users').selectAll().execute()).toEqual([])
    for (const origin of ['https://tasks.example.com', 'http://localhost:3000', 'http://127.0.0.1:3000'])
      expect((await open(origin)).json().code).not.toBe('needs_https')
  })

  it('is not accepted under its plain name when BASE_URL is https', async () => {
    await rebuild({ config: HTTPS })
    const client = await signUp(test)
    expect((await withCookie(`tenfold_session=${tokenOf(client)}`)).statusCode).toBe(401)
  })

  it('with a made-up token does not sign in', async () => {
    await signUp(test)
    const tokens = ['', 'x', 'null', '%00', '%ff', ...[42, 43, 44, 4000].map((length) => 'a'.repeat(length))]
    for (const token of tokens) {
      expect((await withCookie(`tenfold_session=${token}`)).statusCode).toBe(401)
    }
  })

  it('never contains the stored sid', async () => {
    const client = await signUp(test)
    const [row] = await sessions()
    expect(Buffer.from(tokenOf(client), 'base64url')).toHaveLength(32)
    expect(row?.sid).toMatch(/^[\da-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(tokenOf(client))
    expect((await withCookie(`tenfold_session=${row?.sid}`)).statusCode).toBe(401)
  })

  it('is invalid after the secret changes', async () => {
    const client = await signUp(test)
    const context = {
      ...test,
      config: { ...test.config, sessionSecret: 'another secret, as long as the first' },
    }
    const other = await buildApp({ ...context, pages: null }, { logStream: { write: () => undefined } })
    const cookie = client.cookie()
    const { statusCode } = await other.inject({ url: '/api/auth/user', headers: { cookie } })
    expect(statusCode).toBe(401)
    await other.close()
  })
})

describe('a session', () => {
  it('records its start, its last use and its browser', async () => {
    const client = clientOf(test.app)
    const agent = 'Mozilla/5.0 '.repeat(100)
    await client.post('/api/register', { email: EMAIL, password: TEST_PASSWORD }, { 'user-agent': agent })
    const [row] = await sessions()
    expect(JSON.parse(row?.sess ?? '')).toEqual({
      createdAt: '2026-11-20T10:00:00.000Z',
      lastUsedAt: '2026-11-20T10:00:00.000Z',
      userAgent: agent.slice(0, 300),
    })
    expect(row?.expire).toBe('2026-12-20T10:00:00.000Z')
  })

  it('starts with a new id at each sign-in and ends the previous one of this browser', async () => {
    const client = await signUp(test, EMAIL)
    const first = client.cookie()
    await client.post('/api/login', { email: EMAIL, password: TEST_PASSWORD })
    expect(client.cookie()).not.toBe(first)
    expect(await sessions()).toHaveLength(1)
    expect((await withCookie(first)).statusCode).toBe(401)
    expect(await isSignedIn(client)).toBe(true)
  })

  it('never reuses the id of a planted cookie', async () => {
    await signUp(test, EMAIL)
    const planted = `tenfold_session=${'A'.repeat(43)}`
    const response = await test.visitor.post(
      '/api/login',
      { email: EMAIL, password: TEST_PASSWORD },
      { cookie: planted },
    )
    expect(response.statusCode).toBe(200)
    expect(test.visitor.cookie()).not.toBe(planted)
    expect((await withCookie(planted)).statusCode).toBe(401)
  })

  it.each([
    ['well-formed', 'A'.repeat(43)],
    ['malformed', 'planted'],
    ['empty', ''],
  ])('is found among planted cookies: %s', async (_, value) => {
    await register()
    const good = test.visitor.cookie()
    expect((await withCookie(`tenfold_session=${value}; ${good}`)).statusCode).toBe(200)
    expect((await withCookie(`${good}; tenfold_session=${value}`)).statusCode).toBe(200)
  })

  it('10: is found behind many planted cookies', async () => {
    await register()
    const good = test.visitor.cookie()
    for (const count of [3, 10, 200]) {
      const planted = Array.from({ length: count }, () => `tenfold_session=${newToken()}`).join('; ')
      for (const cookie of [
        `${planted}; ${good}`,
        `${good}; ${planted}`,
        `${planted}; ${good}; ${planted}`,
      ]) {
        expect((await withCookie(cookie)).statusCode).toBe(200)
      }
      expect((await withCookie(planted)).statusCode).toBe(401)
    }
  })

  it('10: is the first one when two are valid', async () => {
    await register()
    const first = test.visitor.cookie()
    const eve = await signUp(test, 'eve@example.com')
    const response = await withCookie(`tenfold_session=${newToken()}; ${eve.cookie()}; ${first}`)
    expect(response.json()).toMatchObject({ email: 'eve@example.com' })
  })

  it('10: is renewed with its own token, not a planted one', async () => {
    await register()
    const token = tokenOf(test.visitor)
    test.clock.advance({ hours: 2 })
    const planted = `tenfold_session=${newToken()}`
    const { headers } = await withCookie(`${planted}; ${planted}; ${test.visitor.cookie()}`)
    expect(headers['set-cookie']).toContain(`tenfold_session=${token};`)
  })

  it('of another user in the same browser ends at sign-in', async () => {
    await signUp(test, EMAIL)
    const client = await signUp(test, 'eve@example.com')
    const first = client.cookie()
    await client.post('/api/login', { email: EMAIL, password: TEST_PASSWORD })
    expect((await client.get('/api/auth/user')).json()).toMatchObject({ email: EMAIL })
    expect((await withCookie(first)).statusCode).toBe(401)
  })

  it('does not end sessions in other browsers', async () => {
    const one = await signUp(test, EMAIL)
    const other = clientOf(test.app)
    await other.post('/api/login', { email: EMAIL, password: TEST_PASSWORD })
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, true])
    expect(await sessions()).toHaveLength(2)
  })

  it('needs no query for health checks and files', async () => {
    const client = await signUp(test)
    await test.db.destroy()
    expect((await client.get('/healthz')).statusCode).toBe(200)
    expect((await client.get('/assets/app.js')).statusCode).toBe(404)
  })
})

describe('the lifetime of a session', () => {
  it('ends after thirty days without use', async () => {
    const client = await signUp(test)
    test.clock.set('2026-12-20T09:59:59.999Z')
    expect(await isSignedIn(client)).toBe(true)
    test.clock.set('2027-01-19T09:59:59.999Z')
    expect(await isSignedIn(client)).toBe(false)
  })

  it('is extended by use, up to a year', async () => {
    const client = await signUp(test)
    for (let days = 0; days < 360; days += 20) {
      test.clock.advance({ days: 20 })
      expect(await isSignedIn(client)).toBe(true)
    }
    expect((await sessions())[0]?.expire).toBe('2027-11-20T10:00:00.000Z')
    test.clock.advance({ days: 5 })
    expect(await isSignedIn(client)).toBe(false)
  })

  it('is renewed once an hour, and the cookie with it', async () => {
    const client = await signUp(test)
    test.clock.advance({ minutes: 59 })
    const early = await client.get('/api/tasks')
    expect(early.headers['set-cookie']).toBeUndefined()
    expect((await sessions())[0]?.expire).toBe('2026-12-20T10:00:00.000Z')

    test.clock.advance({ minutes: 1 })
    const token = tokenOf(client)
    const late = await client.get('/api/tasks')
    expect(late.headers['set-cookie']).toMatch(
      new RegExp(`^tenfold_session=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax$`),
    )
    const [row] = await sessions()
    expect(row?.expire).toBe('2026-12-20T11:00:00.000Z')
    expect(JSON.parse(row?.sess ?? '')).toMatchObject({
      createdAt: '2026-11-20T10:00:00.000Z',
      lastUsedAt: '2026-11-20T11:00:00.000Z',
    })
    expect((await client.get('/api/tasks')).headers['set-cookie']).toBeUndefined()
  })

  it('is not renewed when the clock goes back by less than an hour', async () => {
    const client = await signUp(test)
    test.clock.advance({ minutes: -59 })
    expect(await isSignedIn(client)).toBe(true)
    expect((await sessions())[0]?.expire).toBe('2026-12-20T10:00:00.000Z')
  })

  it('F30: counts from the corrected time once a clock that ran a year ahead is corrected', async () => {
    test.clock.advance({ days: 365 })
    await register()
    const client = test.visitor
    test.clock.advance({ days: -365 })
    expect(await isSignedIn(client)).toBe(true)
    const [row] = await sessions()
    expect(row?.expire).toBe('2026-12-20T10:00:00.000Z')
    expect(JSON.parse(row?.sess ?? '')).toMatchObject({
      createdAt: '2026-11-20T09:00:00.000Z',
      lastUsedAt: '2026-11-20T10:00:00.000Z',
    })
    test.clock.advance({ days: 30 })
    expect(await isSignedIn(client)).toBe(false)
  })

  it('continues when the database is read-only', async () => {
    const client = await signUp(test)
    test.clock.advance({ hours: 2 })
    await forbidWrites(test.db)
    expect(await isSignedIn(client)).toBe(true)
    expect(test.log.some((line) => line.includes('could not renew'))).toBe(true)
  })
})

describe('the row of a session that has expired', () => {
  it('is removed at startup', async () => {
    await signUp(test)
    test.clock.advance({ days: 20 })
    await signUp(test)
    test.clock.advance({ days: 10 })
    const again = await buildApp({ ...test, pages: null }, { logStream: { write: () => undefined } })
    await again.ready()
    await settleEffects()
    expect((await sessions()).map((row) => row.expire)).toEqual(['2027-01-09T10:00:00.000Z'])
    await again.close()
  })

  it('is removed within the hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await rebuild({})
    await signUp(test)
    test.clock.advance({ days: 31 })
    test.clock.uptimeMs = () => 32 * 24 * 3_600_000
    vi.advanceTimersByTime(3_600_000)
    await until(async () => expect(await sessions()).toEqual([]))
  })
})

describe('a request', () => {
  it.each([
    ['GET', '/api/auth/user'],
    ['GET', '/api/tasks'],
    ['GET', '/api/events'],
    ['POST', '/api/tasks'],
    ['POST', '/api/auth/password'],
  ] as const)('%s %s from the page of another user is rejected', async (method, url) => {
    const ada = await signUp(test)
    const bob = await signUp(test)
    const { id } = (await bob.get('/api/auth/user')).json<{ id: string }>()
    const headers = { cookie: ada.cookie(), 'x-user': id, 'content-type': 'application/json' }
    const payload = method === 'GET' ? undefined : '{"title":"Bob’s"}'
    const response = await test.app.inject({ method, url, headers, payload })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'not_signed_in' })
    expect((await ada.get('/api/tasks')).json()).toEqual([])
  })

  it('from a page is accepted if it names the signed-in user or nobody', async () => {
    const ada = await signUp(test)
    const { id } = (await ada.get('/api/auth/user', { 'x-user': '' })).json<{ id: string }>()
    expect((await ada.post('/api/tasks', { title: 'Ada’s' }, { 'x-user': id })).statusCode).toBe(201)
  })

  it.each([
    ['GET', '/api/auth/user'],
    ['GET', '/api/tasks'],
    ['POST', '/api/tasks'],
    ['POST', '/api/auth/password'],
    ['PATCH', '/api/tasks/1'],
  ] as const)('%s %s from a visitor is rejected before any other check', async (method, url) => {
    const payload = method === 'GET' ? undefined : '{"not":"json'
    const headers = { 'content-type': 'application/json' }
    const response = await test.app.inject({ method, url, headers, payload })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({
      code: 'not_signed_in',
      message: 'You’re not signed in. Sign in and try again.',
    })
  })
})
