import type { CDPSession, Page } from '@playwright/test'

import type { Row } from '../performance-file.ts'
import { atMost } from './report.ts'

const HEAP_MB_MAX = 40
/** What comes and goes with when garbage is collected. */
const GROWTH_MB_MAX = 2

/**
 * Uses a page for so many minutes as somebody does, and looks at its heap after each when garbage has been collected. In the
 * first the browser compiles what is used, which is no growth.
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
      'heap, growth after the first minute',
      Math.max(0, last - first),
      GROWTH_MB_MAX,
      'MB',
      ` (${all} MB)`,
    ),
  ]
}

/** Once through what there is: the views, a form, a dialog, a filter. */
async function goAround(page: Page): Promise<void> {
  for (const name of ['Timeline', 'Completed', 'Priority View']) {
    await page.getByRole('tab', { name }).click()
    await page.waitForTimeout(300)
  }
  await page.locator('[data-task] .card-open').first().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Categories' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
