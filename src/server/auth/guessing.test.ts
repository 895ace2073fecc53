import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Client, TEST_PASSWORD, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'

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
  it('is refused, whatever the password, and says for how long', async () => {
    await failFiveTimes()
    test.clock.advance({ minutes: 5 })
    for (const password of [WRONG, TEST_PASSWORD]) {
      const response = await signIn(password)
      expect(response.statusCode).toBe(429)
      expect(response.headers['retry-after']).toBe('600')
      expect(response.json()).toEqual({
        code: 'too_many',
        message: 'Too many tries. Try again in 10 minutes.',
      })
    }
    test.clock.advance({ minutes: 10 })
    expect(await statusOf(TEST_PASSWORD)).toBe(200)
  })

  it('is refused to nobody who comes from another address, or means another account', async () => {
    await failFiveTimes()
    expect(await statusOf(TEST_PASSWORD, '192.0.2.2')).toBe(200)
    expect(await statusOf(WRONG, '192.0.2.1', 'eve@example.com')).toBe(401)
  })

  it('is refused also for an account that does not exist, and in whatever case the e-mail is written', async () => {
    await failFiveTimes('192.0.2.1', 'nobody@example.com')
    expect(await statusOf(WRONG, '192.0.2.1', ' NOBODY@example.com ')).toBe(429)
  })

  it('is counted for a whole IPv6 network', async () => {
    await failFiveTimes('2001:db8:1:2::1')
    expect(await statusOf(TEST_PASSWORD, '2001:db8:1:2:ffff::9')).toBe(429)
    expect(await statusOf(TEST_PASSWORD, '2001:db8:1:3::1')).toBe(200)
  })

  it('is not reached by somebody who knows the password after all', async () => {
    for (let turn = 1; turn <= 4; turn++) await signIn(WRONG)
    expect(await statusOf(TEST_PASSWORD)).toBe(200)
    await failFiveTimes()
  })

  it('is found among fifty at once', async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf(WRONG)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(45)
  })

  it('is refused by another server on the same database, too', async () => {
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

it('twenty sign-ins at once with the right password all succeed', async () => {
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

  it('is refused after many failures, whatever the accounts, and others are not', async () => {
    for (let account = 1; account <= 8; account++) {
      expect(await statusOf(WRONG, '192.0.2.9', `${account}@example.com`)).toBe(401)
    }
    const response = await signIn(TEST_PASSWORD, '192.0.2.9')
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(await statusOf(TEST_PASSWORD, '192.0.2.8')).toBe(200)
  })

  it('may sign in rightly as often as it likes', async () => {
    for (let turn = 1; turn <= 12; turn++) expect(await statusOf(TEST_PASSWORD)).toBe(200)
  })

  it('makes only so many accounts', async () => {
    for (const name of ['a', 'b', 'c']) expect(await register(name, '192.0.2.9')).toBe(201)
    expect(await register('d', '192.0.2.9')).toBe(429)
    expect(await register('d', '192.0.2.8')).toBe(201)
  })
})

describe('a made-up X-Forwarded-For', () => {
  it('changes nothing when the peer is no trusted proxy', async () => {
    await test.close()
    test = await buildTestApp()
    await signUp(test, EMAIL)
    for (let turn = 1; turn <= 5; turn++) expect(await statusOf(WRONG, `192.0.2.${turn}`)).toBe(401)
    expect(await statusOf(TEST_PASSWORD, '192.0.2.77')).toBe(429)
  })

  it('changes nothing when it stands before the address that the proxy saw', async () => {
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

describe('a secret that a signed-in person has to give', () => {
  it.each([
    ['to change the password', (password: string) => changePassword(password)],
    ['to delete the account', (password: string) => deleteAccount(password)],
  ])('%s is guessed five times at most', async (_, ask) => {
    for (let turn = 1; turn <= 5; turn++) expect((await ask(WRONG)).statusCode).toBe(403)
    const response = await ask(TEST_PASSWORD)
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBe('900')
    expect((await ada.get('/api/auth/user')).statusCode).toBe(200)
  })

  it('counts together with those given at the door', async () => {
    for (let turn = 1; turn <= 3; turn++) await changePassword(WRONG)
    for (let turn = 1; turn <= 2; turn++) await signIn(WRONG)
    expect((await deleteAccount(TEST_PASSWORD)).statusCode).toBe(429)
  })
})

it('neither the e-mail nor the address of a failure is kept, and old ones are forgotten', async () => {
  await failFiveTimes()
  const rows = await test.db.selectFrom('failed_checks').selectAll().execute()
  expect(rows).toHaveLength(5)
  expect(JSON.stringify(rows)).not.toMatch(/ada|192\.0/)
  test.clock.advance({ minutes: 16 })
  await signIn(WRONG, '192.0.2.5', 'eve@example.com')
  expect(await test.db.selectFrom('failed_checks').selectAll().execute()).toHaveLength(1)
})
