import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { Validator } from '@seriousme/openapi-schema-validator'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, describe, expect, it, test } from 'vitest'

import { ERROR_STATUS, type ErrorCode } from '#domain/error.ts'
import type { Pages } from '../../context.ts'
import { buildTestApp } from '#tests/support/build-app.ts'

import packageJson from '../../../../package.json' with { type: 'json' }
import { MEANINGS } from './refusals.ts'
import { TAGS } from './call.ts'
import { documentOf } from './document.ts'
import { answersOf, operationsOf } from './operations.ts'

const PAGES: Pages = { html: async () => '<!doctype html>', assetsFolder: null }
const server = await buildTestApp({ pages: PAGES })
afterAll(() => server.close())

const document = documentOf(server.app)
const operations = operationsOf(document)
const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

/** Returns the routes in Fastify's router, one per method, except HEAD and the catch-all route of the pages. */
function registeredRoutes(): string[] {
  const routes: string[] = []
  const parents: string[] = []
  for (const line of server.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    parents[depth] = path
    const whole = parents.slice(0, depth + 1).join('')
    if (whole.includes('*')) continue
    for (const method of methods.split(', ')) if (method) routes.push(`${method} ${whole}`)
  }
  return routes.filter((route) => !route.startsWith('HEAD '))
}

describe('the document', () => {
  test('is public and matches the registered routes', async () => {
    const response = await server.visitor.get('/api/openapi.json')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('is valid OpenAPI 3.1', async () => {
    const checked = await new Validator().validate(structuredClone(document))
    expect(checked.errors).toBeUndefined()
    expect(checked.valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
  })

  test('describes exactly the registered routes', () => {
    const documented = operations.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    )
    expect(registeredRoutes()).toContain('POST /api/tasks/priority/:level/positions')
    expect(documented.toSorted()).toEqual(registeredRoutes().toSorted())
  })

  test('registers HEAD for every GET except /api/logout', () => {
    const gets = operations.filter(({ method }) => method === 'GET')
    const without = gets.filter(
      ({ path }) => !server.app.hasRoute({ method: 'HEAD', url: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
    )
    expect(without.map(({ path }) => path)).toEqual(['/api/logout'])
  })

  test('has the version of the package and no host name', () => {
    expect(document.info.version).toBe(packageJson.version)
    expect(document.servers?.map(({ url }) => url)).toEqual(['/'])
    expect(JSON.stringify(document)).not.toMatch(/localhost|127\.0\.0\.1|:3000|\/tmp\//)
  })

  test.each(['/api/openapi.json', '/api/docs'])('is sent compressed at %s', async (path) => {
    const plain = await server.visitor.get(path, { 'accept-encoding': 'identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await server.visitor.get(path, { 'accept-encoding': encoding })
      expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(response.headers['content-type']).toBe(plain.headers['content-type'])
      expect(unpack(response.rawPayload).toString()).toBe(plain.body)
      expect(response.rawPayload.length).toBeLessThan(plain.body.length / 4)
    }
  })

  test('has the name of the server’s session cookie', async () => {
    const scheme = document.components?.securitySchemes?.['session']
    expect(scheme).toEqual({ type: 'apiKey', in: 'cookie', name: 'tenfold_session' })
    const https = await buildTestApp({ config: { baseUrl: 'https://tasks.example.com' } })
    expect(documentOf(https.app).components?.securitySchemes?.['session']).toMatchObject({
      name: '__Host-tenfold_session',
    })
    await https.close()
  })

  test('has exactly the schemas that it references', () => {
    const text = JSON.stringify(document)
    const names = Object.keys(document.components?.schemas ?? {})
    const used = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(new Set(names)).toEqual(new Set(used))
  })

  test('gives each operation a unique id', () => {
    const names = operations.map(({ call }) => call.operationId)
    expect(names.every((name) => /^[a-z][A-Za-z]+$/.test(name ?? ''))).toBe(true)
    expect(new Set(names).size).toBe(names.length)
  })

  test('lists 429 among the responses of each change', () => {
    // Signing out has neither a queue nor a rate limit.
    const changes = operations.filter(
      ({ method, call }) => method !== 'GET' && call.operationId !== 'signOut',
    )
    const silent = changes.filter((one) => !answersOf(one).some(([status]) => status === '429'))
    expect(silent.map(({ call }) => call.operationId)).toEqual([])
  })

  test('lists the time zone header for each operation that can move a date of a series', () => {
    const zoned = operations.filter(({ call }) =>
      (call.parameters ?? []).some(
        (parameter) => 'name' in parameter && parameter.name.toLowerCase() === 'x-time-zone',
      ),
    )
    const names = ['changeDates', 'changeTask', 'changeTasks', 'pushDown', 'swapTasks']
    expect(new Set(zoned.map(({ call }) => call.operationId))).toEqual(new Set(names))
  })

  test('explains every error code', () => {
    expect(Object.keys(MEANINGS).toSorted()).toEqual(Object.keys(ERROR_STATUS).toSorted())
  })
})

describe.each(named)('%s', (_, operation) => {
  const { path, call } = operation
  const answers = answersOf(operation)

  it('has a summary, one tag and a description of each response', () => {
    expect(call.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(call.tags).toHaveLength(1)
    expect(TAGS.map((tag) => tag.name)).toContain(call.tags?.[0])
    for (const [, answer] of answers) expect(answer.description).toMatch(/^[`A-Z].+\.$/)
  })

  it('describes every path parameter', () => {
    const parameters = (call.parameters ?? []) as OpenAPIV3_1.ParameterObject[]
    const described = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(described).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  })

  it('describes at least one success response', () => {
    const successes = answers.filter(([status]) => Number(status) < 400)
    expect(successes.map(([status]) => status)).not.toHaveLength(0)
    for (const [status, { content }] of successes)
      expect(content === undefined).toBe(['204', '302', '303', '304'].includes(status))
  })

  it('describes each error status with its codes', () => {
    const errors = answers.filter(([status]) => Number(status) >= 400)
    expect(errors.map(([status]) => status)).toEqual(expect.arrayContaining(['500', '503']))
    for (const [status, { content }] of errors) {
      const schema = content?.['application/json']?.schema as { allOf?: object[] } | undefined
      const [reference, narrowed] = schema?.allOf ?? []
      expect(reference).toEqual({ $ref: '#/components/schemas/Error' })
      const { code } = (narrowed as { properties: { code: { enum: ErrorCode[] } } }).properties
      expect(code.enum).not.toHaveLength(0)
      for (const one of code.enum) expect(ERROR_STATUS[one]).toBe(Number(status))
    }
  })
})
