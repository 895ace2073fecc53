import { parse } from 'bowser'

import * as words from './words.ts'

/** Returns a browser's everyday name, such as 'Firefox on Windows'. Pass null if the browser sent no user agent. */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return words.unknownBrowser
  const { browser, os } = parse(userAgent)
  if (!browser.name) return words.unknownBrowser
  return os.name ? words.browserOn(browser.name, os.name) : browser.name
}
