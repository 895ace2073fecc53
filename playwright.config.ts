import { defineConfig } from '@playwright/test'

import { findBrowser } from './scripts/browser.mjs'

// Chromium's own calls home are no part of what is tested, and as root it has no sandbox.
const CHROMIUM_SWITCHES = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  // `npm test` retries too; it lists each story that passes only on a retry.
  retries: process.env['CI'] ? 2 : 0,
  workers: 2,
  // Nothing is timed; these end only what would never end, on however busy a machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: findBrowser() ?? undefined, args: CHROMIUM_SWITCHES },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'narrow', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
})
