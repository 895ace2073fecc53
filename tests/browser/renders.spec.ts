import { card, openBoard, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { watchRenders } from '../support/renders.ts'

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
const SEEDS = LEVELS.map((priority) => ({ title: `Task ${priority}`, priority }))

/** The full page has about 500 components. */
const RENDERS_MAX = 150

test('a change renders only the parts of the page that show it', async ({ page }) => {
  const takeLargest = await watchRenders(page)
  const expectFew = async () => {
    const count = await takeLargest()
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(RENDERS_MAX)
  }
  await openBoard(page, SEEDS)
  await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()

  await test.step('planning a task', async () => {
    await card(page, 'Task 5').focus()
    await takeLargest()
    await page.keyboard.press('t')
    await expect(page.getByText('Planned for today.', { exact: true })).toBeVisible()
    await expectFew()
  })

  await test.step('completing a task', async () => {
    await page.keyboard.press('c')
    await expect(titlesAt(page, 5)).toHaveCount(0)
    await expectFew()
  })

  await test.step('opening a dialog', async () => {
    await page.getByRole('button', { name: 'Categories' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFew()
  })
})
