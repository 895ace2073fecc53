import { expect, test } from '../support/browser-test.ts'
import { band, card, registerByApi, seedTasks, storedAt, titlesAt } from '../support/board-page.ts'
import { dragByMouse, spoken } from '../support/drag.ts'

/** Fills levels 1 to 3, so that the bands of levels 7 to 9 are drawn after the first ones. */
const SEEDS = [
  ...[1, 1, 1, 2, 2, 2, 3, 3, 3, 3].map((priority, index) => ({ title: `Urgent ${index}`, priority })),
  { title: 'Water filter', priority: 7 },
  { title: 'Call the doctor', priority: 8 },
  { title: 'Payroll', priority: 9 },
]

test('a card can be dropped on a band that is drawn after the drag code has loaded', async ({ page }) => {
  await registerByApi(page)
  await seedTasks(page, SEEDS)
  const dragCode = page.waitForEvent('requestfinished', (request) => request.url().includes('/later-board-'))
  await page.goto('/?view=timeline')
  await dragCode
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(titlesAt(page, 9)).toHaveText(['Payroll'])
  await dragByMouse(page, card(page, 'Water filter'), band(page, 9), async () => {
    await expect(spoken(page, 'Moving to level 9, 2 of 10 slots taken')).toBeAttached()
  })
  await expect(page.getByText('Task updated', { exact: true })).toBeVisible()
  await expect(titlesAt(page, 9)).toHaveText(['Payroll', 'Water filter'])
  await expect.poll(() => storedAt(page, 9)).toEqual(['Payroll', 'Water filter'])
})
