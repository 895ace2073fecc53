import type { Page } from '@playwright/test'

import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

const TITLES = Array.from({ length: 12 }, (_, index) => `Task ${index + 1}`)
const HEADER_PX = 48

/** Presses Tab or Shift+Tab 20 times. Returns the distances of the focused controls from the top of the window, in px. */
async function walk(page: Page, key: string, edge: 'top' | 'bottom'): Promise<number[]> {
  const edges: number[] = []
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press(key)
    edges.push(
      await page.locator(':focus').evaluate((control, edge) => control.getBoundingClientRect()[edge], edge),
    )
  }
  return edges
}

test('neither the header nor the bar for selected tasks covers the focused control', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 400 })
  await openBoard(
    page,
    TITLES.map((title, index) => ({ title, priority: ([1, 2, 3] as const)[index % 3] ?? 1 })),
  )
  await card(page, 'Task 12').focus()
  expect(Math.min(...(await walk(page, 'Shift+Tab', 'top')))).toBeGreaterThanOrEqual(HEADER_PX)

  await card(page, 'Task 1').focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 420 })
    await expect(bar).toBeVisible()
    await card(page, 'Task 1').focus()
    const bottoms = await walk(page, 'Tab', 'bottom')
    const top = (await bar.boundingBox())?.y
    expect(Math.max(...bottoms), `at ${width} px`).toBeLessThanOrEqual(top ?? 0)
  }
})
