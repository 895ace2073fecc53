import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { TenfoldError } from '#domain/error.ts'

import type { AppContext } from './context.ts'

/** `GET /healthz`: the process is up. `GET /readyz`: the database answers too. */
export function healthRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { logLevel: 'warn' }, async (request) => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      throw new TenfoldError('unavailable', 'The database does not answer.')
    }
    return { status: 'ok' }
  })
}
