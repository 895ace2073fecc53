import { test } from '../support/browser-test.ts'
import { doMainJob } from '../support/main-job.ts'

// While the server is restarted, the page asks for its stream of events in vain.
test.use({ expectedConsoleErrors: /net::ERR_/ })

test('a person creates an account, captures, prioritises and works tasks off, and finds everything again', async ({
  page,
  server,
}) => doMainJob(page, () => server.restart()))
