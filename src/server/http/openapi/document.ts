import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { z } from 'zod'

import packageJson from '../../../../package.json' with { type: 'json' }
import { ANSWER_HEADERS, type AnswerHeader, TAGS } from './call.ts'
import { describeRefusals } from './refusals.ts'
import { withoutUnused } from './unused.ts'
import { addWords } from './words.ts'

const DESCRIPTION = `
The web app uses these calls and no others.

**Signing in.** \`POST /api/login\` sets a session cookie. Send the cookie with every call, except calls that need no sign-in.

**Requests.** Bodies are JSON of at most 1 MB. Unknown fields are ignored. Lengths are counted in Unicode code points. A
string marked "Trimmed first" is trimmed before it is measured and stored. Other strings are measured and stored as sent.
Numbers in a query string are plain decimal digits. Writes must come from the app's own pages or from a program that sends
neither \`Origin\` nor \`Sec-Fetch-Site\`. Every \`GET\` except \`/api/logout\` also accepts \`HEAD\`.

**Retries.** Writes to tasks, attachments, categories, templates, the trash and settings accept an \`Idempotency-Key\`. A retry with the
same key never repeats the change.

**Responses.** Times are ISO 8601 UTC with milliseconds. Unset values are \`null\`; unset lists are \`[]\`. Ignore fields
you don't know, because new ones can be added. Another user's data is reported as not found.

**Errors.** Every failure returns an \`Error\`. Programs should check the \`code\` of an error; the \`message\` is for
people. An unknown path returns 404 \`no_such_route\`. An item that doesn't exist or belongs to another user returns 404
\`not_found\`. An unsupported method returns 405 \`method_not_allowed\`.
`.trim()

const LICENSE = { name: packageJson.license, identifier: packageJson.license }

/**
 * Collects every route registered after this call, for `documentOf` once the app is ready.
 * @param sessionCookie the name of the session cookie
 */
export async function installDocument(app: FastifyInstance, sessionCookie: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tenfold', version: packageJson.version, description: DESCRIPTION, license: LICENSE },
      servers: [{ url: '/', description: 'This server.' }],
      tags: [...TAGS],
      security: [{ session: [] }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        },
      },
    },
    convertConstToEnum: false,
    transform: describeRoute,
    transformObject: finish,
  })
}

export function documentOf(app: FastifyInstance): OpenAPIV3_1.Document {
  return app.swagger() as OpenAPIV3_1.Document
}

type Override = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

const OPTIONS = {
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }: Override) => {
      // Swagger's form of a response without a body.
      if (zodSchema._zod.def.type === 'undefined') jsonSchema.type = 'null'
      // New fields may be added to responses. A `format` makes the longer pattern redundant.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  },
}
const BYTES = { description: 'The file contents.' }

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

/** Returns header names in their usual case ("If-Match"); Node has them in lower case. */
function withUsualCase(headers: unknown): object | null {
  const { properties, ...schema } = (headers ?? {}) as { properties?: object }
  if (!properties) return null
  const usual = Object.entries(properties).map(([name, value]) => [
    name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    value,
  ])
  return { ...schema, properties: Object.fromEntries(usual) }
}

/** Returns the success responses of a route with their descriptions and headers. */
function describeSuccesses({ schema }: RouteOptions, response: unknown = {}): Record<string, object> {
  const bodies = Object.entries(response as Record<string, { content?: object; type?: string }>)
  return Object.fromEntries(
    bodies.map(([status, body]) => {
      const isComplete = body.content !== undefined || body.type === 'null'
      const answer = isComplete ? body : { content: { 'application/json': { schema: body } } }
      const isPage = body.content !== undefined && 'text/html' in body.content
      const headers = isPage ? {} : headersOf(schema?.answerHeaders, status)
      return [status, { ...answer, description: schema?.answer ?? 'Done.', headers }]
    }),
  )
}

/** Returns the headers of one status. Only redirects have `Location`. */
function headersOf(names: readonly AnswerHeader[] = [], status: string): Record<string, object> {
  const here = names.filter((name) => name !== 'Location' || status.startsWith('3'))
  return Object.fromEntries(here.map((name) => [name, { ...ANSWER_HEADERS[name] }]))
}

const finish: SwaggerTransformObject = (context) => {
  const document = withoutUnused(addComponents(context) as OpenAPIV3_1.Document)
  addWords(document)
  return document
}
