import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

const TITLES = Array.from({ length: 12 }, (_, index) => `Task ${index + 1}`)
const HEADER_PX = 48

test('Shift+Tab on the board never focuses a control that the header covers', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 400 })
  await openBoard(
    page,
    TITLES.map((title, index) => ({ title, priority: ([1, 2, 3] as const)[index % 3] ?? 1 })),
  )
  await card(page, 'Task 12').focus()
  const tops: number[] = []
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Shift+Tab')
    tops.push(await page.locator(':focus').evaluate((control) => control.getBoundingClientRect().top))
  }
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(HEADER_PX)
})
