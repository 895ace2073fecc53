import { randomUUID } from 'node:crypto'

import { createParser } from 'eventsource-parser'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, describe, expect, it, test } from 'vitest'

import { bodyFor, makeThings, valuesFor } from '#tests/support/api-cases.ts'
import { type JsonSchema, ask, bodySchema, resolve, toZod } from '#tests/support/api-walk.ts'
import { buildTestApp, signUp } from '#tests/support/build-app.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'

import { changeMessage, snapshotMessage } from '../../events/messages.ts'
import { documentOf } from './document.ts'
import { type Operation, answersOf, operationsOf } from './operations.ts'
import { renderPage } from './page.ts'

const provider = await startOidcProvider()
const server = await buildTestApp({
  pages: { html: async () => '<!doctype html>', assetsFolder: null },
  config: { oidc: provider.settings },
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const { app } = server
const document = documentOf(app)
const operations = operationsOf(document)
const named = operations.map((one) => [`${one.method} ${one.path}`, one] as const)
const withBody = named.filter(([, { call }]) => call.requestBody)

/** Returns every reference in a part of the document. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    key === '$ref' && typeof one === 'string' ? [one] : refsIn(one),
  )
}

/** Returns every field of a schema and of its nested objects by path. */
function fieldsOf(schema: JsonSchema, path = ''): [path: string, schema: JsonSchema][] {
  const known = resolve(app, schema)
  const own = Object.entries((known.properties ?? {}) as Record<string, JsonSchema>).flatMap(
    ([name, field]): [string, JsonSchema][] => [
      [`${path}${name}`, field],
      ...fieldsOf(field, `${path}${name}.`),
    ],
  )
  const inner = [known.items, ...(known.anyOf ?? [])].filter((one) => one !== undefined)
  return [...own, ...inner.flatMap((one) => fieldsOf(one as JsonSchema, path))]
}

/** Parses the events of a stream. */
function messagesOf(text: string) {
  const messages: { event?: string | undefined; id?: string | undefined; data: string }[] = []
  createParser({ onEvent: (message) => messages.push(message) }).feed(text)
  return messages
}

describe('the document', () => {
  test('has a schema for every reference', () => {
    const refs = new Set(refsIn(document))
    expect(refs.size).toBeGreaterThan(10)
    const schemas = Object.keys(document.components?.schemas ?? {})
    for (const ref of refs) expect(schemas.map((name) => `#/components/schemas/${name}`)).toContain(ref)
  })

  test('references only schemas that exist', () => {
    const schemas = Object.keys(document.components?.schemas ?? {})
    const texts = [document.info.description ?? '', ...operations.map(({ call }) => call.description ?? '')]
    const names = texts.flatMap((text) => [...text.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)*)`/g)])
    const known = new Set([...schemas, 'Origin', 'Referer', 'Location', 'Allow'])
    expect(names.length).toBeGreaterThan(0)
    for (const [, name = ''] of names) expect([...known]).toContain(name)
  })

  test('explains trimming and unknown paths', () => {
    expect(document.info.description).toMatch(/trimmed before it is measured/)
    expect(document.info.description).toContain('`no_such_route`')
  })
})

describe.each(named)('%s', (_, { call }) => {
  it('has a summary and a description', () => {
    expect(call.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(call.description).toMatch(/^[A-Z`].{8,}\.$/s)
  })

  it('describes every parameter', () => {
    for (const { name, description } of (call.parameters ?? []) as OpenAPIV3_1.ParameterObject[])
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z`].{8,}\.$/s)])
  })
})

describe.each(withBody)('the body of %s', (_, operation) => {
  const body = operation.call.requestBody as OpenAPIV3_1.RequestBodyObject
  const [type = '', media] = Object.entries(body.content)[0] ?? []

  it('describes every field', () => {
    const fields = fieldsOf((media?.schema ?? {}) as JsonSchema)
    if (type === 'application/json') expect(fields).not.toHaveLength(0)
    for (const [path, { description }] of fields)
      expect([path, description]).toEqual([path, expect.stringMatching(/^[A-Z`].{8,}\.$/s)])
  })

  it('has a valid example, which the page shows', () => {
    expect(media?.example).toBeDefined()
    if (type !== 'application/json') return
    const { error } = toZod(app, media?.schema as JsonSchema).safeParse(media?.example)
    expect(error).toBeUndefined()
    const [, article = ''] = renderPage(document).split(`<article id="${operation.call.operationId}">`)
    const [first = ''] = Object.keys([media?.example].flat()[0] as object)
    expect(article.split('</article>')[0]).toMatch(new RegExp(`<pre>[^<]*&#34;${first}&#34;:`))
  })
})

