import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import type { Entrance, User } from '#domain/account.ts'
import type { Pages } from '#server/pages.ts'
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

/** A page that shows what the server tells it. */
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

/** Goes to the provider to link an account, and comes back in this browser or another. */
async function linkAt(client: Client, { account = 'ada', back = client } = {}) {
  const { url } = (await link(client)).json<{ url: string }>()
  return comeBack({ browser: back, back: await provider.visit(url, account) })
}

it('joins the account at the provider to the one that is signed in', async () => {
  const local = await signUp(test)
  expect(await waysInto(local)).toEqual({ provider: 'Keycloak', linked: false, password: true })
  expect((await linkAt(local)).headers.location).toBe('/')
  expect(await waysInto(local)).toEqual({ provider: 'Keycloak', linked: true, password: true })
  expect(await userOf(await signInAt(test, provider))).toEqual(await userOf(local))
  expect(await count('users')).toBe(1)
  expect((await linkAt(local)).headers.location).toBe('/')
  expect(await count('oidc_identities')).toBe(1)
})

it('4: needs the password, and without it goes nowhere', async () => {
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

it('14: is refused when the way back is opened in another session', async () => {
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

it('is refused after signing out', async () => {
  const local = await signUp(test)
  const { url } = (await link(local)).json<{ url: string }>()
  const back = await provider.visit(url)
  await local.post('/api/logout')
  expect((await comeBack({ browser: local, back })).statusCode).toBe(400)
  expect([await count('oidc_identities'), await isSignedIn(local)]).toEqual([0, false])
})

it('takes no account at the provider away from somebody else', async () => {
  const owner = await signInAt(test, provider)
  const local = await signUp(test)
  const response = await linkAt(local)
  expect(response.statusCode).toBe(409)
  expect(response.json<Entrance>()).toMatchObject({
    user: await userOf(local),
    failure: { message: expect.stringContaining('already belongs to another account') },
  })
  expect(await userOf(await signInAt(test, provider))).toEqual(await userOf(owner))
})

it('has no part in signing in: the way of one is not the way of the other', async () => {
  const local = await signUp(test)
  const onTheWay = await goToProvider(test, provider, { account: 'eve' })
  const both = clientOf(test.app, [
    cookieOf(local, 'tenfold_session'),
    cookieOf(onTheWay.browser, 'tenfold_flow'),
  ])
  expect((await comeBack({ browser: both, back: onTheWay.back })).headers.location).toBe('/')
  expect((await userOf(both)).id).not.toBe((await userOf(local)).id)
})

it('is undone on demand, unless that were the last way in', async () => {
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

it('is not there without a provider', async () => {
  await test.close()
  test = await buildTestApp({ pages: PAGES })
  const local = await signUp(test)
  expect((await link(local)).statusCode).toBe(404)
  expect(await waysInto(local)).toEqual({ provider: null, linked: false, password: true })
})
