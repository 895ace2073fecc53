import { type KyselyPlugin, sql } from 'kysely'

import { connectPostgres } from '#server/db/postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { connectSqlite } from '#server/db/sqlite.ts'

import type { TestApp } from './build-app.ts'

/**
 * Opens another connection to the test's database. When a result first contains `column`, `run` runs to completion
 * before the reader gets that result, so it commits between that read and the next step.
 */
export async function connectWithInterruption(
  test: Pick<TestApp, 'db' | 'databaseUrl'>,
  { column, run }: { column: string; run: () => Promise<void> },
): Promise<Database> {
  let isDone = false
  const interrupting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone && column in (result.rows[0] ?? {})) {
        isDone = true
        await run()
      }
      return result
    },
  }
  const { db, databaseUrl } = test
  const own = databaseUrl === null ? connectSqlite(await fileOf(db)) : connectPostgres(databaseUrl)
  return own.withPlugin(interrupting)
}

async function fileOf(db: Database): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db)
  return rows[0]?.file ?? ''
}
