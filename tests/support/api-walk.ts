import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { expect } from 'vitest'
import { z } from 'zod'

import { documentOf } from '#server/http/openapi/document.ts'
import { type Operation, answersOf } from '#server/http/openapi/operations.ts'

import type { Client } from './build-app.ts'

/** The path parameters. */
export type Values = Record<string, string | number>

/** A schema in the API document. */
export type JsonSchema = z.core.JSONSchema.BaseSchema & { $ref?: string }

/** The parts of a documented request. */
export type Ask = {
  values?: Values
  /** Query parameters besides the required ones. */
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a documented request. The response must have a documented status, and a body that matches the document. */
export async function ask(
  app: FastifyInstance,
  client: Client,
  operation: Operation,
  { values, query, body, headers }: Ask = {},
): Promise<LightMyRequestResponse> {
  const response = await app.inject({
    method: operation.method as InjectOptions['method'],
    url: fillPath(operation.path, values) + queryOf(operation, query),
    headers: { cookie: client.cookie(), ...headers },
    ...(body !== undefined && { payload: body as InjectOptions['payload'] }),
  })
  expectDocumented(app, operation, response)
  return response
}

/** Returns the path with its parameters filled in. */
export function fillPath(path: string, values: Values = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${path} needs a value for ${name}`)
    return String(value)
  })
}

/** Returns a call's query: the required parameters with their example values, and the given ones. */
function queryOf({ call }: Operation, given: Record<string, string> = {}): string {
  const parameters = (call.parameters ?? []) as OpenAPIV3_1.ParameterObject[]
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  const examples = required.map(({ name, schema }) => [name, String((schema as JsonSchema).examples?.[0])])
  const query = new URLSearchParams({ ...Object.fromEntries(examples), ...given })
  return query.size === 0 ? '' : `?${String(query)}`
}

/** Returns the schema of a call's JSON body, or null if the call accepts none. */
export function bodySchema(app: FastifyInstance, { call }: Operation): JsonSchema | null {
  const body = call.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  const schema = body?.content['application/json']?.schema as JsonSchema | undefined
  return schema ? resolve(app, schema) : null
}

/** Resolves a reference. */
export function resolve(app: FastifyInstance, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (documentOf(app).components?.schemas?.[name] as JsonSchema)
}

/** Compiles a schema of the document. Unknown fields are errors. */
export function toZod(app: FastifyInstance, schema: JsonSchema): z.ZodType {
  const known = zodSchemas.get(schema)
  if (known) return known
  const whole = { ...schema, $defs: documentOf(app).components?.schemas }
  const made = z.fromJSONSchema(closed(whole) as Parameters<typeof z.fromJSONSchema>[0])
  zodSchemas.set(schema, made)
  return made
}

/** Caches the compiled schemas: compiling takes longer than a call. */
const zodSchemas = new WeakMap<JsonSchema, z.ZodType>()

function expectDocumented(
  app: FastifyInstance,
  operation: Operation,
  { statusCode, headers, body }: LightMyRequestResponse,
): void {
  const answers = Object.fromEntries(answersOf(operation))
  expect(Object.keys(answers)).toContain(String(statusCode))
  const [type, media] = Object.entries(answers[statusCode]?.content ?? {})[0] ?? []
  if (type === undefined) expect(body).toBe('')
  else if (isText(type)) expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
  else if (type !== '*/*') expect(headers['content-type']).toBe(type)
  if (type !== 'application/json') return
  const { error } = toZod(app, media?.schema as JsonSchema).safeParse(JSON.parse(body))
  expect(error && z.prettifyError(error)).toBeUndefined()
}

/** Resolves references within the schema, and forbids unknown fields in objects, except in the parts of an `allOf`. */
function closed(value: unknown, isPart = false): unknown {
  if (Array.isArray(value)) return value.map((one) => closed(one, isPart))
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(value)) {
    const isReference = key === '$ref' && typeof one === 'string'
    copy[key] = isReference ? one.replace('#/components/schemas/', '#/$defs/') : closed(one, key === 'allOf')
  }
  return 'properties' in copy && !('additionalProperties' in copy) && !isPart
    ? { ...copy, additionalProperties: false }
    : copy
}

function isText(type: string): boolean {
  return type.startsWith('text/') || type === 'application/json'
}
