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
    summary: 'Read this description as OpenAPI 3.1',
    answer: 'The document.',
    response: { 200: z.looseObject({ openapi: z.string() }) },
  },
  page: {
    operationId: 'showDocument',
    tags: ['Server'],
    summary: 'Read this description as a page',
    answer: 'The page.',
    response: { 200: { content: { 'text/html': { schema: z.string() } } } },
  },
} as const satisfies Record<string, Call>

/** The description of every call, for programs and for people. It says nothing that the source does not. */
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
