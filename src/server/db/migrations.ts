import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

import { type DialectName, dialectOf } from './dialect.ts'
import { firstSchema } from './migrations/0001-first-schema.ts'
import { occurrences } from './migrations/0002-occurrences.ts'
import { keysOfAnyCall } from './migrations/0003-keys-of-any-call.ts'
import { attachments } from './migrations/0004-attachments.ts'
import { completedByCategory } from './migrations/0005-completed-by-category.ts'
import { templateDays } from './migrations/0006-template-days.ts'
import { failedChecks } from './migrations/0007-failed-checks.ts'
import { oidc } from './migrations/0008-oidc.ts'
import { changes } from './migrations/0009-changes.ts'
import type { Database } from './schema.ts'

type Step = (db: Kysely<never>, dialect: DialectName) => Promise<void>

/** Every step the schema has taken, in order. A step that has been released is never edited; a new one follows it. */
const STEPS = {
  '0001-first-schema': firstSchema,
  '0002-occurrences': occurrences,
  '0003-keys-of-any-call': keysOfAnyCall,
  '0004-attachments': attachments,
  '0005-completed-by-category': completedByCategory,
  '0006-template-days': templateDays,
  '0007-failed-checks': failedChecks,
  '0008-oidc': oidc,
  '0009-changes': changes,
} satisfies Record<string, Step>

export type StepName = keyof typeof STEPS

/** The table Kysely keeps the names of the steps taken in. */
export const MIGRATION_TABLE = 'kysely_migration'

/** The steps in `taken` that this program does not know: the database is of a newer version. */
export function unknownSteps(taken: readonly string[]): string[] {
  return taken.filter((name) => !Object.hasOwn(STEPS, name))
}

/**
 * The last of the steps taken, when they are this program's first ones in their order; else null: what took others is of
 * another version.
 */
export function lastStep(taken: readonly string[]): StepName | null {
  const names = Object.keys(STEPS) as StepName[]
  const isOurs = taken.every((name, index) => name === names[index])
  return isOurs ? (names[taken.length - 1] ?? null) : null
}

/** Whether the schema has taken every step. */
export function isUpToDate(taken: readonly string[]): boolean {
  return lastStep(taken) === Object.keys(STEPS).at(-1)
}

/** The steps the schema has taken, in order; none where there is no schema yet. */
export async function stepsTaken(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === MIGRATION_TABLE)) return []
  const query = sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`
  return (await query.execute(db)).rows.map((row) => row.name)
}

/**
 * Brings the schema up to date, each step in a transaction of its own, or all in the one that `db` is.
 * @param last the step to stop after: a backup of an older version begins with the schema it was made of
 * @throws what the failed step threw; that step is rolled back, the ones before it stay
 */
export async function migrate(db: Database, last?: StepName): Promise<void> {
  const migrations = migrationsFor(dialectOf(db), last)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: MIGRATION_TABLE,
  })
  const wanted = Object.keys(migrations).at(-1)
  for (;;) {
    const { error, results } = await migrator.migrateUp()
    if (error) throw error
    const taken = results?.[0]?.migrationName
    // It looks through the whole schema each time, also to find that nothing is left to do.
    if (taken === undefined || taken === wanted) return
  }
}

function migrationsFor(dialect: DialectName, last?: StepName): Record<string, Migration> {
  const names = Object.keys(STEPS) as StepName[]
  const wanted = last === undefined ? names : names.slice(0, names.indexOf(last) + 1)
  return Object.fromEntries(
    wanted.map((name) => [name, { up: (db: Kysely<never>) => STEPS[name](db, dialect) }]),
  )
}
