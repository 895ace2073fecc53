import type { Kysely } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Records wrong passwords, so that the limit on guessing applies across servers and restarts. */
export async function failedChecks(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { serial, timestamp } = columnTypes(dialect)
  const checks = db.schema
    .createTable('failed_checks')
    .addColumn('id', serial)
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('failed_at', timestamp, (c) => c.notNull())
  await strictTable(dialect, checks).execute()
  await db.schema.createIndex('failed_checks_key').on('failed_checks').columns(['key', 'failed_at']).execute()
  await db.schema.createIndex('failed_checks_age').on('failed_checks').column('failed_at').execute()
}
