import type { Locator, Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** Opens the view of completed tasks. */
export async function openCompleted(page: Page): Promise<void> {
  await page.goto('/?view=completed')
  await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true')
}

/** A day of the list, by its title. */
export function day(page: Page, title: string | RegExp): Locator {
  return page.getByRole('region', { name: title })
}

/** The titles of the rows that are drawn, from top to bottom. */
export function titles(page: Page): Locator {
  return page.getByRole('tabpanel').getByRole('heading', { level: 3 })
}

/** The button of a row. */
export function row(page: Page, title: string): Locator {
  return page.getByRole('tabpanel').getByRole('button', { name: title, exact: true })
}

/** Chooses in one of the filters. */
export async function choose(page: Page, menu: string, option: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: option }).click()
}

/** Scrolls by most of a screen, down or up, until something is in the document, and then to it. */
export async function scrollTo(page: Page, target: Locator, direction = 1): Promise<void> {
  await expect(async () => {
    await page.evaluate((screens) => window.scrollBy(0, screens * window.innerHeight), direction * 0.8)
    expect(await target.count()).toBe(1)
  }).toPass({ intervals: [20] })
  await target.scrollIntoViewIfNeeded()
}

/** How many elements the document has. */
export function elementCount(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

/** Whether something lies over an element, such as a heading that stays while the rest scrolls. */
export function isCovered(element: Locator): Promise<boolean> {
  return element.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    return !element.contains(document.elementFromPoint(left + 2, top + 2))
  })
}

/** Pairs of rows of which the second begins before the first ends. */
export function overlaps(page: Page): Promise<string[]> {
  return listOf(page).evaluateAll((items) =>
    items.flatMap((item, index) => {
      const next = items[index + 1]?.getBoundingClientRect()
      return next && next.top < item.getBoundingClientRect().bottom - 1 ? [item.textContent ?? ''] : []
    }),
  )
}

/** The rows that are drawn, of whichever day. */
export function listOf(page: Page): Locator {
  return page.getByRole('tabpanel', { name: 'Completed' }).getByRole('listitem')
}

/** Every question the page asks the server from now on. */
export function watchReads(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname + search)
  })
  return reads
}

/** Holds back the answers to some reads until the returned function is called. */
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

/** Answers some questions as a server without its database does, until it is repaired. */
export async function failReads(page: Page, pattern: string): Promise<() => Promise<void>> {
  await page.route(pattern, (route) => route.fulfill({ status: 503, body: 'database is locked' }))
  return () => page.unroute(pattern)
}
