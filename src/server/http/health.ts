import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'

import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from '../context.ts'
import { type Calls, tagged } from './openapi/call.ts'

const well = z.object({ status: z.literal('ok').describe('Always `ok`.') })

const VISITORS = { forVisitors: true }

const healthCalls = tagged('Server', {
  isUp: {
    operationId: 'isUp',
    summary: 'Check that the server is running',
    description: 'Does not check the database.',
    answer: 'The server is running.',
    response: { 200: well },
  },
  isReady: {
    operationId: 'isReady',
    summary: 'Check that the server and its database are ready',
    description: 'Returns 503 while the database does not respond.',
    answer: 'The server is ready.',
    response: { 200: well },
  },
} as const satisfies Calls)

/** Serves `GET /healthz` (the process is up) and `GET /readyz` (the database responds). */
export function healthRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get('/healthz', { logLevel: 'warn', config: VISITORS, schema: healthCalls.isUp }, async () => ({
    status: 'ok',
  }))

  app.get('/readyz', { logLevel: 'warn', config: VISITORS, schema: healthCalls.isReady }, async (request) => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      request.log.warn({ err: error }, 'database not responding')
      throw new TenfoldError('unavailable', 'The database is not responding. Try again in a moment.')
    }
    return { status: 'ok' }
  })
}
