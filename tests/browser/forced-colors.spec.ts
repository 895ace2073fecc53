import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

// Forced colors, such as the contrast themes of Windows, replace backgrounds and shadows, and draw transparent borders.
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

test('with forced colors, only a selected card shows a check mark', async ({ page }) => {
  await openBoard(page, [{ title: 'Board memo' }, { title: 'Water filter' }])
  const showsMark = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .evaluate((control) => getComputedStyle(control, '::after').display !== 'none')
  await page.mouse.move(0, 0)
  expect(await showsMark('Complete Board memo')).toBe(false)
  await card(page, 'Board memo').press('x')
  await expect(page.getByRole('button', { name: 'Select Board memo' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await showsMark('Select Board memo')).toBe(true)
  expect(await showsMark('Select Water filter')).toBe(false)
})
