import { setImmediate } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'

import { buildApp } from '#server/app.ts'

import type { TestApp } from './build-app.ts'

/**
 * A second server upon the test's database, in which every statement lets other requests run before it answers, as a
 * database on another machine does. SQLite alone answers so fast that requests run one after the other, and a
 * transaction that is missing would never be missed.
 */
export async function buildInterleavedApp({ db, files, config, clock }: TestApp): Promise<FastifyInstance> {
  const context = { db: db.withPlugin(lettingOthersRun), files, config, clock, pages: null }
  const app = await buildApp(context, { logStream: { write: () => undefined } })
  await app.ready()
  return app
}

const lettingOthersRun: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await setImmediate()
    return result
  },
}
