import { expect, test } from '../support/browser-test.ts'
import { band, deafen, openBoard, seedTasks, storedAt, titlesAt } from '../support/board-page.ts'
import { drag, handleOf, rungOf, untilDraggable } from '../support/drag.ts'

const SEEDS = [
  { title: 'Board memo', priority: 2 as const },
  { title: 'Call the doctor', priority: 2 as const },
  { title: 'Water filter' },
  { title: 'Payroll', priority: 4 as const },
]

test.describe('when another window was quicker', () => {
  test.use({ expectedConsoleErrors: /status of 409/ })

  test('the server refuses a move into a full level: the card goes back, in the server’s words', async ({
    page,
  }) => {
    await deafen(page)
    await openBoard(page, SEEDS)
    // The level is filled while the move is on its way: the page could not have known.
    await page.route('**/api/tasks/*', async (route) => {
      await seedTasks(page, [{ title: 'Interview panel', priority: 2 }])
      await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call the doctor', 'Water filter'])
      await route.continue()
    })
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 2))
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(page.getByText('Level 2 is full (3 of 3).', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
    await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Call the doctor'])
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    expect(await storedAt(page, 2)).toEqual(['Board memo', 'Call the doctor', 'Interview panel'])
    expect(await storedAt(page, 5)).toEqual(['Water filter'])
  })
})

test.describe('when the server is away', () => {
  test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a move is taken back and says so, and the next one works', async ({ page, context }) => {
    await openBoard(page, SEEDS)
    await untilDraggable(page)
    await context.setOffline(true)
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 4))
    await expect(page.getByText('Failed to update task. Please try again.', { exact: true })).toBeVisible()
    await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
    await expect(titlesAt(page, 4)).toHaveText(['Payroll'])

    await context.setOffline(false)
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 4))
    await expect(page.getByText('Your task has been updated successfully', { exact: true })).toBeVisible()
    await expect(band(page, 4)).toHaveAccessibleName('Priority 4, Medium, 2 of 4')
    expect(await storedAt(page, 4)).toEqual(['Payroll', 'Water filter'])
  })
})
