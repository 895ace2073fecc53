import { defineConfig } from 'vitest/config'

import { NO_POSTGRES, canTestPostgres } from './scripts/postgres.mjs'

/** What needs no database, or one of its own, runs once. Every other test of the server runs on both. */
const WITHOUT_DATABASE = [
  'src/server/auth/password.test.ts',
  'src/server/attachments/content-disposition.test.ts',
  'src/server/attachments/faults.test.ts',
  'src/server/config.test.ts',
  'src/server/data-folder.test.ts',
  'src/server/files.test.ts',
  'src/server/run.test.ts',
  'src/server/run-faults.test.ts',
  'src/server/trusted-proxies.test.ts',
]

/** Tests of one database alone say so in their names. */
const ONLY_SQLITE = 'src/server/**/*sqlite*.test.ts'
const ONLY_POSTGRES = 'src/server/**/*postgres*.test.ts'

const sqlite = {
  extends: true as const,
  test: {
    name: 'sqlite',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: [ONLY_POSTGRES],
  },
}

const postgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: ['src/server/**/*.test.ts', 'tests/model/**/*.test.ts'],
    exclude: [ONLY_SQLITE, ...WITHOUT_DATABASE],
    globalSetup: 'tests/support/postgres/global-setup.ts',
  },
}

const hasPostgres = canTestPostgres(import.meta.dirname, process.env)
if (!hasPostgres) process.stderr.write(`${NO_POSTGRES}\n`)

export default defineConfig({
  test: {
    restoreMocks: true,
    // Each file cleans up after itself; loading the server anew for each would take half the time.
    isolate: false,
    // The default leaves one core idle, which on a machine of two is half of it.
    maxWorkers: '100%',
    projects: hasPostgres ? [sqlite, postgres] : [sqlite],
  },
})
