import type { FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import type { Entrance, User } from '#domain/account/account.ts'
import type { Pages } from '../context.ts'
import {
  type Client,
  TEST_PASSWORD,
  type TestApp,
  buildTestApp,
  clientOf,
  signUp,
} from '#tests/support/build-app.ts'
import { type TestProvider, startOidcProvider } from '#tests/support/oidc-provider.ts'
import { comeBack, cookieOf, goToProvider, signInAt } from '#tests/support/oidc-sign-in.ts'

import { linkToProvider } from './oidc-commands.ts'
import { newFlow } from './oidc-flow.ts'

/** A page that contains the server's data as JSON. */
const PAGES: Pages = { html: async (entrance) => JSON.stringify(entrance), assetsFolder: null }

let provider: TestProvider
let test: TestApp
beforeAll(async () => {
  provider = await startOidcProvider()
})
beforeEach(async () => {
  test = await buildTestApp({ pages: PAGES, config: { oidc: provider.settings } })
})
afterEach(() => test.close())
afterAll(() => provider.close())

const userOf = async (client: Client) => (await client.get('/api/auth/user')).json<User>()
const isSignedIn = async (client: Client) => (await client.get('/api/auth/user')).statusCode === 200
const count = async (table: 'users' | 'oidc_identities') =>
  (await test.db.selectFrom(table).selectAll().execute()).length
const link = (client: Client, password = TEST_PASSWORD) => client.post('/api/auth/oidc/link', { password })
const waysInto = async (client: Client) => (await client.get('/api/auth/oidc/link')).json()

/** Links an account at the provider, and returns to Tenfold in this browser or another. */
async function linkAt(client: Client, { account = 'ada', back = client } = {}) {
  const { url } = (await link(client)).json<{ url: string }>()
  return comeBack({ browser: back, back: await provider.visit(url, account) })
}

it('links the provider account to the signed-in account', async () => {
  const local = await signUp(test)
  expect(await waysInto(local)).toEqual({ provider: 'Keycloak', linked: false, password: true })
  expect((await linkAt(local)).headers.location).toBe('/')
  expect(await waysInto(local)).toEqual({ provider: 'Keycloak', linked: true, password: true })
  expect(await userOf(await signInAt(test, provider))).toEqual(await userOf(local))
  expect(await count('users')).toBe(1)
  expect((await linkAt(local)).headers.location).toBe('/')
  expect(await count('oidc_identities')).toBe(1)
})

it('4: linking requires the password', async () => {
  const local = await signUp(test)
  for (const password of ['not the password', '']) {
    const response = await link(local, password)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'wrong_password', issues: [{ path: 'password' }] })
    expect(response.cookies).toEqual([])
  }
  expect((await link(test.visitor)).statusCode).toBe(401)
  const provided = await signInAt(test, provider)
  expect((await link(provided)).statusCode).toBe(403)
})

it('4: linking is limited: after five wrong passwords, even the right one gets 429', async () => {
  const local = await signUp(test)
  for (let turn = 1; turn <= 5; turn++) {
    expect((await link(local, 'not the password')).statusCode).toBe(403)
  }
  const response = await link(local)
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '900'])
  expect(response.cookies).toEqual([])
  test.clock.advance({ minutes: 15 })
  expect((await link(local)).statusCode).toBe(200)
})

it('4: linking and sign-in share a limit', async () => {
  const local = await signUp(test, 'ada@example.com')
  for (let turn = 1; turn <= 5; turn++) await link(local, 'not the password')
  const credentials = { email: 'ada@example.com', password: TEST_PASSWORD }
  expect((await test.visitor.post('/api/login', credentials)).statusCode).toBe(429)
})

it('14: linking is rejected if the redirect is opened in another session', async () => {
  const victim = await signUp(test)
  const attacker = await signUp(test)
  const { url } = (await link(attacker)).json<{ url: string }>()
  const back = await provider.visit(url, 'attacker')
  const answers = [
    await comeBack({ browser: victim, back }),
    await comeBack({
      browser: clientOf(test.app, [cookieOf(victim, 'tenfold_session'), cookieOf(attacker, 'tenfold_flow')]),
      back,
    }),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([400, 400])
  expect(await count('oidc_identities')).toBe(0)
})

it('linking is rejected after signing out', async () => {
  const local = await signUp(test)
  const { url } = (await link(local)).json<{ url: string }>()
  const back = await provider.visit(url)
  await local.post('/api/logout')
  expect((await comeBack({ browser: local, back })).statusCode).toBe(400)
  expect([await count('oidc_identities'), await isSignedIn(local)]).toEqual([0, false])
})

it('linking is rejected if the session ends while the provider responds', async () => {
  const user = await userOf(await signUp(test))
  const { sid, sess } = await test.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const request = { session: { sid, user, details: JSON.parse(sess) } } as FastifyRequest
  await test.db.deleteFrom('sessions').execute()
  const person = {
    identity: { issuer: provider.settings.issuer, subject: 'ada' },
    readProfile: () => Promise.reject(new Error('not needed')),
  }
  const flow = newFlow(test.clock.now(), { sid })
  const linking = linkToProvider(request, { person, flow, context: { ...test, pages: null } })
  await expect(linking).rejects.toMatchObject({ code: 'sign_in_failed' })
  expect(await count('oidc_identities')).toBe(0)
})

it('linking rejects a provider account that another user has linked', async () => {
  const owner = await signInAt(test, provider)
  const local = await signUp(test)
  const response = await linkAt(local)
  expect(response.statusCode).toBe(409)
  expect(response.json<Entrance>()).toMatchObject({
    user: await userOf(local),
    failure: { message: expect.stringContaining('already linked to another Tenfold account') },
  })
  expect(await userOf(await signInAt(test, provider))).toEqual(await userOf(owner))
})

it('linking is separate from sign-in: neither flow can complete the other', async () => {
  const local = await signUp(test)
  const onTheWay = await goToProvider(test, provider, { account: 'eve' })
  const both = clientOf(test.app, [
    cookieOf(local, 'tenfold_session'),
    cookieOf(onTheWay.browser, 'tenfold_flow'),
  ])
  expect((await comeBack({ browser: both, back: onTheWay.back })).headers.location).toBe('/')
  expect((await userOf(both)).id).not.toBe((await userOf(local)).id)
})

it('a link can be removed unless it is the only sign-in method', async () => {
  const local = await signUp(test)
  await linkAt(local)
  expect((await local.delete('/api/auth/oidc/link')).statusCode).toBe(204)
  expect(await waysInto(local)).toMatchObject({ linked: false })
  const provided = await signInAt(test, provider)
  expect((await userOf(provided)).id).not.toBe((await userOf(local)).id)
  const refused = await provided.delete('/api/auth/oidc/link')
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'last_way_in' })
  expect(await waysInto(provided)).toEqual({ provider: 'Keycloak', linked: true, password: false })
})

it('linking returns 404 without a provider', async () => {
  await test.close()
  test = await buildTestApp({ pages: PAGES })
  const local = await signUp(test)
  expect((await link(local)).statusCode).toBe(404)
  expect(await waysInto(local)).toEqual({ provider: null, linked: false, password: true })
})