describe.each(named)('the responses of %s', (_, operation) => {
  const bodies = answersOf(operation).flatMap(([status, { content }]) =>
    Object.entries(content ?? {}).flatMap(([type, media]) =>
      type === 'application/json' ? [[status, media] as const] : [],
    ),
  )

  it('describe every field', () => {
    for (const [status, { schema }] of bodies)
      for (const [path, { description }] of Number(status) < 400 ? fieldsOf(schema as JsonSchema) : [])
        expect([path, description]).toEqual([path, expect.stringMatching(/^[A-Z`].+\.$/s)])
  })

  it('have a valid example', () => {
    for (const [status, { schema, example }] of bodies) {
      expect([status, example]).toEqual([status, expect.anything()])
      expect(toZod(app, schema as JsonSchema).safeParse(example).error).toBeUndefined()
    }
  })
})

describe('a string in a body', () => {
  const texts = withBody.flatMap(([name, operation]) => {
    const schema = bodySchema(app, operation)
    const object = schema?.type === 'array' ? resolve(app, schema.items as JsonSchema) : schema
    return Object.entries((object?.properties ?? {}) as Record<string, JsonSchema>).flatMap(
      ([field, one]) => {
        const limits = [one, ...((one.anyOf ?? []) as JsonSchema[])].flatMap(
          ({ maxLength }) => maxLength ?? [],
        )
        return limits.map((max) => [name, field, max, operation, one.description ?? ''] as const)
      },
    )
  })

  it.each(texts)('is trimmed only if its description says so: %s %s (at most %i)', async (...text) => {
    const [, field, max, operation, description] = text
    const longest = field === 'email' ? `a@${'x'.repeat(max - 2)}` : 'x'.repeat(max)
    // Some requests end the session, so each case has its own user.
    const client = await signUp(server)
    const things = await makeThings(client)
    const right = bodyFor(operation, things)
    const isNew = operation.call.operationId === 'register'
    const change = { ...(isNew && { email: `${randomUUID()}@example.com` }), [field]: ` ${longest} ` }
    const sent = Array.isArray(right) ? [{ ...right[0], ...change }] : { ...(right as object), ...change }
    const values = valuesFor(operation, things)
    const response = await ask(app, client, operation, { values, body: sent })
    const isTaken = response.statusCode < 300
    expect([isTaken, response.body]).toEqual([description.includes('Trimmed first'), response.body])
  })
})

describe('the stream of events', () => {
  const { call } = operations.find((one) => one.path === '/api/events') as Operation
  const answer = call.responses?.['200'] as OpenAPIV3_1.ResponseObject
  const schema = answer.content?.['text/event-stream']?.schema as JsonSchema & {
    'x-events': Record<string, { description: string; data: JsonSchema }>
    examples: string[]
  }
  const events = schema['x-events']

  it.each([
    { number: 1, kind: 'task', id: 7, version: 3 },
    { number: 2, kind: 'task', id: 7, deleted: true },
    { number: 3, kind: 'category', id: 'Garden' },
    { number: 4, kind: 'template', id: 5, version: 1 },
  ] as const)('describes the message of %j', (change) => {
    const [message] = messagesOf(changeMessage(change))
    expect(Object.keys(events)).toContain(message?.event)
    const { error } = toZod(app, events['change']?.data ?? {}).safeParse(JSON.parse(message?.data ?? ''))
    expect(error).toBeUndefined()
    expect(events['change']?.data).toEqual({ $ref: '#/components/schemas/Change' })
  })

  it('describes the snapshot message', () => {
    const [message] = messagesOf(snapshotMessage(9))
    expect(message?.event).toBe('snapshot')
    const { error } = toZod(app, events['snapshot']?.data ?? {}).safeParse(JSON.parse(message?.data ?? ''))
    expect(error).toBeUndefined()
  })

  it('has a valid example of each message', () => {
    const messages = messagesOf(schema.examples.join(''))
    expect(new Set(messages.map(({ event }) => event))).toEqual(new Set(Object.keys(events)))
    for (const { event = '', data, id } of messages) {
      expect(id).toMatch(/^\d+$/)
      expect(toZod(app, events[event]?.data ?? {}).safeParse(JSON.parse(data)).error).toBeUndefined()
    }
  })

  it('is shown on the page with its messages', () => {
    const [, article = ''] = renderPage(document).split('<article id="listen">')
    expect(article.split('</article>')[0]).toMatch(
      /<a href="#schema-Change">Change<.*event: snapshot.*<pre>/s,
    )
  })

  it('describes every field of a change', () => {
    const fields = fieldsOf({ $ref: '#/components/schemas/Change' })
    expect(fields.map(([path]) => path).toSorted()).toEqual(['deleted', 'id', 'kind', 'version'])
    for (const [, { description }] of fields) expect(description).toMatch(/^[A-Z`].{8,}\.$/s)
  })
})
