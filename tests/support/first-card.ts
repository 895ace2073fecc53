import type { Page } from '@playwright/test'

/** Where the first card may begin at rest, in CSS px from the top. Source: design, section 2. */
export const FIRST_CARD_PX_MAX = { wide: 220, narrow: 300 }

/** Returns where the first card begins, in CSS px from the top of the window. */
export function firstCardTop(page: Page): Promise<number> {
  return page
    .locator('.card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().top)
}
