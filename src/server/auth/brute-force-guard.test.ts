import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { documentOf } from '../http/openapi/document.ts'
import { operationsOf } from '../http/openapi/operations.ts'
import { bodySchema } from '#tests/support/api-walk.ts'
import { type Client, TEST_PASSWORD, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { until } from '#tests/support/until.ts'

const EMAIL = 'ada@example.com'
const WRONG = 'a quiet green harbor'

let test: TestApp
let ada: Client
beforeEach(async () => {
  test = await buildTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
  ada = await signUp(test, EMAIL)
})
afterEach(() => test.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const signIn = (password: string, address = '192.0.2.1', email = EMAIL) =>
  test.visitor.post('/api/login', { email, password }, from(address))
const statusOf = async (...attempt: Parameters<typeof signIn>) => (await signIn(...attempt)).statusCode

async function failFiveTimes(address?: string, email = EMAIL): Promise<void> {
  for (let turn = 1; turn <= 5; turn++) expect(await statusOf(WRONG, address, email)).toBe(401)
}

describe('the sixth failed sign-in in fifteen minutes', () => {
  it('is rejected with any password and returns Retry-After', async () => {
    await failFiveTimes()
    test.clock.advance({ minutes: 5 })
    for (const password of [WRONG, TEST_PASSWORD]) {
      const response = await signIn(password)
      expect(response.statusCode).toBe(429)
      expect(response.headers['retry-after']).toBe('600')
      expect(response.json()).toEqual({
        code: 'too_many',
        message: 'Too many attempts. Try again in 10 minutes.',
      })
    }
    test.clock.advance({ minutes: 10 })
    expect(await statusOf(TEST_PASSWORD)).toBe(200)
  })

  it('does not affect other addresses or accounts', async () => {
    await failFiveTimes()
    expect(await statusOf(TEST_PASSWORD, '192.0.2.2')).toBe(200)
    expect(await statusOf(WRONG, '192.0.2.1', 'eve@example.com')).toBe(401)
  })

  it('is rejected for unknown accounts and regardless of the email’s case', async () => {
    await failFiveTimes('192.0.2.1', 'nobody@example.com')
    expect(await statusOf(WRONG, '192.0.2.1', ' NOBODY@example.com ')).toBe(429)
  })

  it('is counted across an entire IPv6 network', async () => {
    await failFiveTimes('2001:db8:1:2::1')
    expect(await statusOf(TEST_PASSWORD, '2001:db8:1:2:ffff::9')).toBe(429)
    expect(await statusOf(TEST_PASSWORD, '2001:db8:1:3::1')).toBe(200)
  })

  it('needs five new failures after a successful sign-in', async () => {
    for (let turn = 1; turn <= 4; turn++) await signIn(WRONG)
    expect(await statusOf(TEST_PASSWORD)).toBe(200)
    await failFiveTimes()
  })

  it('is detected among fifty parallel attempts', async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf(WRONG)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(45)
  })

  it('is rejected by other servers on the same database', async () => {
    await failFiveTimes()
    const another = await buildInterleavedApp(test)
    const response = await another.inject({
      method: 'POST',
      url: '/api/login',
      headers: from('192.0.2.1'),
      payload: { email: EMAIL, password: TEST_PASSWORD },
    })
    expect(response.statusCode).toBe(429)
    await another.close()
  })
})

describe('F30: once a clock that ran a year ahead is corrected', () => {
  it('failures from that time do not lock accounts and are deleted with the next failure', async () => {
    test.clock.advance({ days: 365 })
    await failFiveTimes()
    expect(await statusOf(WRONG)).toBe(429)
    test.clock.advance({ days: -365 })
    expect(await statusOf(WRONG)).toBe(401)
    expect(await test.db.selectFrom('failed_checks').selectAll().execute()).toHaveLength(1)
    expect(await statusOf(TEST_PASSWORD)).toBe(200)
  })

  it('five failures still lead to 429, but for no longer than the window', async () => {
    test.clock.advance({ days: 365 })
    await failFiveTimes()
    test.clock.advance({ days: -365 })
    await failFiveTimes()
    const response = await signIn(TEST_PASSWORD)
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '900'])
    test.clock.advance({ minutes: 15 })
    expect(await statusOf(TEST_PASSWORD)).toBe(200)
  })

  it('servers whose clocks differ by seconds share the count, and Retry-After stays within the window', async () => {
    test.clock.advance({ seconds: 30 })
    await failFiveTimes()
    test.clock.advance({ seconds: -30 })
    const response = await signIn(TEST_PASSWORD)
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '900'])
  })
})

it('twenty sign-ins in parallel with the right password all succeed', async () => {
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(TEST_PASSWORD)))
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
})

const register = async (name: string, address: string) => {
  const body = { email: `${name}@example.com`, password: TEST_PASSWORD }
  return (await test.visitor.post('/api/register', body, from(address))).statusCode
}

