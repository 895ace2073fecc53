import { afterEach, expect, test, vi } from 'vitest'

import { startAnsweringServer, type AnsweringServer } from '#tests/support/answering-server.ts'

import { fetchUser } from '../auth/queries.ts'
import { ApiError, request } from './api.ts'
import { pageUser } from './page-user.ts'

const servers: AnsweringServer[] = []

afterEach(async () => {
  pageUser.set('')
  vi.unstubAllGlobals()
  await closeServers()
})

async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close()
}

async function serve(answer: Parameters<typeof startAnsweringServer>[0]): Promise<string> {
  const server = await startAnsweringServer(answer)
  servers.push(server)
  return server.url
}

async function serveText(status: number, text: string): Promise<string> {
  return serve((_, response) => response.writeHead(status).end(text))
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('The request did not fail with an ApiError.')
  return error
}

async function bodyOf(request: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

test('parses a JSON response', async () => {
  const url = await serveText(200, '{"id":7}')
  expect(await request('GET', url)).toEqual({ id: 7 })
})

test('returns undefined for 204', async () => {
  const url = await serveText(204, '')
  expect(await request('DELETE', url)).toBeUndefined()
})

test('names the user of the page in every request, except in the one that finds out who is signed in', async () => {
  const named: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    named.push(new Headers(headers).get('x-user'))
    return Response.json({ id: 'grace' })
  })
  pageUser.set('ada')
  await request('POST', '/api/tasks', { title: 'Ada’s' })
  expect(await fetchUser()).toEqual({ id: 'grace' })
  expect(named).toEqual(['ada', ''])
})

test('sends the body as JSON, and the time zone with every request', async () => {
  const url = await serve(async (incoming, response) => {
    const body = await bodyOf(incoming)
    const { 'content-type': type, 'x-time-zone': zone, 'idempotency-key': key } = incoming.headers
    response.writeHead(201)
    response.end(JSON.stringify({ method: incoming.method, body, type, zone, key }))
  })
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(await request('POST', url, { title: 'é' }, { 'idempotency-key': 'k' })).toEqual({
    method: 'POST',
    body: '{"title":"é"}',
    type: 'application/json',
    zone,
    key: 'k',
  })
  expect(await request('GET', url)).toEqual({ method: 'GET', body: '', zone })
})

test('throws an error with the status, the code and the server’s message', async () => {
  const text = JSON.stringify({ message: 'Level 2 is full (3 of 3).', code: 'level_full' })
  const error = await failureOf(request('PATCH', await serveText(409, text)))
  expect(error.status).toBe(409)
  expect(error.code).toBe('level_full')
  expect(error.serverMessage).toBe('Level 2 is full (3 of 3).')
  expect(error.message).toBe(`409: ${text}`)
})

test('uses the status text for an error without a body', async () => {
  const error = await failureOf(request('GET', await serveText(503, '')))
  expect(error.message).toBe('503: Service Unavailable')
  expect(error.code).toBeNull()
  expect(error.serverMessage).toBeNull()
})

test.each(['<h1>Bad gateway</h1>', '"down"', 'null', '{"error":"down"}'])(
  'ignores the body %s, which is not from Tenfold',
  async (text) => {
    const error = await failureOf(request('GET', await serveText(502, text)))
    expect(error.message).toBe(`502: ${text}`)
    expect(error.serverMessage).toBeNull()
  },
)

test('throws status 0 if there is no response', async () => {
  const url = await serveText(200, '')
  await closeServers()
  const error = await failureOf(request('GET', url))
  expect(error.status).toBe(0)
  expect(error.message).toBe('0: The server can’t be reached.')
})

test('throws status 0 if the connection breaks in the middle of a response', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"id":', () => response.destroy())
  })
  const error = await failureOf(request('GET', url))
  expect(error.status).toBe(0)
})

test.each([
  [429, 'too_many'],
  [503, 'busy'],
])('retries a read after the Retry-After of a %d %s', async (status, code) => {
  let asked = 0
  const url = await serve((_, response) => {
    asked++
    if (asked < 3)
      response.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify({ message: 'x', code }))
    else response.end('[7]')
  })
  expect(await request('GET', url)).toEqual([7])
  expect(asked).toBe(3)
})

test.each([
  ['POST', 429, 'too_many', '0'],
  ['POST', 503, 'busy', '0'],
  ['GET', 503, 'unavailable', '0'],
  ['GET', 429, 'too_many', '900'],
  ['GET', 429, 'too_many', 'Mon, 23 Nov 2026 10:00:00 GMT'],
] as const)(
  'does not retry %s after a %d %s with Retry-After: %s',
  async (method, status, code, retryAfter) => {
    let asked = 0
    const url = await serve((_, response) => {
      asked++
      response.writeHead(status, { 'retry-after': retryAfter }).end(JSON.stringify({ message: 'x', code }))
    })
    expect((await failureOf(request(method, url))).code).toBe(code)
    expect(asked).toBe(1)
  },
)

test('rejects like a lost request if a response stops arriving for 20 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  vi.stubGlobal('fetch', async () => new Response(readable))
  const failed = failureOf(request('GET', '/api/settings'))
  let isOver = false
  void failed.then(() => (isOver = true))
  for (const text of ['{', '"id"', ':']) {
    await writer.write(new TextEncoder().encode(text))
    await vi.advanceTimersByTimeAsync(19_000)
  }
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
  expect((await failed).status).toBe(0)
})
