import { setTimeout } from 'node:timers/promises'

import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { attach, attachmentPath } from '#tests/support/attachments.ts'
import {
  type Client,
  TEST_PASSWORD,
  type TestApp,
  type TestAppOptions,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { buildInterleavedApp } from '#tests/support/interleave.ts'
import { makeTask } from '#tests/support/tasks.ts'

import { PASSWORD_COSTS, hashPassword } from './password.ts'

const EMAIL = 'Ada@Example.com'
const REGISTRATION = { email: EMAIL, password: TEST_PASSWORD }

let test: TestApp
let visitor: Client
beforeEach(async () => {
  test = await buildTestApp()
  visitor = test.visitor
})
afterEach(() => test.close())

/** Rebuilds the server with production hash costs. */
async function hashInEarnest(options: TestAppOptions = {}): Promise<void> {
  await test.close()
  test = await buildTestApp({ ...options, passwordCosts: PASSWORD_COSTS })
  visitor = test.visitor
}

/** Returns the paths of a response's issues. */
function issuePaths(response: LightMyRequestResponse): string[] {
  return response.json<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)
}

const isSignedIn = async (client: Client) => (await client.get('/api/auth/user')).statusCode === 200

describe('signing in', () => {
  it('returns the user', async () => {
    const user = (await (await signUp(test, EMAIL)).get('/api/auth/user')).json()
    const response = await visitor.post('/api/login', REGISTRATION)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(user)
    expect((await visitor.get('/api/auth/user')).json()).toEqual(user)
  })

  it.each(['ada@example.com', 'ADA@EXAMPLE.COM', '  Ada@example.com '])('works with %j', async (email) => {
    await signUp(test, EMAIL)
    const response = await visitor.post('/api/login', { email, password: TEST_PASSWORD })
    expect(response.json()).toMatchObject({ email: EMAIL })
  })

  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ADA@BÜCHER.example'],
    ['ada@bu\u0308cher.example', 'ada@bücher.example'],
  ])('to the account of %s works with %s, which cannot register again', async (email, typed) => {
    await visitor.post('/api/register', { email, password: TEST_PASSWORD })
    const other = clientOf(test.app)
    expect((await other.post('/api/login', { email: typed, password: TEST_PASSWORD })).statusCode).toBe(200)
    const again = await other.post('/api/register', { email: typed, password: TEST_PASSWORD })
    expect([again.statusCode, again.json().code]).toEqual([409, 'email_taken'])
  })

  it('finds each of two accounts that an earlier version kept apart by its own email', async () => {
    for (const email of ['strasse@example.com', 'ada@example.com']) await signUp(test, email)
    const [email, email_key] = ['Straße@example.com', 'straße@example.com']
    await test.db
      .updateTable('users')
      .set({ email, email_key })
      .where('email', '=', 'ada@example.com')
      .execute()
    for (const own of ['strasse@example.com', email]) {
      const response = await clientOf(test.app).post('/api/login', { email: own, password: TEST_PASSWORD })
      expect(response.json()).toMatchObject({ email: own })
    }
  })

  it.each([
    ['sécurité', 'se\u0301curite\u0301'],
    ['se\u0301curite\u0301', 'sécurité'],
  ])('accepts the password %j typed as %j', async (password, typed) => {
    expect((await visitor.post('/api/register', { email: EMAIL, password })).statusCode).toBe(201)
    expect((await visitor.post('/api/login', { email: EMAIL, password: typed })).statusCode).toBe(200)
  })

  it.each(['        ', ' päss wörd 👩‍👩‍👧‍👦 ', '😀'.repeat(8), '😀'.repeat(128), '\u202e\t\n\u00a0abcd'])(
    'requires the exact password %j',
    async (password) => {
      await visitor.post('/api/register', { email: EMAIL, password })
      const attempt = async (password: string) =>
        (await clientOf(test.app).post('/api/login', { email: EMAIL, password })).statusCode
      expect(await attempt(password)).toBe(200)
      expect(await attempt(`${password} `)).toBe(401)
      expect(await attempt(`${password}\0`)).toBe(401)
      expect(await attempt(password.slice(0, -1))).toBe(401)
    },
  )

  it('with a wrong email and with a wrong password returns the same error', async () => {
    await signUp(test, EMAIL)
    const attempts = [
      { email: EMAIL, password: 'a quiet green harbor' },
      { email: EMAIL, password: '' },
      { email: 'nobody@example.com', password: TEST_PASSWORD },
      { email: '', password: TEST_PASSWORD },
      { email: 'ada@example.com\0', password: TEST_PASSWORD },
      { email: '\ud800', password: TEST_PASSWORD },
    ]
    for (const attempt of attempts) {
      const response = await visitor.post('/api/login', attempt)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({
        code: 'wrong_credentials',
        message: 'That email and password don’t match. Try again.',
      })
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  it.each([
    [{}, ['email', 'password']],
    [{ email: EMAIL }, ['password']],
    [{ email: 5, password: TEST_PASSWORD }, ['email']],
    [{ email: EMAIL, password: [TEST_PASSWORD] }, ['password']],
    [{ email: EMAIL, password: 'x'.repeat(1001) }, ['password']],
    [{ email: 'x'.repeat(1001), password: 'x' }, ['email']],
  ])('rejects %j', async (body, paths) => {
    const response = await visitor.post('/api/login', body)
    expect(response.statusCode).toBe(400)
    expect(issuePaths(response)).toEqual(paths)
  })

  it('keeps the session of a browser when another sign-in fails', async () => {
    const client = await signUp(test, EMAIL)
    await client.post('/api/login', { email: EMAIL, password: 'something else' })
    expect(await isSignedIn(client)).toBe(true)
  })

  it('succeeds twice in parallel', async () => {
    const client = await signUp(test, EMAIL)
    const responses = await Promise.all([1, 2].map(() => client.post('/api/login', REGISTRATION)))
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200])
    expect(await isSignedIn(client)).toBe(true)
  })

  it('upgrades a hash with lower costs', async () => {
    await hashInEarnest()
    await signUp(test, EMAIL)
    const weak = await hashPassword(TEST_PASSWORD, { memory: 4096, passes: 1, parallelism: 1 })
    await test.db.updateTable('passwords').set({ hash: weak }).execute()
    const hashes = async () => (await test.db.selectFrom('passwords').select('hash').execute())[0]?.hash
    await visitor.post('/api/login', { email: EMAIL, password: 'something else' })
    expect(await hashes()).toBe(weak)

    expect((await visitor.post('/api/login', REGISTRATION)).statusCode).toBe(200)
    const strong = await hashes()
    expect(strong).toContain('$m=19456,t=2,p=1$')
    expect((await visitor.post('/api/login', REGISTRATION)).statusCode).toBe(200)
    expect(await hashes()).toBe(strong)
  })

  it('upgrades the hash of a password with accents in its composed form', async () => {
    const [composed, decomposed] = ['sécurité', 'se\u0301curite\u0301']
    await visitor.post('/api/register', { email: EMAIL, password: composed })
    const weak = await hashPassword(composed, { memory: 32, passes: 1, parallelism: 1 })
    await test.db.updateTable('passwords').set({ hash: weak }).execute()
    for (const password of [decomposed, composed])
      expect((await visitor.post('/api/login', { email: EMAIL, password })).statusCode).toBe(200)
    expect(await test.db.selectFrom('passwords').select('hash').execute()).not.toEqual([{ hash: weak }])
  })

  it('returns 500 without details if the stored hash is damaged', async () => {
    await signUp(test, EMAIL)
    await test.db.updateTable('passwords').set({ hash: TEST_PASSWORD }).execute()
    const response = await visitor.post('/api/login', REGISTRATION)
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      code: 'internal',
      message: 'Something went wrong on the server. Try again in a moment.',
    })
  })
})

