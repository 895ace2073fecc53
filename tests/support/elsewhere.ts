import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** Opens another browser for the user who is signed in on a page. Only the account is shared. */
export async function anotherBrowser(
  browser: Browser,
  page: Page,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return browser.newContext({ storageState: await page.context().storageState(), baseURL, ...options })
}
