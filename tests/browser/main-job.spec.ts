import { test } from '../support/browser-test.ts'
import { doMainJob } from '../support/main-job.ts'

test.use({
  // While the server restarts, the page can't reach its event stream.
  expectedConsoleErrors: /net::ERR_/,
  // Runs with animations, as most users see it.
  contextOptions: { reducedMotion: 'no-preference' },
})

test(
  'a user creates an account, captures, prioritizes and completes tasks, and finds everything again',
  { tag: '@narrow' },
  async ({ page, server }) => doMainJob(page, () => server.restart()),
)
