import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { z } from 'zod'

import packageJson from '../../../package.json' with { type: 'json' }
import { sessionCookieName } from '../auth/session-cookie.ts'
import type { Config } from '../config.ts'
import { ANSWER_HEADERS, type AnswerHeader, TAGS } from './call.ts'
import { describeRefusals } from './refusals.ts'
import { withoutUnused } from './unused.ts'

const DESCRIPTION = `
Everything the program does, it does through these calls.

**Signing in.** \`POST /api/login\` sets a session cookie; send it with every call. Calls that are open to visitors say so.

**Requests.** Bodies are JSON of at most 1 MB; unknown fields are ignored. Lengths count code points. A change must come
from our own pages or from a program, which sends neither \`Origin\` nor \`Sec-Fetch-Site\`. Every \`GET\` answers \`HEAD\`
too, but \`/api/logout\`.

**Answers.** Times are ISO 8601 UTC with milliseconds. What is not set is \`null\`, a list that is not set \`[]\`. An answer
may get new fields: ignore those you do not know. What is not yours answers as if it did not exist.

**Errors.** Every answer that is not a success is an \`Error\`. Its \`code\` is for programs and its \`message\` for people. An
unknown path answers 404 \`not_found\`, another method 405 \`method_not_allowed\`.
`.trim()

/** Collects every route that is registered from now on; `app.swagger()` is the document of them, once the app is ready. */
export async function installDocument(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tenfold', version: packageJson.version, description: DESCRIPTION },
      servers: [{ url: '/', description: 'The server this was read from.' }],
      tags: [...TAGS],
      security: [{ session: [] }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(config) },
        },
      },
    },
    convertConstToEnum: false,
    transform: describeRoute,
    transformObject: finish,
  })
}

/** The document of the app's routes. */
export function documentOf(app: FastifyInstance): OpenAPIV3_1.Document {
  return app.swagger() as OpenAPIV3_1.Document
}

type Override = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

const OPTIONS = {
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }: Override) => {
      // What Swagger takes for an answer without a body.
      if (zodSchema._zod.def.type === 'undefined') jsonSchema.type = 'null'
      // An answer may get new fields, and a format says it shorter than its pattern.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  },
}
const BYTES = { description: 'The bytes of the file.' }

const toJsonSchemas = createJsonSchemaTransform(OPTIONS)
const addComponents = createJsonSchemaTransformObject(OPTIONS)

const describeRoute: SwaggerTransform = (context) => {
  const { route, url } = context
  if (url.includes('*')) return { url, schema: { hide: true } }
  const { schema } = toJsonSchemas({ ...context, schema: route.schema ?? {} })
  const headers = withUsualCase(schema.headers)
  const response = { ...describeSuccesses(route, schema.response), ...describeRefusals(route) }
  const upload = route.config?.isUpload && { body: { content: { '*/*': { schema: BYTES } } } }
  const security = route.config?.forVisitors ? [] : undefined
  return { url, schema: { ...schema, ...(headers && { headers }), ...upload, response, security } }
}

/** Node has the names of headers in lower case; people write 'If-Match'. */
function withUsualCase(headers: unknown): object | null {
  const { properties, ...schema } = (headers ?? {}) as { properties?: object }
  if (!properties) return null
  const usual = Object.entries(properties).map(([name, value]) => [
    name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    value,
  ])
  return { ...schema, properties: Object.fromEntries(usual) }
}

/** What a route answers when all goes well, with its sentence and its headers. */
function describeSuccesses({ schema }: RouteOptions, response: unknown = {}): Record<string, object> {
  const bodies = Object.entries(response as Record<string, { content?: object; type?: string }>)
  return Object.fromEntries(
    bodies.map(([status, body]) => {
      const isComplete = body.content !== undefined || body.type === 'null'
      const answer = isComplete ? body : { content: { 'application/json': { schema: body } } }
      const headers = headersOf(schema?.answerHeaders, status)
      return [status, { ...answer, description: schema?.answer ?? 'Done.', headers }]
    }),
  )
}

/** `Location` comes with those that send on. */
function headersOf(names: readonly AnswerHeader[] = [], status: string): Record<string, object> {
  const here = names.filter((name) => name !== 'Location' || status.startsWith('3'))
  return Object.fromEntries(here.map((name) => [name, { ...ANSWER_HEADERS[name] }]))
}

const finish: SwaggerTransformObject = (context) =>
  withoutUnused(addComponents(context) as OpenAPIV3_1.Document)
