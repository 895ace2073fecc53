import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'

import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from './context.ts'
import type { Call } from './openapi/call.ts'

const well = z.object({ status: z.literal('ok') })

const VISITORS = { forVisitors: true }

const healthCalls = {
  isUp: {
    operationId: 'isUp',
    tags: ['Server'],
    summary: 'Ask whether the program runs',
    answer: 'It does.',
    response: { 200: well },
  },
  isReady: {
    operationId: 'isReady',
    tags: ['Server'],
    summary: 'Ask whether the database answers too',
    answer: 'It does.',
    response: { 200: well },
  },
} as const satisfies Record<string, Call>

/** `GET /healthz`: the process is up. `GET /readyz`: the database answers too. */
export function healthRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get('/healthz', { logLevel: 'warn', config: VISITORS, schema: healthCalls.isUp }, async () => ({
    status: 'ok',
  }))

  app.get('/readyz', { logLevel: 'warn', config: VISITORS, schema: healthCalls.isReady }, async (request) => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      throw new TenfoldError('unavailable', 'The database does not answer.')
    }
    return { status: 'ok' }
  })
}
