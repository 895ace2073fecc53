import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { canTestBucket } from './scripts/object-store.mjs'
import { canTestPostgres } from './scripts/postgres.mjs'

/**
 * Tests that start processes, build, or read real audio. They run only in `npm test`, because they take as long as all
 * other tests and rarely fail after a change of a rule or route.
 */
const OF_SYSTEM = [
  'scripts/focus-audio/audio-files.test.ts',
  ...['licenses', 'packages', 'ran-tests', 'setup-lock', 'sizes', 'start', 'tenfold', 'web-build'].map(
    (name) => `scripts/${name}.test.ts`,
  ),
  'tests/packaging/image.test.ts',
  'src/server/http/aborted-streams.test.ts',
  'src/server/attachments/faults.test.ts',
  'src/server/cli/main.test.ts',
  'src/server/start/data-folder.test.ts',
  'src/server/start/failing-disk-sqlite.test.ts',
  'src/server/start/load.test.ts',
  'src/server/db/killed-migration-sqlite.test.ts',
  'src/server/start/full-disk.test.ts',
  'src/server/http/response-times.test.ts',
  'src/server/start/run.test.ts',
  'src/server/start/run-backups.test.ts',
  'src/server/start/run-faults.test.ts',
  'src/server/start/wrong-clock.test.ts',
  'src/server/http/slow-clients.test.ts',
]

/** System tests that use a database. They run on both databases unless their name contains one. */
const OF_SYSTEM_WITH_DATABASE = [
  'src/server/cli/{doctor,doctor-sqlite,move-postgres,storm,user}.test.ts',
  'src/server/http/long-list-memory.test.ts',
  'src/server/start/{crashes-postgres,postgres-outage,run-postgres,several-servers-postgres}.test.ts',
]

/**
 * Tests that create databases of older versions or fill whole ones. On PostgreSQL each test creates and drops a database,
 * which takes as long as a hundred requests. On SQLite they are fast.
 */
const OF_WHOLE_DATABASES = [
  'src/server/cli/{backup,lost-commit-postgres,restore,restore-refused}.test.ts',
  'src/server/db/{tables,upgrade,upgrade-rows}.test.ts',
  'src/server/db/migrations/*.test.ts',
  'tests/support/postgres/reused-databases-postgres.test.ts',
]

/**
 * Tests without a shared database run once, as do tests of bodies that the schema rejects before any query. Every
 * other server test runs on both databases.
 */
const WITHOUT_DATABASE = [
  'src/server/http/openapi/{lint,walk-bodies,walk-parameters}.test.ts',
  'src/server/http/unread-bodies.test.ts',
  'src/server/auth/password.test.ts',
  'src/server/attachments/content-disposition.test.ts',
  'src/server/attachments/folder.test.ts',
  'src/server/cli/command-line.test.ts',
  'src/server/backups/rotation.test.ts',
  'src/server/config.test.ts',
  'src/server/files/files.test.ts',
  'src/server/http/trusted-proxies.test.ts',
]

/** Tests for one database have its name in theirs. */
const ONLY_SQLITE = 'src/server/**/*sqlite*.test.ts'
const ONLY_POSTGRES = '{src/server,tests}/**/*postgres*.test.ts'

/** Tests for buckets have "bucket" in their names. General tests of attachments run on a bucket too. */
const ONLY_BUCKET = 'src/server/**/*bucket*.test.ts'
const OF_ATTACHMENTS = [
  ...['lifetime', 'orphaned-files', 'routes', 'uploads'].map(
    (name) => `src/server/attachments/${name}.test.ts`,
  ),
  'src/server/account/routes.test.ts',
  'src/server/files/files.test.ts',
  'src/server/http/aborted-streams.test.ts',
]

/**
 * Tests that replace modules, or that wait for all pending calls of the page. In a shared process, other tests may have
 * loaded the real modules before, or have left a call pending.
 */
const ISOLATED = 'src/**/*isolated.test.ts'

/** Stop and start their PostgreSQL server, so they cannot use a given one. */
const OUTAGES = ['crashes-postgres', 'postgres-outage'].map((name) => `src/server/start/${name}.test.ts`)

/** The slowest tests start first, so that no worker is left running one alone at the end. */
const LONGEST = [
  'tests/packaging/image.test.ts',
  'tests/model/tasks.model.test.ts',
  'src/server/start/run-faults.test.ts',
  'src/server/start/postgres-outage.test.ts',
  'src/server/http/long-list.test.ts',
  'src/server/http/response-times.test.ts',
  'src/server/http/slow-clients.test.ts',
  'src/server/cli/lost-commit-postgres.test.ts',
  'src/server/events/routes.test.ts',
  'src/server/auth/brute-force-guard.test.ts',
  'src/server/auth/sign-in.test.ts',
  'src/server/auth/oidc-silence.test.ts',
  'src/server/attachments/uploads.test.ts',
  'src/server/events/notices-postgres.test.ts',
  'src/server/tasks/race.test.ts',
  'src/server/cli/restore.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, which returns a new array.
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

function isLongest({ moduleId }: TestSpecification): boolean {
  return LONGEST.some((file) => moduleId.endsWith(file))
}

const sqlite = {
  extends: true as const,
  test: {
    name: 'sqlite',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: [ONLY_POSTGRES, ONLY_BUCKET, ISOLATED, ...OF_SYSTEM, ...OF_SYSTEM_WITH_DATABASE],
  },
}

const isolated = { extends: true as const, test: { name: 'isolated', include: [ISOLATED], isolate: true } }

const system = {
  extends: true as const,
  test: {
    name: 'system',
    include: [...OF_SYSTEM, ...OF_SYSTEM_WITH_DATABASE],
    exclude: [ONLY_POSTGRES],
  },
}

const postgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: ['src/server/**/*.test.ts', 'tests/{model,support}/**/*.test.ts'],
    exclude: [
      ONLY_SQLITE,
      ONLY_BUCKET,
      ...WITHOUT_DATABASE,
      ...OF_SYSTEM,
      ...OF_SYSTEM_WITH_DATABASE,
      ...OF_WHOLE_DATABASES,
    ],
    globalSetup: 'tests/support/postgres/global-setup.ts',
  },
}

const systemOnPostgres = {
  extends: true as const,
  test: {
    name: 'system-postgres',
    include: [...OF_SYSTEM_WITH_DATABASE, ...OF_WHOLE_DATABASES],
    exclude: [ONLY_SQLITE, ...(process.env['TEST_DATABASE_URL'] ? OUTAGES : [])],
    globalSetup: 'tests/support/postgres/global-setup.ts',
  },
}

const s3 = {
  extends: true as const,
  test: {
    name: 's3',
    include: [ONLY_BUCKET, ...OF_ATTACHMENTS],
    globalSetup: 'tests/support/s3/global-setup.ts',
  },
}

const projects = [
  sqlite,
  isolated,
  system,
  ...(canTestPostgres(import.meta.dirname, process.env) ? [postgres, systemOnPostgres] : []),
  ...(canTestBucket(process.env) ? [s3] : []),
]

export default defineConfig({
  test: {
    restoreMocks: true,
    // `npm test` retries too; it lists each test that passes only on a retry.
    retry: process.env['CI'] ? 2 : 0,
    // Long enough for a busy machine: the limits only end tests that hang.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Each file cleans up after itself, and loading the server again for each file would take half the time.
    isolate: false,
    // Tests often wait for a timer, a hash or the database, so two more workers than cores keep every core busy.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects,
  },
})
