import type { Locator, Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** Opens the view of completed tasks. */
export async function openCompleted(page: Page): Promise<void> {
  await page.goto('/?view=completed')
  await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true')
}

/** Returns a day of the list, by its title. */
export function day(page: Page, title: string | RegExp): Locator {
  return page.getByRole('region', { name: title })
}

/** Returns the titles of the rendered rows, from top to bottom. */
export function titles(page: Page): Locator {
  return page.getByRole('tabpanel').getByRole('heading', { level: 3 })
}

/** Returns the button of a row. */
export function row(page: Page, title: string): Locator {
  return page.getByRole('tabpanel').getByRole('button', { name: title, exact: true })
}

/** Chooses an option in one of the filters. */
export async function choose(page: Page, menu: string, option: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: option }).click()
}

/** Scrolls down or up until an element is in the document, and then scrolls to it. */
export async function scrollTo(page: Page, target: Locator, direction = 1): Promise<void> {
  await expect(async () => {
    await page.evaluate((screens) => window.scrollBy(0, screens * window.innerHeight), direction * 0.8)
    expect(await target.count()).toBe(1)
    // Rows that load in the meantime can replace the element.
    await target.scrollIntoViewIfNeeded()
  }).toPass({ intervals: [20] })
}

/** Returns the number of elements in the document. */
export function elementCount(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

/** Returns whether something covers an element, such as a sticky heading. */
export function isCovered(element: Locator): Promise<boolean> {
  return element.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    return !element.contains(document.elementFromPoint(left + 2, top + 2))
  })
}

/** Returns the text of each row that overlaps the next. */
export function overlaps(page: Page): Promise<string[]> {
  return listOf(page).evaluateAll((items) =>
    items.flatMap((item, index) => {
      const next = items[index + 1]?.getBoundingClientRect()
      return next && next.top < item.getBoundingClientRect().bottom - 1 ? [item.textContent ?? ''] : []
    }),
  )
}

/** Returns the rendered rows of every day. */
export function listOf(page: Page): Locator {
  return page.getByRole('tabpanel', { name: 'Completed' }).getByRole('listitem')
}

/** Collects the path and query of each later GET request to the API. */
export function watchReads(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname + search)
  })
  return reads
}

/** Delays the responses to some reads until the returned function is called. */
export async function holdReads(page: Page, isHeld: (path: string) => boolean): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => isHeld(pathname),
    async (route) => {
      await released
      await route.continue()
    },
  )
  return release
}

/** Blocks the list of all tasks, so that the page has no cached tasks to show while the server fails. */
export async function storeNoTasks(page: Page): Promise<void> {
  await page.route(/\/api\/tasks(\?|$)/, () => undefined)
}

/** Responds to some requests like a server without its database, until the returned function is called. */
export async function failReads(page: Page, pattern: string): Promise<() => Promise<void>> {
  await page.route(pattern, (route) => route.fulfill({ status: 503, body: 'database is locked' }))
  return () => page.unroute(pattern)
}
