import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** Opens a second browser for a page's signed-in user. The two share only the account. */
export async function anotherBrowser(
  browser: Browser,
  page: Page,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  // The stored drafts of the first browser would appear in the forms of the second.
  const storageState = { cookies: await page.context().cookies(), origins: [] }
  return browser.newContext({ storageState, baseURL, ...options })
}
