import type { Browser, BrowserContext, Page } from '@playwright/test'

import type { TestServer } from '../../tests/support/server.ts'
import { median } from '../measure.ts'
import { type Size, notePainted } from './page-times.ts'

/** The pause before each reload, in ms, during which the page stores its tasks. */
const SETTLED_MS = 2500

type Place = { viewport: Size; selector: string; state: Awaited<ReturnType<BrowserContext['storageState']>> }

/** Reloads a page with and then without the server. Returns the median times until the page was painted, in ms. */
export async function measureReloads(
  browser: Browser,
  server: TestServer,
  { viewport, selector, state }: Place,
  rounds: number,
): Promise<{ online: number; offline: number }> {
  const context = await browser.newContext({ viewport, baseURL: server.url, storageState: state })
  await notePainted(context, selector)
  const page = await context.newPage()
  await page.goto('/')
  await untilInstalled(page)
  // The first reload starts the worker.
  await reload(page)
  const online: number[] = []
  for (let round = 0; round < rounds; round++) online.push(await reload(page))
  await server.stop()
  const offline: number[] = []
  for (let round = 0; round < rounds; round++) offline.push(await reload(page))
  await context.close()
  await server.start()
  return { online: median(online), offline: median(offline) }
}

async function untilInstalled(page: Page): Promise<void> {
  const isInstalled = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active?.state === 'activated' && localStorage.getItem('tenfold:kept') !== null
    })
  // The worker is installed while the page is idle, and the page gets no event for it.
  while (!(await isInstalled())) await page.waitForTimeout(SETTLED_MS)
}

async function reload(page: Page): Promise<number> {
  // Lets the page finish its earlier work, so that it doesn't delay the reload.
  await page.waitForTimeout(SETTLED_MS)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => Reflect.has(window, 'painted'))
  return page.evaluate(() => Reflect.get(window, 'painted') as number)
}
