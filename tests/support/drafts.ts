import type { Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** Everything that the browser keeps beside cookies, as one text. */
export function keptTexts(page: Page): Promise<string> {
  return page.evaluate(() =>
    Array.from({ length: localStorage.length }, (_, i) =>
      localStorage.getItem(localStorage.key(i) ?? ''),
    ).join('\n'),
  )
}

/** Waits until what was typed is kept in the browser. */
export async function untilKept(page: Page, text: string): Promise<void> {
  await expect.poll(() => keptTexts(page)).toContain(text)
}
