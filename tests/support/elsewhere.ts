import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** Opens a second browser for a page's signed-in user. The two share only the account. */
export async function anotherBrowser(
  browser: Browser,
  page: Page,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return browser.newContext({ storageState: await page.context().storageState(), baseURL, ...options })
}