describe('changing the password', () => {
  const NEW_PASSWORD = 'a loud red mountain'
  const CHANGE = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD }

  it('replaces the old password', async () => {
    const client = await signUp(test, EMAIL)
    const response = await client.post('/api/auth/password', CHANGE)
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await visitor.post('/api/login', REGISTRATION)).statusCode).toBe(401)
    expect((await visitor.post('/api/login', { email: EMAIL, password: NEW_PASSWORD })).statusCode).toBe(200)
  })

  it('succeeds when it is repeated because its response was lost, and doesn’t count as a failure', async () => {
    const client = await signUp(test, EMAIL)
    for (let turn = 1; turn <= 2; turn++) {
      expect((await client.post('/api/auth/password', CHANGE)).statusCode).toBe(204)
    }
    expect(await test.db.selectFrom('failed_checks').selectAll().execute()).toEqual([])
    expect((await visitor.post('/api/login', { email: EMAIL, password: NEW_PASSWORD })).statusCode).toBe(200)
    await client.post('/api/auth/password', CHANGE)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  it('ends every other session of the user and no others', async () => {
    const other = await signUp(test)
    const client = await signUp(test, EMAIL)
    await visitor.post('/api/login', REGISTRATION)
    await client.post('/api/auth/password', CHANGE)
    expect(await isSignedIn(client)).toBe(true)
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await isSignedIn(other)).toBe(true)
  })

  it('9: ends the access of other sessions to files, exports and streams', async () => {
    const client = await signUp(test, EMAIL)
    await visitor.post('/api/login', REGISTRATION)
    const { id } = await makeTask(client)
    await attach(client, id, 'plan.txt')
    const paths = [attachmentPath(id), attachmentPath(id, 'plan.txt'), '/api/auth/export', '/api/events']
    expect((await visitor.get(attachmentPath(id, 'plan.txt'))).statusCode).toBe(200)
    await client.post('/api/auth/password', CHANGE)
    for (const path of paths) expect([path, (await visitor.get(path)).statusCode]).toEqual([path, 401])
    expect((await visitor.put(attachmentPath(id, 'late.txt'), 'late')).statusCode).toBe(401)
    expect((await client.get(attachmentPath(id, 'plan.txt'))).body).toBe('hello')
  })

  it('requires the current password', async () => {
    const client = await signUp(test, EMAIL)
    const response = await client.post('/api/auth/password', { ...CHANGE, currentPassword: NEW_PASSWORD })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'wrong_password' })
    expect(issuePaths(response)).toEqual(['currentPassword'])
    expect((await visitor.post('/api/login', REGISTRATION)).statusCode).toBe(200)
  })

  it.each([
    [{ newPassword: '1234567' }, ['newPassword']],
    [{ newPassword: 'password1' }, ['newPassword']],
    [{ newPassword: null }, ['newPassword']],
    [{ currentPassword: undefined }, ['currentPassword']],
    [{ currentPassword: 5, newPassword: 5 }, ['currentPassword', 'newPassword']],
  ])('rejects %j and changes nothing', async (fields, paths) => {
    const client = await signUp(test, EMAIL)
    const response = await client.post('/api/auth/password', { ...CHANGE, ...fields })
    expect(response.statusCode).toBe(400)
    expect(issuePaths(response)).toEqual(paths)
    expect((await visitor.post('/api/login', REGISTRATION)).statusCode).toBe(200)
  })

  it('is rejected for visitors', async () => {
    expect((await visitor.post('/api/auth/password', CHANGE)).statusCode).toBe(401)
  })

  it('succeeds only once when sent twice in parallel', async () => {
    const app = await buildInterleavedApp(test)
    const client = await signUp({ ...test, app }, EMAIL)
    const responses = await Promise.all(
      ['a loud red mountain', 'a loud blue mountain'].map((newPassword) =>
        client.post('/api/auth/password', { ...CHANGE, newPassword }),
      ),
    )
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([204, 403]))
    await app.close()
  })

  it('ends sessions that start with the old password during the change', async () => {
    const client = await signUp(test, EMAIL)
    const change = client.post('/api/auth/password', CHANGE)
    const others = Array.from({ length: 12 }, () => clientOf(test.app))
    const attempts = others.map(async (other, turn) => {
      await setTimeout(turn * 10)
      return other.post('/api/login', REGISTRATION)
    })
    expect((await change).statusCode).toBe(204)
    await Promise.all(attempts)
    expect(await Promise.all(others.map(isSignedIn))).toEqual(others.map(() => false))
    expect(await isSignedIn(client)).toBe(true)
  })
})
