import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Another browser of the person who is signed in on a page: they have nothing in common but who that is. */
export async function anotherBrowser(browser: Browser, page: Page, baseURL: string): Promise<BrowserContext> {
  return browser.newContext({ storageState: await page.context().storageState(), baseURL })
}
