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
import { keysAndSeriesDays } from './migrations/0010-keys-and-series-days.ts'
import { textBytes } from './migrations/0011-text-bytes.ts'
import { deletedTasks } from './migrations/0012-deleted-tasks.ts'
import { taskWords } from './migrations/0013-task-words.ts'
import { settings } from './migrations/0014-settings.ts'
import { firstSteps } from './migrations/0015-first-steps.ts'
import { trash } from './migrations/0016-trash.ts'
import { streamUsers } from './migrations/0017-stream-users.ts'
import { ownedWords } from './migrations/0018-owned-words.ts'
import { workingHours } from './migrations/0019-working-hours.ts'
import { plannedFor } from './migrations/0020-planned-for.ts'
import { away } from './migrations/0021-away.ts'
import { undos } from './migrations/0022-undos.ts'
import { foldedKeys } from './migrations/0023-folded-keys.ts'
import { putOffPlans } from './migrations/0024-put-off-plans.ts'
import { trashedTextBytes } from './migrations/0025-trashed-text-bytes.ts'
import { movedUp } from './migrations/0026-moved-up.ts'
import type { Database } from './schema.ts'
import { tableNames } from './tables.ts'

type Step = (db: Kysely<never>, dialect: DialectName) => Promise<void>

/** Every migration, in order. Never edit a released migration; add a new one instead. */
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
  '0010-keys-and-series-days': keysAndSeriesDays,
  '0011-text-bytes': textBytes,
  '0012-deleted-tasks': deletedTasks,
  '0013-task-words': taskWords,
  '0014-settings': settings,
  '0015-first-steps': firstSteps,
  '0016-trash': trash,
  '0017-stream-users': streamUsers,
  '0018-owned-words': ownedWords,
  '0019-working-hours': workingHours,
  '0020-planned-for': plannedFor,
  '0021-away': away,
  '0022-undos': undos,
  '0023-folded-keys': foldedKeys,
  '0024-put-off-plans': putOffPlans,
  '0025-trashed-text-bytes': trashedTextBytes,
  '0026-moved-up': movedUp,
} satisfies Record<string, Step>

export type StepName = keyof typeof STEPS

export const MIGRATION_TABLE = 'kysely_migration'

/**
 * Returns the applied migrations that this program doesn't know. If there are any, a newer version wrote the database.
 */
export function unknownSteps(taken: readonly string[]): string[] {
  return taken.filter((name) => !Object.hasOwn(STEPS, name))
}

/**
 * Returns the last applied migration. Returns null if none is applied, or if the applied ones aren't this program's
 * first migrations in order.
 */
export function lastStep(taken: readonly string[]): StepName | null {
  const names = Object.keys(STEPS) as StepName[]
  const isOurs = taken.every((name, index) => name === names[index])
  return isOurs ? (names[taken.length - 1] ?? null) : null
}

/** Returns whether the schema has every migration. */
export function isUpToDate(taken: readonly string[]): boolean {
  return lastStep(taken) === Object.keys(STEPS).at(-1)
}

/** Lists the applied migrations, in order. Empty without a schema. */
export async function stepsTaken(db: Database): Promise<string[]> {
  if (!(await tableNames(db)).includes(MIGRATION_TABLE)) return []
  const query = sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`
  return (await query.execute(db)).rows.map((row) => row.name)
}

/**
 * Applies the missing migrations, each in its own transaction, or all in `db` if it is a transaction.
 * @param last the last migration to apply, because a backup of an older version is restored into its own schema first
 * @throws the error of the failed migration, which is rolled back; earlier ones stay applied
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
    // Kysely inspects the whole schema each time, even if nothing is left to do.
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
