import { type Socket, connect } from 'node:net'

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { LEVEL_DEFAULT } from '#domain/tasks/priority.ts'
import { type Client, type TestApp, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { emptyDisk, fillDisk, forbidWrites } from '#tests/support/database-faults.ts'

let server: TestApp
let client: Client
beforeAll(async () => {
  server = await buildTestApp()
  client = await signUp(server)
})
afterAll(() => server.close())

const JSON_TYPE = { 'content-type': 'application/json' }

function send(method: InjectOptions['method'], url: string, headers = {}, payload?: string) {
  return server.app.inject({ method, url, headers: { cookie: client.cookie(), ...headers }, payload })
}

describe('responses', () => {
  test.each(['/healthz', '/readyz'])('to %s report that the server is healthy', async (path) => {
    const response = await server.visitor.get(path)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ status: 'ok' })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('from the API are never cached', async () => {
    for (const path of ['/api/tasks', '/api/nothing', '/api/auth/user', '/api/tasks?x=1', '/%61pi/tasks']) {
      expect((await client.get(path)).headers['cache-control']).toBe('no-store')
    }
  })
})

const codeOf = (message: string) => (message === 'No such route.' ? 'no_such_route' : 'not_found')

describe('the server', () => {
  test.each([
    ['unknown path', 'GET', '/api/nothing', {}, undefined, 404, 'no_such_route'],
    ['unknown path below a known one', 'GET', '/api/tasks/1/nothing', {}, undefined, 404, 'no_such_route'],
    ['the API itself', 'GET', '/api', {}, undefined, 404, 'no_such_route'],
    ['path that is not UTF-8', 'GET', '/api/tasks/%zz', {}, undefined, 404, 'not_found'],
    [
      'path with an extremely long name',
      'GET',
      `/api/tasks/${'9'.repeat(2000)}`,
      {},
      undefined,
      404,
      'not_found',
    ],
    ['negative id', 'GET', '/api/tasks/-1', {}, undefined, 404, 'not_found'],
    ['id 0', 'GET', '/api/tasks/0', {}, undefined, 404, 'not_found'],
    ['id above the database maximum', 'GET', '/api/tasks/2147483648', {}, undefined, 404, 'not_found'],
    ['id above the safe integers', 'GET', '/api/tasks/9007199254740992', {}, undefined, 404, 'not_found'],
    ['id that is text', 'GET', '/api/tasks/abc', {}, undefined, 404, 'not_found'],
    ['id that is SQL', 'GET', '/api/tasks/1%20or%201=1', {}, undefined, 404, 'not_found'],
    ['id NUL', 'GET', '/api/tasks/%00', {}, undefined, 404, 'not_found'],
    ['no body', 'POST', '/api/tasks', {}, undefined, 400, 'invalid'],
    ['empty body', 'POST', '/api/tasks', JSON_TYPE, '', 400, 'invalid'],
    ['broken JSON', 'POST', '/api/tasks', JSON_TYPE, '{"title":', 400, 'invalid'],
    ['a list', 'POST', '/api/tasks', JSON_TYPE, '[]', 400, 'invalid'],
    ['null', 'POST', '/api/tasks', JSON_TYPE, 'null', 400, 'invalid'],
    ['deep JSON', 'POST', '/api/tasks', JSON_TYPE, '['.repeat(10_000) + ']'.repeat(10_000), 400, 'invalid'],
    ['deeper JSON', 'POST', '/api/tasks', JSON_TYPE, '{"a":'.repeat(200_000), 400, 'invalid'],
    [
      'plain text',
      'POST',
      '/api/tasks',
      { 'content-type': 'text/plain' },
      '{"title":"x"}',
      415,
      'unsupported_type',
    ],
    [
      'a form',
      'POST',
      '/api/tasks',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'title=x',
      415,
      'unsupported_type',
    ],
    [
      'a type with a tab',
      'POST',
      '/api/tasks',
      { 'content-type': 'application/json\ta' },
      '{"title":"x"}',
      415,
      'unsupported_type',
    ],
    [
      'too large',
      'POST',
      '/api/tasks',
      JSON_TYPE,
      JSON.stringify({ title: 'x'.repeat(2 ** 20) }),
      413,
      'too_large',
    ],
  ] as const)('rejects this bad request: %s', async (_what, method, path, headers, payload, status, code) => {
    const response = await send(method, path, headers, payload)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    const body = response.json<Record<string, unknown>>()
    expect(body).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(Object.keys(body).filter((key) => !['message', 'code', 'issues'].includes(key))).toEqual([])
  })

  test.each([
    ['GET', '/api/nothing', 'No such route.'],
    ['POST', '/api/tasks/1/nothing', 'No such route.'],
    ['GET', '/api/tasks/999999', 'Not found.'],
    ['PATCH', '/api/tasks/999999', 'Not found.'],
    ['DELETE', '/api/templates/999999', 'Not found.'],
  ] as const)('responds to %s %s with 404 and %j', async (method, path, message) => {
    const response = await send(method, path, JSON_TYPE, method === 'GET' ? undefined : '{}')
    expect([response.statusCode, response.json()]).toEqual([404, { code: codeOf(message), message }])
  })

  test('changed nothing during these bad requests', async () => {
    expect((await client.get('/api/tasks')).json()).toEqual([])
  })

  test('accepts a body of exactly the maximum size', async () => {
    const rest = 2 ** 20 - JSON.stringify({ title: 'x', unknown: '' }).length
    const payload = JSON.stringify({ title: 'x', unknown: 'y'.repeat(rest) })
    const response = await send('POST', '/api/tasks', JSON_TYPE, payload)
    expect(response.statusCode).toBe(201)
    await client.delete(`/api/tasks/${response.json<{ id: number }>().id}`)
  })

  test('lists every issue with its path, and uses the first one as the message', async () => {
    const response = await client.post('/api/tasks/priority/2/positions', {
      positions: [{ id: 'x', position: -1 }],
    })
    expect(response.statusCode).toBe(400)
    const { message, issues } = response.json<{
      message: string
      issues: { path: string; message: string }[]
    }>()
    expect(issues.map((issue) => issue.path)).toEqual(['positions.0.id', 'positions.0.position'])
    expect(message).toBe(issues[0]?.message)
  })

  test('drops keys that would modify the prototype', async () => {
    const payload = '{"title":"x","__proto__":{"priority":3},"constructor":{"prototype":{"priority":3}}}'
    const response = await send('POST', '/api/tasks', JSON_TYPE, payload)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ title: 'x', priority: LEVEL_DEFAULT })
    await client.delete(`/api/tasks/${response.json<{ id: number }>().id}`)
  })

  test.each([
    ['PUT', '/api/tasks', 'GET, HEAD, POST'],
    ['POST', '/api/tasks/1', 'DELETE, GET, HEAD, PATCH'],
    ['TRACE', '/api/tasks', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/tasks', 'GET, HEAD, POST'],
    ['GET', '/api/register', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['TRACE', '/', 'GET, HEAD'],
    ['POST', '/anywhere', 'GET, HEAD'],
  ] as const)('returns 405 for %s %s', async (method, path, allow) => {
    const response = await send(method, path)
    expect(response.statusCode).toBe(405)
    expect(response.headers['allow']).toBe(allow)
    expect(response.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  test('gives visitors and users the same response for unknown paths', async () => {
    expect((await server.visitor.get('/api/nothing')).statusCode).toBe(404)
    expect((await server.visitor.put('/api/tasks', {})).statusCode).toBe(405)
  })

  test('accepts a DELETE with a JSON content type and no body', async () => {
    const made = await client.post('/api/tasks', { title: 'x' })
    const response = await send('DELETE', `/api/tasks/${made.json<{ id: number }>().id}`, JSON_TYPE)
    expect(response.statusCode).toBe(204)
  })
})

describe('an unexpected failure', () => {
  test('returns a generic message and is logged with the request id', async () => {
    const server = await buildTestApp()
    const client = await signUp(server)
    await server.db.schema.dropTable('categories').execute()
    const response = await client.get('/api/categories')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      message: 'Something went wrong on the server. Try again in a moment.',
      code: 'internal',
    })
    const lines = server.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    const failure = lines.find((line) => line['level'] === 'error')
    const message = expect.stringMatching(/no such table: categories|relation "categories" does not exist/)
    expect(failure).toMatchObject({ err: { message }, request: expect.any(String) })
    const outcome = lines.find((line) => line['status'] === 500)
    expect(outcome).toMatchObject({ request: failure?.['request'], route: '/api/categories', method: 'GET' })
    await server.close()
  })

  test('with a read-only database, reads still work and writes get 503', async () => {
    const server = await buildTestApp()
    const client = await signUp(server)
    await forbidWrites(server.db)
    const response = await client.post('/api/tasks', { title: 'x' })
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toEqual({
      message: 'The database is unavailable. Nothing was changed. Try again in a moment.',
      code: 'unavailable',
    })
    expect((await client.get('/api/tasks')).json()).toEqual([])
    await server.close()
  })

  test('with a full disk, the error says so until space is freed', async () => {
    const server = await buildTestApp()
    const client = await signUp(server)
    const long = { title: 'x', notes: 'n'.repeat(50_000) }
    await fillDisk(server.db)
    const response = await client.post('/api/tasks', long)
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({
      code: 'disk_full',
      message: 'The server’s disk is full. Nothing was changed. Try again after space has been freed.',
    })
    await emptyDisk(server.db)
    expect((await client.post('/api/tasks', long)).statusCode).toBe(201)
    await server.close()
  })

  test('with an unavailable database, requests get 503 and /readyz reports it', async () => {
    const server = await buildTestApp()
    await server.db.destroy()
    const response = await server.visitor.get('/readyz')
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toMatchObject({ code: 'unavailable' })
    expect((await server.visitor.get('/healthz')).statusCode).toBe(200)
    await server.close()
  })
})

describe('the log', () => {
  test('has one line per request with the user and the route, and no request data', async () => {
    const server = await buildTestApp({ config: { logLevel: 'trace' } })
    const email = 'ada@example.com'
    const client = await signUp(server, email)
    const user = (await client.get('/api/auth/user')).json<{ id: string }>()
    server.log.length = 0
    const title = 'secret title\n{"level":"error","msg":"forged"}'
    await client.post('/api/tasks?token=hidden', { title })
    await client.post('/api/tasks', { title: 7, notes: 'secret notes' })
    await client.post('/api/login', { email, password: 'secret password' })
    const all = server.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    const lines = all.filter(({ msg }) => msg === 'request')
    expect(lines.map(({ route, status, method }) => [method, route, status])).toEqual([
      ['POST', '/api/tasks', 201],
      ['POST', '/api/tasks', 400],
      ['POST', '/api/login', 401],
    ])
    expect(lines[0]).toMatchObject({ user: user.id, request: expect.any(String), ms: expect.any(Number) })
    const written = server.log.join('')
    for (const text of ['secret', 'hidden', 'forged', email, client.cookie().split('=')[1] ?? '?']) {
      expect(written).not.toContain(text)
    }
    await server.close()
  })
})

describe('input that is not a valid request', () => {
  const tooLong = `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`
  test.each([
    ['headers that are too large', tooLong, 431, 'too_large'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid'],
    ['no HTTP at all', 'hello?\r\n\r\n', 400, 'invalid'],
  ])('gets an error in the standard format: %s', async (_, sent, status, code) => {
    const server = await buildTestApp({ config: { baseUrl: 'https://tasks.example.com' } })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as { port: number }
    const answer = await exchange(port, sent)
    await server.close()
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain('cache-control: no-store')
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toContain('strict-transport-security: max-age=31536000')
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({ message: expect.any(String), code })
  })
})

describe('slow clients', () => {
  const patience = {
    headers: 150,
    body: 150,
    drain: 150,
    reader: 5000,
    stall: 150,
    request: 2000,
    interval: 30,
  }

  test('are cut off while others get responses', async () => {
    const server = await buildTestApp({ patience: { ...patience, request: 600_000 } })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as { port: number }
    const heads = Array.from({ length: 50 }, () => trickle(port, 'GET / HTTP/1.1\r\nx-slow: '))
    const bodies = Array.from({ length: 50 }, (_, index) => {
      const type = index % 2 === 0 ? 'application/json' : 'Application/JSON'
      const head = `host: x\r\ncontent-type: ${type}\r\ncontent-length: 9999\r\n\r\n{"`
      return trickle(port, `POST /api/login HTTP/1.1\r\n${head}`)
    })
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    for (const answer of await Promise.all(heads)) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    for (const answer of await Promise.all(bodies)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"code":"too_slow"')
    }
    await server.close()
  })

  test('that declare a body over the limit do not crash the server', async () => {
    const faults: unknown[] = []
    const note = (fault: unknown) => faults.push(fault)
    process.prependListener('uncaughtException', note)
    const server = await buildTestApp({ patience })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as { port: number }
    const head = 'HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{"'
    expect(await trickle(port, `POST /api/login ${head}`)).toMatch(/^HTTP\/1\.1 413 /)
    await new Promise((resolve) => setTimeout(resolve, 2 * patience.body))
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    expect(faults).toEqual([])
    process.removeListener('uncaughtException', note)
    await server.close()
  })

  test('that keep sending after a rejection are cut off', async () => {
    const server = await buildTestApp({ patience: { ...patience, request: 600_000 } })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as { port: number }
    const head = 'HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 9999\r\n\r\n'
    const answers = ['POST /api/login', 'POST /api/tasks', 'POST /api/nothing', 'GET /healthz'].map((line) =>
      trickle(port, `${line} ${head}`),
    )
    expect((await Promise.all(answers)).map((answer) => answer.slice(9, 12))).toEqual([
      '415',
      '401',
      '404',
      '200',
    ])
    await server.close()
  })
})

/** Sends a string in one piece and returns the response when the connection closes. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

/** Sends a string in one piece, then a byte every 20 ms, and returns the response when the connection closes. */
function trickle(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket: Socket = connect(port, '127.0.0.1')
    socket.write(text)
    const drip = setInterval(() => socket.write('x'), 20)
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      resolve(answer)
    })
  })
}
