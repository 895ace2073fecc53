import type { Locator, Page } from '@playwright/test'

import { card } from './board-page.ts'
import { expect } from './browser-test.ts'

/** Starts work on the card with this title, by its shortcut. */
export async function openCanvas(page: Page, title: string): Promise<Locator> {
  await card(page, title).press('s')
  const canvas = page.getByRole('dialog', { name: title, exact: true })
  await expect(canvas).toBeVisible()
  return canvas
}

/** Returns one of the three text boxes of a canvas. */
export function textOf(canvas: Locator, name: 'Clear Goals' | 'Notes' | 'Next Steps'): Locator {
  return canvas.getByRole('textbox', { name })
}

export function saveButton(canvas: Locator): Locator {
  return canvas.getByRole('button', { name: 'Save & Close' })
}

/** Runs the timer for at least one second and stops it. Returns the unsaved seconds. */
export async function countSome(canvas: Locator): Promise<number> {
  const timer = canvas.getByRole('timer')
  await expect(timer).not.toHaveText('00:00:00')
  await canvas.getByRole('button', { name: /^Pause/ }).click()
  await expect(canvas.getByText('Paused')).toBeVisible()
  const [hours = 0, minutes = 0, seconds = 0] = ((await timer.textContent()) ?? '').split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}
