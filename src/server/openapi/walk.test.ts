import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import type { ErrorBody } from '#domain/error-schema.ts'
import { UNKNOWN, everythingOf, makeThings, requestFor } from '#tests/support/api-cases.ts'
import { ask } from '#tests/support/api-walk.ts'
import { type Client, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'

import { documentOf } from './document.ts'
import { type Operation, answersOf, operationsOf } from './operations.ts'

const provider = await startOidcProvider()
const server = await buildTestApp({
  pages: { html: async () => '<!doctype html>', assetsFolder: null },
  config: { oidc: provider.settings },
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const { app, visitor } = server
const operations = operationsOf(documentOf(app))
const isOpen = ({ call }: Operation) => call.security?.length === 0
const idOf = ({ call }: Operation) => call.operationId ?? ''
/** Whether it is about one thing, which may be another user's. */
const isAboutOne = (one: Operation) => /\{(id|name)\}/.test(one.path) || idOf(one) === 'orderLevel'

/** Those of the calls for which `choose` holds, with their names for the titles. */
const named = (choose: (operation: Operation) => boolean = () => true) =>
  operations.filter(choose).map((one) => [`${one.method} ${one.path}`, one] as const)

const BAD_IDS = [
  '-1',
  '0',
  '1.5',
  '2147483648',
  '9007199254740992',
  '1%20or%201=1',
  '%00',
  '%2e%2e%2f',
  'x',
  '__proto__',
]
/** Headers that come only where they have something to say. */
const SOMETIMES = new Set(['X-Next-Task', 'X-Since'])

const BAD_NAMES = [...BAD_IDS, '%2e', '%ed%a0%80', '%zz', '%0d%0aSet-Cookie:x', '%F0%9F%98%80'.repeat(200)]

let ada: Client
let eve: Client
let adas: Awaited<ReturnType<typeof makeThings>>
beforeAll(async () => {
  ada = await signUp(server, 'ada@example.com')
  eve = await signUp(server, 'eve@example.com')
  adas = await makeThings(ada)
})

/** Whatever is asked, nothing of Ada's changes. */
async function expectUnchanged(run: () => Promise<void>): Promise<void> {
  const before = await everythingOf(ada, adas)
  await run()
  expect(await everythingOf(ada, adas)).toBe(before)
}

describe('nobody', () => {
  it.each(named((one) => !isOpen(one)))('may not %s', async (_, operation) => {
    await expectUnchanged(async () => {
      const request = requestFor(operation, adas)
      for (const body of [request.body, undefined]) {
        const response = await ask(app, visitor, operation, { ...request, body })
        expect(response.statusCode).toBe(401)
        expect(response.json()).toEqual({ code: 'not_signed_in', message: 'You are not signed in.' })
      }
    })
  })

  test('may make the calls that say so, which are few', () => {
    expect(operations.filter(isOpen).map(idOf).toSorted()).toEqual([
      'beginProviderSignIn',
      'finishProviderSignIn',
      'isReady',
      'isUp',
      'leave',
      'readDocument',
      'register',
      'showDocument',
      'showSignInPage',
      'signIn',
      'signOut',
    ])
  })

  it.each(named(isOpen))('gets what is described: %s', async (_, operation) => {
    const response = await ask(app, visitor, operation, requestFor(operation, UNKNOWN))
    expect(response.statusCode).toBeLessThan(400)
  })
})

describe('the owner', () => {
  // A stream of events has no end: `events/routes.test.ts` reads it.
  it.each(named((one) => !['signIn', 'register', 'listen'].includes(idOf(one))))(
    'gets what is described: %s',
    async (_, operation) => {
      const client = await signUp(server)
      const response = await ask(app, client, operation, requestFor(operation, await makeThings(client)))
      expect(response.statusCode).toBeLessThan(400)
      const answer = Object.fromEntries(answersOf(operation))[response.statusCode]
      const always = Object.keys(answer?.headers ?? {}).filter((name) => !SOMETIMES.has(name))
      for (const name of always) expect(response.headers).toHaveProperty(name.toLowerCase())
    },
  )
})

describe('another user', () => {
  it.each(named(isAboutOne))('finds as little as of unknown things: %s', async (_, operation) => {
    await expectUnchanged(async () => {
      const foreign = await ask(app, eve, operation, requestFor(operation, adas))
      const unknown = await ask(app, eve, operation, requestFor(operation, UNKNOWN))
      expect(foreign.statusCode).toBe(404)
      expect(foreign.body).toBe(unknown.body)
      expect(foreign.json<ErrorBody>().code).toBe('not_found')
    })
  })
})

describe('a path', () => {
  it.each(named(({ path }) => path.includes('{id}')))(
    'with an id that cannot be: %s',
    async (_, operation) => {
      const { values, body } = requestFor(operation, adas)
      for (const id of BAD_IDS) {
        const response = await ask(app, ada, operation, { values: { ...values, id }, body })
        expect([id, response.statusCode]).toEqual([id, 404])
      }
    },
  )

  it.each(named(({ path, method }) => /\{(name|level)\}/.test(path) && method !== 'PUT'))(
    'with a name or level that cannot be: %s',
    async (_, operation) => {
      await expectUnchanged(async () => {
        const { values, body } = requestFor(operation, adas)
        for (const bad of BAD_NAMES) {
          const response = await ask(app, ada, operation, {
            values: { ...values, name: bad, level: bad },
            body,
          })
          expect([400, 404]).toContain(response.statusCode)
        }
      })
    },
  )
})

describe('a page of another site', () => {
  it.each(named(({ method }) => method !== 'GET'))('may not %s', async (_, operation) => {
    await expectUnchanged(async () => {
      for (const [name, value] of [
        ['sec-fetch-site', 'cross-site'],
        ['origin', 'https://evil.example'],
      ] as const) {
        const headers = { [name]: value }
        const response = await ask(app, ada, operation, { ...requestFor(operation, adas), headers })
        expect(response.statusCode).toBe(403)
        expect(response.json<ErrorBody>().code).toBe('cross_site')
      }
    })
  })
})
