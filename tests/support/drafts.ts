import type { Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** Returns everything that the browser stores except cookies, as one string. */
export function keptTexts(page: Page): Promise<string> {
  return page.evaluate(() =>
    Array.from({ length: localStorage.length }, (_, i) =>
      localStorage.getItem(localStorage.key(i) ?? ''),
    ).join('\n'),
  )
}

/** Waits until the draft is stored in the browser. */
export async function untilKept(page: Page, text: string): Promise<void> {
  await expect.poll(() => keptTexts(page)).toContain(text)
}
