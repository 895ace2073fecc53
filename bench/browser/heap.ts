import type { CDPSession, Page } from '@playwright/test'

import type { Row } from '../performance-file.ts'
import { atMost } from './report.ts'

const HEAP_MB_MAX = 40
/** Normal fluctuation of the heap between garbage collections, in MB. */
const GROWTH_MB_MAX = 2

/**
 * Simulates a user for a number of minutes, and measures the heap after a garbage collection at the end of each minute.
 * Growth in the first minute doesn't count, because the browser is still compiling code.
 */
export async function measureHeap(page: Page, minutes: number): Promise<Row[]> {
  const session = await page.context().newCDPSession(page)
  const heaps: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    const end = Date.now() + 60_000
    while (Date.now() < end) await goAround(page)
    heaps.push(await heapMb(session))
  }
  await page.context().close()
  const [first = 0, last = 0] = [heaps.at(0), heaps.at(-1)]
  const all = heaps.map((heap) => heap.toFixed(1)).join(', ')
  return [
    atMost(`heap after ${minutes} minutes of use`, last, HEAP_MB_MAX, 'MB'),
    atMost(
      'heap growth after the first minute',
      Math.max(0, last - first),
      GROWTH_MB_MAX,
      'MB',
      ` (${all} MB)`,
    ),
  ]
}

/** Visits the views, a task's details, the form for a new task, and the categories. */
async function goAround(page: Page): Promise<void> {
  for (const name of ['Timeline', 'Completed', 'Priority View']) {
    await page.getByRole('tab', { name }).click()
    // Users look at a view before they leave it, so let it render.
    await page.waitForTimeout(300)
  }
  await openAndClose(page, () => page.locator('[data-task] .card-open').first().click())
  await openAndClose(page, () => page.keyboard.press('Shift+N'))
  await openAndClose(page, () => page.getByRole('button', { name: 'Categories' }).click())
}

async function openAndClose(page: Page, open: () => Promise<void>): Promise<void> {
  await open()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
