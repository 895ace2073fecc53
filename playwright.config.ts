import { availableParallelism } from 'node:os'

import { defineConfig } from '@playwright/test'

import { CHROMIUM_SWITCHES, findBrowser, findHeadlessShell } from './scripts/browser.mjs'

export default defineConfig({
  testDir: 'tests/browser',
  // Playwright empties this folder, and the log of `npm test` is next to it.
  outputDir: 'test-results/stories',
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  // `npm test` retries too; it lists each story that passes only on a retry.
  retries: process.env['CI'] ? 2 : 0,
  // A story waits for much of its time, so two more than the processors take a quarter less time in all.
  workers: availableParallelism() + 2,
  // Long enough for a busy machine: the limits only end stories that hang.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: findHeadlessShell() ?? findBrowser() ?? undefined,
      args: CHROMIUM_SWITCHES,
    },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    // Painting motion in software takes a third of the time, so only stories about motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests through a worker can't be intercepted, so only stories about it allow one.
    serviceWorkers: 'block',
    // Screenshots of failures are taken in `tests/support/browser-test.ts`.
    trace: 'on-first-retry',
  },
  // A story runs at the wide size. Tag it @narrow to run at both sizes, or @touch to run only at the narrow one.
  projects: [
    { name: 'wide', grepInvert: /@touch\b/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'narrow',
      grep: /@(narrow|touch)\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
