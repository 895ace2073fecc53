import { canTestPostgres } from '../../scripts/postgres.mjs'
import { test } from '../support/browser-test.ts'
import { doMainJob } from '../support/main-job.ts'

const ROOT = `${import.meta.dirname}/../..`

test.use({ serverCount: 3, expectedConsoleErrors: /net::ERR_/ })
test.skip(!canTestPostgres(ROOT, process.env), 'there is no PostgreSQL server to share')

test('completes the main user journey on three servers behind a proxy while one of them stops', async ({
  page,
  server,
}) => doMainJob(page, () => server.stop()))
