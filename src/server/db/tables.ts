import { sql } from 'kysely'

import { dialectOf } from './dialect.ts'
import type { Database, Schema } from './schema.ts'

/**
 * Every table, those that others refer to before these, and whether a backup holds it. Moving to another database copies
 * them all. A new table does not compile until somebody has decided this.
 */
const IN_BACKUP = {
  users: true,
  passwords: true,
  oidc_identities: true,
  // So that nobody uses a sign-in a second time where the session secret is the same after restoring.
  oidc_finished_flows: true,
  // Bound to the session secret, which a backup does not hold; and one must not bring back what was signed out since.
  sessions: false,
  // They count for a quarter of an hour, under a key made with the session secret.
  failed_checks: false,
  tasks: true,
  occurrences: true,
  attachments: true,
  categories: true,
  project_templates: true,
  template_tasks: true,
  // Who sends a change again after the restoring is not to make it twice.
  idempotency_keys: true,
  // A database that was restored counts its changes anew: see `beginChangesAnew`.
  changes: false,
} satisfies Record<keyof Schema, boolean>

/** A table as it is in a database just now, which may be of an older version. */
export type Table = {
  name: string
  /** By name, so that they are the same on every database. */
  columns: string[]
  /** The columns that are true or false, where the database tells them from whole numbers. */
  booleans: ReadonlySet<string>
  /** The column that numbers the rows; null when none does. */
  serial: string | null
  inBackup: boolean
}

/** The tables of this program that a database has, those that others refer to before these. */
export async function listTables(db: Database): Promise<Table[]> {
  const schema = await currentSchema(db)
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

/** Whether a database has no table at all, of whatever program. */
export async function isEmpty(db: Database): Promise<boolean> {
  const schema = await currentSchema(db)
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return !tables.some((table) => table.schema === schema)
}

/** Where tables are made and found; undefined on SQLite, which knows no schemas. */
async function currentSchema(db: Database): Promise<string | undefined> {
  if (dialectOf(db) === 'sqlite') return undefined
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}
