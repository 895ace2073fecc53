import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import {
  UNKNOWN,
  bodyFor,
  everythingOf,
  makeThings,
  requestFor,
  valuesFor,
} from '#tests/support/api-cases.ts'
import { ask, bodySchema } from '#tests/support/api-walk.ts'
import { type Client, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'

import { listTables } from '../../db/tables.ts'
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
/** Returns whether an operation is about one item, which may belong to another user. */
const isAboutOne = (one: Operation) =>
  /\{(id|name)\}/.test(one.path) || ['orderLevel', 'changeDates'].includes(idOf(one))

/** Returns the matching operations with their titles. */
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
/** Fields that only the server sets. */
const FORBIDDEN = {
  id: 424_242,
  userId: 'someone-else',
  createdBy: 'someone-else',
  templateId: 424_242,
  version: 424_242,
  createdAt: '1999-01-01T00:00:00.000Z',
  updatedAt: '1999-01-01T00:00:00.000Z',
  completedAt: '1999-01-01T00:00:00.000Z',
}
const FORBIDDEN_KEYS = '"__proto__":{"version":424242},"constructor":{"prototype":{"version":424242}}'
/** Headers that are sent only in some cases. */
const SOMETIMES = new Set(['X-Next-Task', 'X-Replay-Of', 'X-Since', 'X-Unchanged', 'X-Undo'])

const BAD_NAMES = [...BAD_IDS, '%2e', '%ed%a0%80', '%zz', '%0d%0aSet-Cookie:x', '%F0%9F%98%80'.repeat(200)]

let ada: Client
let eve: Client
let adas: Awaited<ReturnType<typeof makeThings>>
beforeAll(async () => {
  ada = await signUp(server, 'ada@example.com')
  eve = await signUp(server, 'eve@example.com')
  adas = await makeThings(ada)
})

/** Checks that no request changes Ada's data. */
async function expectUnchanged(run: () => Promise<void>): Promise<void> {
  const before = await everythingOf(ada, adas)
  await run()
  expect(await everythingOf(ada, adas)).toBe(before)
}

describe('a visitor', () => {
  it.each(named((one) => !isOpen(one)))('cannot call %s', async (_, operation) => {
    await expectUnchanged(async () => {
      const request = requestFor(operation, adas)
      for (const body of [request.body, undefined]) {
        const response = await ask(app, visitor, operation, { ...request, body })
        expect(response.statusCode).toBe(401)
        expect(response.json()).toEqual({
          code: 'not_signed_in',
          message: 'You’re not signed in. Sign in and try again.',
        })
      }
    })
  })

  test('can call only the public operations', () => {
    expect(operations.filter(isOpen).map(idOf).toSorted()).toEqual([
      'beginProviderSignIn',
      'finishProviderSignIn',
      'isReady',
      'isUp',
      'leave',
      'readDocument',
      // Access to the metrics has its own rules: see metrics.test.ts.
      'readMetrics',
      'register',
      'showDocument',
      'showSignInPage',
      'signIn',
      'signOut',
    ])
  })

  it.each(named(isOpen))('gets the documented response of %s', async (_, operation) => {
    const response = await ask(app, visitor, operation, requestFor(operation, UNKNOWN))
    expect(response.statusCode).toBeLessThan(400)
  })
})

describe('the owner', () => {
  // An event stream never ends, so `events/routes.test.ts` tests it.
  it.each(named((one) => !['signIn', 'register', 'listen'].includes(idOf(one))))(
    'gets the documented response of %s',
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

describe('a field that the server sets', () => {
  it.each(named((one) => bodySchema(app, one) !== null && !isOpen(one)))(
    'is ignored in the body of %s',
    async (_, operation) => {
      const client = await signUp(server)
      const things = await makeThings(client)
      const right = bodyFor(operation, things)
      const [first] = [right].flat()
      const whole = JSON.stringify({ ...(first as object), ...FORBIDDEN })
      const body = `${whole.slice(0, -1)},${FORBIDDEN_KEYS}}`
      const response = await ask(app, client, operation, {
        values: valuesFor(operation, things),
        body: Array.isArray(right) ? `[${body}]` : body,
        headers: { 'content-type': 'application/json' },
      })
      expect(response.statusCode).toBeLessThan(300)
      const kept = response.body + (await everythingOf(client, things))
      expect(kept).not.toMatch(/424242|someone-else|1999-01-01/)
    },
  )
})

describe('37: GET changes no row', () => {
  // An event stream never ends, so the test below opens it on a real connection.
  it.each(named(({ method, call }) => method === 'GET' && call.operationId !== 'listen'))(
    '%s',
    async (_, operation) => {
      const before = await everyRow()
      for (const [client, things] of [
        [ada, adas],
        [ada, UNKNOWN],
        [visitor, adas],
      ] as const) {
        await ask(app, client, operation, requestFor(operation, things))
      }
      expect(await everyRow()).toEqual(before)
    },
  )

  test('an event stream', async () => {
    const before = await everyRow()
    const reader = await openEvents(app, ada, { 'last-event-id': '0' })
    await reader.next()
    reader.close()
    expect(await everyRow()).toEqual(before)
  })

  test.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://evil.example/' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
  ])('/api/logout from another site, with %j', async (headers) => {
    const before = await everyRow()
    await ada.get('/api/logout', headers)
    await ada.head('/api/logout', headers)
    expect(await everyRow()).toEqual(before)
  })
})

/**
 * Returns every row of every table except `stream_users`, which lists the users with open streams. The rows of that
 * table aren't user data, and a timer can remove them at any moment.
 */
async function everyRow(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  for (const { name } of await listTables(server.db)) {
    if (name === 'stream_users') continue
    const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(server.db)
    rows[name] = found.map((row) => JSON.stringify(row)).toSorted()
  }
  return rows
}

describe('another user', () => {
  it.each(named(isAboutOne))(
    'gets the same not-found response as for an unknown id: %s',
    async (_, operation) => {
      await expectUnchanged(async () => {
        const foreign = await ask(app, eve, operation, requestFor(operation, adas))
        const unknown = await ask(app, eve, operation, requestFor(operation, UNKNOWN))
        expect(foreign.statusCode).toBe(404)
        expect(foreign.body).toBe(unknown.body)
        expect(foreign.json<ErrorBody>().code).toBe('not_found')
      })
    },
  )
})

describe('the API', () => {
  it.each(named(({ path }) => path.includes('{id}')))(
    'returns 404 for a malformed id: %s',
    async (_, operation) => {
      const { values, body } = requestFor(operation, adas)
      for (const id of BAD_IDS) {
        const response = await ask(app, ada, operation, { values: { ...values, id }, body })
        expect([id, response.statusCode]).toEqual([id, 404])
      }
    },
  )

  it.each(named(({ path, method }) => /\{(name|level)\}/.test(path) && method !== 'PUT'))(
    'rejects a malformed name or level with 400 or 404 and changes nothing: %s',
    async (_, operation) => {
      await expectUnchanged(async () => {
        const { values, body } = requestFor(operation, adas)
        for (const bad of BAD_NAMES) {
          // Clients resolve this segment to a different path.
          if (bad === '%2e' && operation.path.includes('}/')) continue
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

describe('a page on another site', () => {
  it.each(named(({ method }) => method !== 'GET'))('cannot call %s', async (_, operation) => {
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
