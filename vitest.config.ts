import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { canTestBucket } from './scripts/object-store.mjs'
import { canTestPostgres } from './scripts/postgres.mjs'

/**
 * What starts processes, builds, or reads real sound runs in `npm test` alone: it takes as long as all the rest, and a
 * change of a rule or of a route seldom breaks it.
 */
const OF_SYSTEM = [
  'scripts/focus-audio/audio-files.test.ts',
  ...['packages', 'ran-tests', 'setup-lock', 'sizes', 'start', 'tenfold', 'web-build'].map(
    (name) => `scripts/${name}.test.ts`,
  ),
  'tests/packaging/image.test.ts',
  'src/server/attachments/faults.test.ts',
  'src/server/commands/main.test.ts',
  'src/server/data-folder.test.ts',
  'src/server/run.test.ts',
  'src/server/run-faults.test.ts',
]

/** The same on a database; each on both, unless its name says one. */
const OF_SYSTEM_WITH_DATABASE = [
  'src/server/commands/{doctor,doctor-sqlite,move-postgres,storm,user}.test.ts',
  'src/server/{postgres-outage,run-postgres,several-servers-postgres}.test.ts',
]

/**
 * What makes databases of older versions, or fills whole ones: on PostgreSQL it makes and drops one for each test, which
 * takes as long as a hundred requests. On SQLite it is among the quick ones.
 */
const OF_WHOLE_DATABASES = [
  'src/server/commands/{backup,restore,restore-refused}.test.ts',
  'src/server/db/tables.test.ts',
  'src/server/db/migrations/*.test.ts',
  'tests/support/postgres/reused-databases-postgres.test.ts',
]

/** What needs no database, or one of its own, runs once. Every other test of the server runs on both. */
const WITHOUT_DATABASE = [
  'src/server/auth/password.test.ts',
  'src/server/attachments/content-disposition.test.ts',
  'src/server/attachments/folder.test.ts',
  'src/server/commands/command-line.test.ts',
  'src/server/config.test.ts',
  'src/server/files.test.ts',
  'src/server/trusted-proxies.test.ts',
]

/** Tests of one database alone say so in their names. */
const ONLY_SQLITE = 'src/server/**/*sqlite*.test.ts'
const ONLY_POSTGRES = '{src/server,tests}/**/*postgres*.test.ts'

/** Those of a bucket too; and what is true of attachments wherever they are runs on one as well. */
const ONLY_BUCKET = 'src/server/**/*bucket*.test.ts'
const OF_ATTACHMENTS = [
  ...['left-overs', 'lifetime', 'routes', 'uploads'].map((name) => `src/server/attachments/${name}.test.ts`),
  'src/server/auth/account.test.ts',
  'src/server/files.test.ts',
]

/** Its server is stopped and started: that needs one of our own. */
const OUTAGE = 'src/server/postgres-outage.test.ts'

/** What takes longest, or waits, is begun first: at the end one worker would go on with it alone. */
const LONGEST = [
  'tests/model/tasks.model.test.ts',
  'src/server/events/routes.test.ts',
  'src/server/auth/guessing.test.ts',
  'src/server/auth/sign-in.test.ts',
  'src/server/auth/oidc-silence.test.ts',
  'src/server/attachments/uploads.test.ts',
  'src/server/events/notices-postgres.test.ts',
  'src/server/tasks/race.test.ts',
  'src/server/commands/restore.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It is Vitest's, and answers another array.
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
    exclude: [ONLY_POSTGRES, ONLY_BUCKET, ...OF_SYSTEM, ...OF_SYSTEM_WITH_DATABASE],
  },
}

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
    exclude: [ONLY_SQLITE, ...(process.env['TEST_DATABASE_URL'] ? [OUTAGE] : [])],
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
  system,
  ...(canTestPostgres(import.meta.dirname, process.env) ? [postgres, systemOnPostgres] : []),
  ...(canTestBucket(process.env) ? [s3] : []),
]

export default defineConfig({
  test: {
    restoreMocks: true,
    // `npm test` retries too; it lists each test that passes only on a retry.
    retry: process.env['CI'] ? 2 : 0,
    // Nothing is timed; this ends only what would never end, on however busy a machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file cleans up after itself; loading the server anew for each would take half the time.
    isolate: false,
    // Each waits now and then, for a timer, a hash, or the database: one more than there are cores keeps them all busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects,
  },
})
