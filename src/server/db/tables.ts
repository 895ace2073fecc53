import { sql } from 'kysely'

import { dialectOf } from './dialect.ts'
import type { Database, Schema } from './schema.ts'

/**
 * Every table, referenced tables first, and whether a backup includes it. Moving to another database copies all tables.
 * A new table without an entry here is a compile error.
 */
const IN_BACKUP = {
  users: true,
  settings: true,
  passwords: true,
  oidc_identities: true,
  // A restore must not make it possible to replay a sign-in with the same session secret.
  oidc_finished_flows: true,
  // Sessions depend on the session secret, which a backup doesn't include. A restore must also not revive ended
  // sessions.
  sessions: false,
  // Failed checks count for only 15 minutes, and their keys are derived from the session secret.
  failed_checks: false,
  tasks: true,
  occurrences: true,
  attachments: true,
  deleted_tasks: true,
  deleted_attachments: true,
  deleted_templates: true,
  deleted_categories: true,
  categories: true,
  project_templates: true,
  template_tasks: true,
  // A request that is retried after a restore must not take effect twice.
  idempotency_keys: true,
  undos: true,
  // A restored database starts a new change log: see `restartChangeLog`.
  changes: false,
  // Each server writes its own rows.
  stream_users: false,
} satisfies Record<keyof Schema, boolean>

/** A table of a database, possibly from an older version. */
export type Table = {
  name: string
  /** Sorted by name, so that the order is the same on every database. */
  columns: string[]
  /** The boolean columns, if the database distinguishes booleans from integers. */
  booleans: ReadonlySet<string>
  /** The column that numbers the rows, or null. */
  serial: string | null
  inBackup: boolean
}

/** Lists this program's tables in a database, ordered so that referenced tables come first. */
export async function listTables(db: Database): Promise<Table[]> {
  const own = sql<{ name?: string }>`select current_schema() as name`
  const schema = dialectOf(db) === 'postgres' ? (await own.execute(db)).rows[0]?.name : undefined
  const found = (await db.introspection.getTables()).filter((table) => table.schema === schema)
  return Object.entries(IN_BACKUP).flatMap(([name, inBackup]) => {
    const table = found.find((table) => table.name === name)
    if (!table) return []
    const booleans = table.columns.filter((column) => column.dataType === 'bool')
    const serial = table.columns.find((column) => column.isAutoIncrementing)
    return {
      name,
      columns: table.columns.map((column) => column.name).toSorted(),
      booleans: new Set(booleans.map((column) => column.name)),
      serial: serial?.name ?? null,
      inBackup,
    }
  })
}

/** Returns whether a database has no tables at all. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await tableNames(db)).length === 0
}

const TABLE_NAMES = {
  sqlite: sql<{ name: string }>`select name from sqlite_schema
    where type in ('table', 'view') and name not like 'sqlite~_%' escape '~'`,
  postgres: sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')`,
}

/** Lists all tables and views. Unlike Kysely's introspection, it can run while another server drops a column. */
export async function tableNames(db: Database): Promise<string[]> {
  const { rows } = await TABLE_NAMES[dialectOf(db)].execute(db)
  return rows.map(({ name }) => name)
}
