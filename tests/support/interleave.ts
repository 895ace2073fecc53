import { setImmediate } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'

import { buildApp } from '#server/app.ts'
import { connectPostgres } from '#server/db/postgres.ts'
import { settleEffects } from '#server/run/execute.ts'

import type { TestApp } from './build-app.ts'

/**
 * Starts another server on the test's database. On this server, other requests run before every statement returns, as
 * with a database on another machine. Otherwise SQLite is so fast that requests run one after the other, and no test would
 * detect a missing transaction. On PostgreSQL, the server has its own connections.
 */
export async function buildInterleavedApp(test: TestApp): Promise<FastifyInstance> {
  const { files, config, clock, databaseUrl, passwordCosts } = test
  const own = databaseUrl === null ? null : connectPostgres(databaseUrl)
  const db = (own ?? test.db).withPlugin(lettingOthersRun)
  const context = { db, files, config, clock, pages: null }
  const app = await buildApp(context, { passwordCosts, logStream: { write: () => undefined } })
  app.addHook('onClose', () => own?.destroy())
  await app.ready()
  await settleEffects()
  return app
}

const lettingOthersRun: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await setImmediate()
    return result
  },
}
