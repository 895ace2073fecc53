import type { Kysely } from 'kysely'

import { type DialectName, columnTypes, strictTable } from '../dialect.ts'

/** Adds tables for users' identities at a provider and for completed provider sign-ins. */
export async function oidc(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const { timestamp } = columnTypes(dialect)
  const identities = db.schema
    .createTable('oidc_identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('oidc_identities_key', ['issuer', 'subject'])
  const finished = db.schema
    .createTable('oidc_finished_flows')
    .addColumn('state', 'text', (c) => c.primaryKey().notNull())
    .addColumn('expire', timestamp, (c) => c.notNull())
  await strictTable(dialect, identities).execute()
  await strictTable(dialect, finished).execute()
  await db.schema.createIndex('oidc_identities_user').on('oidc_identities').column('user_id').execute()
  await db.schema.createIndex('oidc_finished_flows_age').on('oidc_finished_flows').column('expire').execute()
}
