import type { Page } from '@playwright/test'

/** The maximum distance of the first card from the top before scrolling, in CSS px. Source: design, section 2. */
export const FIRST_CARD_PX_MAX = { wide: 220, narrow: 300 }

/** Returns the distance of the first card from the top of the window, in CSS px. */
export function firstCardTop(page: Page): Promise<number> {
  return page
    .locator('.card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().top)
}
