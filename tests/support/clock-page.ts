import type { Page } from '@playwright/test'

import { expect } from './browser-test.ts'

/** Starts a task's timer on its card and closes the canvas. */
export async function startWork(page: Page, title: string): Promise<void> {
  await page
    .getByRole('button', { name: `Start Work on ${title}` })
    .and(page.locator(':visible'))
    .first()
    .click()
  await closeCanvas(page, title)
}

export async function closeCanvas(page: Page, title: string): Promise<void> {
  const canvas = page.getByRole('dialog', { name: title, exact: true })
  await expect(canvas).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(canvas).toBeHidden()
  // Hovering over a card opens its summary, which covers the next card.
  await page.mouse.move(0, 0)
}

/** The timers on the cards. */
export const clockOf = (page: Page, state: 'Running' | 'Paused') =>
  page.getByRole('timer', { name: state, exact: true })

/** The timer in the header. */
export const pill = (page: Page) => page.getByRole('region', { name: 'Timer' })
