import type { Browser, BrowserContext, Page } from '@playwright/test'

import { median } from '../measure.ts'

/** The pause between opening a page for the first and the second time, in ms. */
const SETTLED_MS = 3000

export type Size = { width: number; height: number }

/** The measurements of one page load: ms from navigation until the page was painted, and bytes transferred. */
export type Opening = { painted: number; script: number; style: number }

/** Opens a page and waits until something in it has been painted. */
export async function open(page: Page, path: string): Promise<Opening> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => Reflect.has(window, 'painted'))
  const painted = await page.evaluate(() => Reflect.get(window, 'painted') as number)
  await page.waitForLoadState('load')
  const bytes = await page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, which cannot see this file
    const sum = (ending: string) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(ending))
        // Cached responses transfer nothing.
        .filter(
          ({ startTime, transferSize }) => transferSize > 0 && startTime < Reflect.get(window, 'painted'),
        )
        .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
    return { script: sum('.js'), style: sum('.css') }
  })
  return { painted, ...bytes }
}

/** Makes every page of a context record when a matching element is first painted. */
export async function notePainted(context: BrowserContext, selector: string): Promise<void> {
  await context.addInitScript((selector) => {
    const look = () => {
      if (!document.querySelector(selector)) return void requestAnimationFrame(look)
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => Object.assign(window, { painted: performance.now() }))
      channel.port1.start()
      // A message sent during a frame arrives after the frame is painted.
      channel.port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }, selector)
}

type Place = { path: string; selector: string; state?: Awaited<ReturnType<BrowserContext['storageState']>> }

/** Opens the pages in turn, several times: each in a new browser, and then again in the same one. */
export async function openInTurn(
  browser: Browser,
  baseURL: string,
  viewport: Size,
  places: readonly Place[],
  rounds: number,
): Promise<{ first: Opening; second: Opening }[]> {
  const runs = places.map(() => ({ first: [] as Opening[], second: [] as Opening[] }))
  for (let round = 0; round < rounds; round++) {
    for (const [index, { path, selector, state }] of places.entries()) {
      const context = await browser.newContext({ viewport, baseURL, storageState: state })
      await notePainted(context, selector)
      const page = await context.newPage()
      runs[index]?.first.push(await open(page, path))
      // Waits until prefetched files have arrived and the tasks are cached for the next visit.
      await page.waitForTimeout(SETTLED_MS)
      if (state) await page.waitForFunction(() => localStorage.getItem('tenfold:kept') !== null)
      runs[index]?.second.push(await open(page, path))
      await context.close()
    }
  }
  return runs.map(({ first, second }) => ({ first: middle(first), second: middle(second) }))
}

function middle(openings: readonly Opening[]): Opening {
  return {
    painted: median(openings.map(({ painted }) => painted)),
    script: median(openings.map(({ script }) => script)),
    style: median(openings.map(({ style }) => style)),
  }
}
