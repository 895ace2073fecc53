import { FIREFOX, WEBKIT, findPrograms, notTested } from '../../scripts/other-browsers.mjs'
import type { Browser } from '../support/browsers/browser.ts'
import { startFirefox } from '../support/browsers/firefox.ts'
import { doMainJourney } from '../support/browsers/journey.ts'
import { startWebKit } from '../support/browsers/webkit.ts'
import { test } from '../support/browser-test.ts'

const BROWSERS = [
  { browser: FIREFOX, start: ([firefox = '']: string[]) => startFirefox(firefox) },
  { browser: WEBKIT, start: ([driver = '', screen = '']: string[]) => startWebKit(driver, screen) },
]

for (const { browser, start } of BROWSERS) {
  test(`the main journey passes in ${browser.name}: sign up, add, drag, timer, timeline`, async ({
    server,
  }, testInfo) => {
    const programs = findPrograms(browser)
    // oxlint-disable-next-line no-console -- Reporters don't print why a story is skipped.
    if (!programs) console.log(notTested(browser))
    test.skip(!programs, notTested(browser))
    const running: Browser = await start(programs ?? [])
    try {
      await doMainJourney(running, server.url)
    } catch (error) {
      await testInfo.attach('screenshot', { body: await running.screenshot(), contentType: 'image/png' })
      throw error
    } finally {
      await running.close()
    }
  })
}
