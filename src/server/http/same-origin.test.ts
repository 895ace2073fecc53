import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, buildTestApp } from '#tests/support/build-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({
    config: { baseUrl: 'https://tasks.example.com', trustedProxies: ['10.0.0.1'] },
  })
})
afterAll(() => server.close())

type From = { host?: string; origin?: string; 'sec-fetch-site'?: string; 'x-forwarded-host'?: string }

/** Returns the status of a change: 401 if it passes the rule, because nobody is signed in. */
async function statusOf(from: From, remoteAddress = '127.0.0.1', method: 'POST' | 'GET' = 'POST') {
  const response = await server.app.inject({
    method,
    url: '/api/tasks',
    remoteAddress,
    headers: { host: 'box.lan:3000', ...from },
    ...(method === 'POST' && { payload: { title: 'x' } }),
  })
  return response.statusCode
}

describe('a change passes', () => {
  test.each<[string, From]>([
    ['from a program that sends neither header', {}],
    ['from our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://box.lan:3000' }],
    ['typed by the user', { 'sec-fetch-site': 'none' }],
    ['from the origin of BASE_URL', { origin: 'https://tasks.example.com' }],
    ['with the default port of https', { host: 'box.lan:443', origin: 'https://box.lan' }],
    ['with the default port of http', { host: 'box.lan', origin: 'http://box.lan:80' }],
  ])('%s', async (_what, from) => {
    expect(await statusOf(from)).toBe(401)
  })
})

describe('a change is rejected', () => {
  test.each<[string, From]>([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    [
      'from another site, even with our origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://box.lan:3000' },
    ],
    ['from another host in our domain', { 'sec-fetch-site': 'same-site' }],
    ['with an unknown value of Sec-Fetch-Site', { 'sec-fetch-site': 'elsewhere' }],
    ['with a foreign origin', { origin: 'https://evil.example' }],
    [
      'with a foreign origin, even if Sec-Fetch-Site is same-origin',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ],
    ['from another port', { origin: 'http://box.lan:3001' }],
    ['from a host whose name begins like ours', { origin: 'https://tasks.example.com.evil.example' }],
    ['from a page without an origin', { origin: 'null' }],
    ['with an empty origin', { origin: '' }],
    [
      'with a forwarded host from an untrusted proxy',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    ],
  ])('%s', async (_what, from) => {
    expect(await statusOf(from)).toBe(403)
  })
})

test('a trusted proxy determines the requested host', async () => {
  const from = { origin: 'https://other.example', 'x-forwarded-host': 'other.example' }
  expect(await statusOf(from, '10.0.0.1')).toBe(401)
  expect(await statusOf(from, '10.0.0.2')).toBe(403)
})

test('reads are allowed from anywhere', async () => {
  expect(
    await statusOf({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, '127.0.0.1', 'GET'),
  ).toBe(401)
})

test.each(['/api/register', '/api/login', '/api/logout', '/api/nothing'])(
  'the rule applies to %s',
  async (url) => {
    const response = await server.app.inject({
      method: 'POST',
      url,
      headers: { origin: 'https://evil.example' },
      payload: { email: 'ada@example.com', password: 'a quiet green harbour' },
    })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      message:
        'This request came from another site, so nothing was changed. Open Tenfold and try again there.',
      code: 'cross_site',
    })
  },
)
