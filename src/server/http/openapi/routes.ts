import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import type { Call } from './call.ts'
import { documentOf } from './document.ts'
import { renderPage } from './page.ts'

const VISITORS = { forVisitors: true }

const openApiCalls = {
  document: {
    operationId: 'readDocument',
    tags: ['Server'],
    summary: 'Read the OpenAPI 3.1 document',
    description: 'Describes every call and schema for programs.',
    answer: 'The OpenAPI document.',
    response: { 200: z.looseObject({ openapi: z.string().describe('The OpenAPI version.') }) },
  },
  page: {
    operationId: 'showDocument',
    tags: ['Server'],
    summary: 'Read the API reference',
    description: 'The same description as in `GET /api/openapi.json`, for people.',
    answer: 'The API reference as an HTML page.',
    response: { 200: { content: { 'text/html': { schema: z.string() } } } },
  },
} as const satisfies Record<string, Call>

/** Serves the API description as JSON and as an HTML page. Both are public. */
export function openApiRoutes(app: FastifyInstance): void {
  let page: string | undefined

  app.get('/api/openapi.json', { config: VISITORS, schema: openApiCalls.document }, async () =>
    documentOf(app),
  )

  app.get('/api/docs', { config: VISITORS, schema: openApiCalls.page }, async (_request, reply) => {
    page ??= renderPage(documentOf(app))
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
