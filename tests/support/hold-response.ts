import type { Page } from '@playwright/test'

/** Holds the response to a request until the returned function is called. */
export async function holdResponse(page: Page, path: string): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await mayCome
    await route.fulfill({ response })
  })
  return letCome
}

/** Holds deletions until the returned function is called, and then lets them fail with `status`, or succeed without it. */
export async function holdDeletion(page: Page, path: string, status?: number): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await mayCome
    await (status ? route.fulfill({ status, body: '{}' }) : route.continue())
  })
  return letCome
}