describe('one address', () => {
  beforeEach(async () => {
    await test.close()
    const config = { trustedProxies: ['127.0.0.1'] }
    test = await buildTestApp({ config, perAddress: { failures: 8, accounts: 3 } })
    await signUp(test, EMAIL)
  })

  it('is rejected after many failures across accounts, while other addresses are not', async () => {
    for (let account = 1; account <= 8; account++) {
      expect(await statusOf(WRONG, '192.0.2.9', `${account}@example.com`)).toBe(401)
    }
    const response = await signIn(TEST_PASSWORD, '192.0.2.9')
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(await statusOf(TEST_PASSWORD, '192.0.2.8')).toBe(200)
  })

  it('F30: is limited for at most one window once a clock that ran a year ahead is corrected', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 })
    for (let account = 1; account <= 8; account++) {
      await statusOf(WRONG, '192.0.2.9', `${account}@example.com`)
    }
    vi.useRealTimers()
    const response = await signIn(TEST_PASSWORD, '192.0.2.9')
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(900)
  })

  it('is accepted again after the window', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(60_000)
    for (let account = 1; account <= 9; account++) {
      await statusOf(WRONG, '192.0.2.9', `${account}@example.com`)
    }
    vi.advanceTimersByTime(14 * 60_000)
    expect(await statusOf(TEST_PASSWORD, '192.0.2.9')).toBe(429)
    vi.advanceTimersByTime(60_001)
    // The cache reads its clock at most once per millisecond.
    await until(async () => expect(await statusOf(TEST_PASSWORD, '192.0.2.9')).toBe(200))
    vi.useRealTimers()
  })

  it('can sign in successfully any number of times', async () => {
    for (let turn = 1; turn <= 12; turn++) expect(await statusOf(TEST_PASSWORD)).toBe(200)
  })

  it('can create only a limited number of accounts', async () => {
    for (const name of ['a', 'b', 'c']) expect(await register(name, '192.0.2.9')).toBe(201)
    expect(await register('d', '192.0.2.9')).toBe(429)
    expect(await register('d', '192.0.2.8')).toBe(201)
  })
})

describe('a forged X-Forwarded-For', () => {
  it('is ignored when the peer is not a trusted proxy', async () => {
    await test.close()
    test = await buildTestApp()
    await signUp(test, EMAIL)
    for (let turn = 1; turn <= 5; turn++) expect(await statusOf(WRONG, `192.0.2.${turn}`)).toBe(401)
    expect(await statusOf(TEST_PASSWORD, '192.0.2.77')).toBe(429)
  })

  it('is ignored when it precedes the address that the proxy adds', async () => {
    for (let turn = 1; turn <= 5; turn++) {
      expect(await statusOf(WRONG, `198.51.100.${turn}, 192.0.2.1`)).toBe(401)
    }
    expect(await statusOf(TEST_PASSWORD, '198.51.100.9, 192.0.2.1')).toBe(429)
  })
})

const changePassword = (currentPassword: string) =>
  ada.post('/api/auth/password', { currentPassword, newPassword: 'another green harbour' }, from('192.0.2.1'))
const deleteAccount = (password: string) =>
  test.app.inject({
    method: 'DELETE',
    url: '/api/auth/user',
    headers: { cookie: ada.cookie(), ...from('192.0.2.1') },
    payload: { password },
  })

describe('a password check of a signed-in user', () => {
  it.each([
    ['to change the password', (password: string) => changePassword(password)],
    ['to delete the account', (password: string) => deleteAccount(password)],
  ])('%s allows at most five failures', async (_, ask) => {
    for (let turn = 1; turn <= 5; turn++) expect((await ask(WRONG)).statusCode).toBe(403)
    const response = await ask(TEST_PASSWORD)
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBe('900')
    expect((await ada.get('/api/auth/user')).statusCode).toBe(200)
  })

  it('4: happens only in these two requests; apart from them, only registration, sign-in and linking take a secret', () => {
    const takesPassword = operationsOf(documentOf(test.app)).filter((operation) => {
      const fields = Object.keys(bodySchema(test.app, operation)?.properties ?? {})
      return fields.some((name) => /password|secret|token|code/i.test(name))
    })
    expect(new Set(takesPassword.map(({ call }) => call.operationId))).toEqual(
      new Set(['changePassword', 'deleteAccount', 'linkProvider', 'register', 'signIn']),
    )
  })

  it('shares its failure count with sign-in', async () => {
    for (let turn = 1; turn <= 3; turn++) await changePassword(WRONG)
    for (let turn = 1; turn <= 2; turn++) await signIn(WRONG)
    expect((await deleteAccount(TEST_PASSWORD)).statusCode).toBe(429)
  })
})

it('stores neither the email nor the address of a failure, and deletes old failures', async () => {
  await failFiveTimes()
  const rows = await test.db.selectFrom('failed_checks').selectAll().execute()
  expect(rows).toHaveLength(5)
  expect(JSON.stringify(rows)).not.toMatch(/ada|192\.0/)
  test.clock.advance({ minutes: 16 })
  await signIn(WRONG, '192.0.2.5', 'eve@example.com')
  expect(await test.db.selectFrom('failed_checks').selectAll().execute()).toHaveLength(1)
})
