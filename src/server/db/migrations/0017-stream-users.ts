import { type Kysely, sql } from 'kysely'

import { type DialectName, strictTable } from '../dialect.ts'

/** Servers rewrite lost rows, so the table doesn't need PostgreSQL's write-ahead log. */
const UNLOGGED = sql`unlogged`

/** Adds the table of users with open event streams, by server. A crash of PostgreSQL can empty the table. */
export async function streamUsers(db: Kysely<never>, dialect: DialectName): Promise<void> {
  const table = db.schema
    .createTable('stream_users')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('server', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('stream_users_pk', ['user_id', 'server'])
  await strictTable(dialect, dialect === 'postgres' ? table.modifyFront(UNLOGGED) : table).execute()
}
