import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ErrorBody } from '#domain/error.ts'
import { type Things, bodyFor, everythingOf, makeThings, valuesFor } from '#tests/support/api-cases.ts'
import { type JsonSchema, ask, bodySchema, resolve, toZod } from '#tests/support/api-walk.ts'
import { type Client, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'

import { documentOf } from './document.ts'
import { type Operation, operationsOf } from './operations.ts'

const provider = await startOidcProvider()
const server = await buildTestApp({ config: { oidc: provider.settings } })
afterAll(async () => {
  await server.close()
  await provider.close()
})

const { app } = server
const withBody = operationsOf(documentOf(app))
  .filter((operation) => bodySchema(app, operation) !== null)
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

let ada: Client
let adas: Things
beforeAll(async () => {
  ada = await signUp(server, 'ada@example.com')
  adas = await makeThings(ada)
})

const send = (operation: Operation, body: unknown, type = 'application/json') =>
  ask(app, ada, operation, {
    values: valuesFor(operation, adas),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': type },
  })

async function expectUnchanged(run: () => Promise<void>): Promise<void> {
  const before = await everythingOf(ada, adas)
  await run()
  expect(await everythingOf(ada, adas)).toBe(before)
}

describe.each(withBody)('the body of %s', (_, operation) => {
  const schema = bodySchema(app, operation)
  const isList = schema?.type === 'array'
  const object = isList ? resolve(app, schema.items as JsonSchema) : schema
  const fields = Object.entries(object?.properties ?? {}) as [string, JsonSchema][]
  /** Returns a valid body with changed fields. */
  const bodyWith = (wrong: object) => {
    const right = bodyFor(operation, adas)
    return Array.isArray(right) ? [{ ...right[0], ...wrong }] : { ...(right as object), ...wrong }
  }

  it('is JSON', async () => {
    await expectUnchanged(async () => {
      const right = JSON.stringify(bodyFor(operation, adas))
      const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
      for (const body of ['', '{', deep, `{"a":${deep}`, 'null', '5', `${right}}`, '"text"'])
        expect([body.slice(0, 20), (await send(operation, body)).statusCode]).toEqual([
          body.slice(0, 20),
          400,
        ])
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json\ta'])
        expect([400, 415]).toContain((await send(operation, right, type)).statusCode)
      expect((await send(operation, `${right}${' '.repeat(2 ** 20)}`)).statusCode).toBe(413)
    })
  })

  it('rejects values that the document excludes', async () => {
    await expectUnchanged(async () => {
      for (const [field, value] of fields.flatMap(excludedFrom)) {
        const response = await send(operation, bodyWith({ [field]: value }))
        const shown = `${field}: ${JSON.stringify(value).slice(0, 40)}`
        expect([shown, response.statusCode]).toEqual([shown, 400])
        const paths = (response.json<ErrorBody>().issues ?? []).map((issue) => issue.path)
        expect(paths).not.toHaveLength(0)
        for (const path of paths) expect(path.split('.')[isList ? 1 : 0]).toBe(field)
      }
    })
  })

  it('describes wrong values at any depth in its own words', async () => {
    for (const body of bodiesWithWrongValue(bodyFor(operation, adas))) {
      const response = await send(operation, body)
      if (response.statusCode !== 400) continue
      const messages = (response.json<ErrorBody>().issues ?? []).map(({ message }) => message)
      expect(messages.filter((message) => LIBRARY_MESSAGE.test(message))).toEqual([])
    }
  })

  it('rejects a missing required field', async () => {
    await expectUnchanged(async () => {
      for (const field of object?.required ?? [])
        expect((await send(operation, bodyWith({ [field]: undefined }))).statusCode).toBe(400)
    })
  })
})

/** Returns invalid values for a field: just outside its limits and of wrong types. */
function excludedFrom([field, type]: [string, JsonSchema]): [string, unknown][] {
  const limits = [type, ...((type.anyOf ?? []) as JsonSchema[])].flatMap((one) => [
    ...(one.minimum === undefined ? [] : [one.minimum - 1]),
    ...(one.maximum === undefined ? [] : [one.maximum + 1]),
    ...(one.maxLength === undefined ? [] : ['x'.repeat(one.maxLength + 1), '😀'.repeat(one.maxLength + 1)]),
    ...(one.maxItems === undefined ? [] : [Array.from({ length: one.maxItems + 1 }, () => 'x')]),
  ])
  // Objects ignore unknown fields.
  const odd = [
    ...(type.type === 'object' ? [] : [{ nested: 1 }]),
    [[]],
    [null],
    'text',
    '',
    5,
    1.5,
    true,
    null,
  ]
  const schema = toZod(app, type)
  return [...limits, ...odd]
    .filter((value) => !schema.safeParse(value).success)
    .map((value) => [field, value])
}

const LIBRARY_MESSAGE = /^(?:Invalid|Too|Unrecognized|Expected)/

/** Returns copies of a body, each with one value at any depth replaced by a wrong one. */
function bodiesWithWrongValue(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, one]) => {
    const put = (value: unknown) =>
      Array.isArray(body) ? body.with(Number(name), value) : { ...body, [name]: value }
    return [5, 'text', true, null, [], {}, ...bodiesWithWrongValue(one)].map(put)
  })
}
