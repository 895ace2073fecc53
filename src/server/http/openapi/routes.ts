import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { z } from 'zod'

import { type Calls, tagged } from './call.ts'
import { type Encoding, encodingOf, pack } from '../packing.ts'
import { documentOf } from './document.ts'
import { policyWith } from '../security-headers.ts'
import { PAGE_STYLE } from './page-style.ts'
import { renderPage } from './page.ts'

const VISITORS = { forVisitors: true }

const openApiCalls = tagged('Server', {
  document: {
    operationId: 'readDocument',
    summary: 'Read the OpenAPI 3.1 document',
    description: 'Describes every call and schema in machine-readable form.',
    answer: 'The OpenAPI document.',
    response: { 200: z.looseObject({ openapi: z.string().describe('The OpenAPI version.') }) },
  },
  page: {
    operationId: 'showDocument',
    summary: 'Read the API reference',
    description: 'The human-readable version of `GET /api/openapi.json`.',
    answer: 'The API reference as an HTML page.',
    response: { 200: { content: { 'text/html': { schema: z.string() } } } },
  },
} as const satisfies Calls)

/** Serves the API description as JSON and as an HTML page, both public. */
export function openApiRoutes(app: FastifyInstance): void {
  const sendJson = sender('application/json; charset=utf-8', () => JSON.stringify(documentOf(app)))
  const sendPage = sender(
    'text/html; charset=utf-8',
    () => renderPage(documentOf(app)),
    policyWith(PAGE_STYLE),
  )
  app.get('/api/openapi.json', { config: VISITORS, schema: openApiCalls.document }, sendJson)
  app.get('/api/docs', { config: VISITORS, schema: openApiCalls.page }, sendPage)
}

/** Returns a handler that sends a document, rendered once and compressed once per encoding. */
function sender(type: string, render: () => string, policy?: string): RouteHandlerMethod {
  let text: string | undefined
  const bodies = new Map<Encoding, Promise<Buffer>>()
  return async ({ headers }, reply) => {
    text ??= render()
    reply.type(type).header('vary', 'accept-encoding')
    if (policy) reply.header('content-security-policy', policy)
    const encoding = encodingOf(headers['accept-encoding'])
    if (!encoding) return Buffer.from(text)
    const body = bodies.get(encoding) ?? pack(encoding, text)
    bodies.set(encoding, body)
    return reply.header('content-encoding', encoding).send(await body)
  }
}
