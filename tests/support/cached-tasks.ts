import type { Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** Waits until the browser has cached the current tasks. */
export async function untilKept(page: Page): Promise<void> {
  const { headers } = await page.request
    .get('/api/tasks')
    .then((response) => ({ headers: response.headers() }))
  const change = Number(headers['x-change'])
  await expect.poll(() => readRecord(page)).toEqual(expect.objectContaining({ change }))
}

/** Returns what the browser stores about its cached tasks. */
export function readRecord(page: Page): Promise<{ userId: string; change: number } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('tenfold:kept') ?? 'null') as never)
}
