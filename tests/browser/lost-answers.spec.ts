import type { Page, Route } from '@playwright/test'

import { expect, test } from '../support/browser-test.ts'
import { band, card, openBoard, storedAt, storedTasks, titlesAt, watchWrites } from '../support/board-page.ts'
import { drag, handleOf, rungOf } from '../support/drag.ts'

const SEEDS = [{ title: 'Water filter' }, { title: 'Payroll', priority: 4 as const }]

test.use({ expectedConsoleErrors: /ERR_FAILED|status of 404/ })
test.beforeEach(({ page }) => openBoard(page, SEEDS))

/** The server does the next thing it is asked for at this path, and its answer does not arrive. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(path, lose, { times: 1 })
}

async function lose(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

test.describe('an answer that is lost on the way is asked for again', () => {
  test('a new task is made once', async ({ page }) => {
    await loseAnswer(page, '**/api/tasks')
    await page.getByRole('button', { name: 'Add Task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Task' })
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(page.getByText('Your task has been added successfully', { exact: true })).toBeVisible()
    await expect(card(page, 'Renew passports')).toHaveCount(1)
    expect((await storedTasks(page)).map((task) => task.title)).toEqual([
      'Payroll',
      'Water filter',
      'Renew passports',
    ])
  })

  test('a move is on screen all the while', async ({ page }) => {
    await loseAnswer(page, '**/api/tasks/*')
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 4))
    await expect(titlesAt(page, 4)).toHaveText(['Payroll', 'Water filter'])
    await expect(page.getByText('Your task has been updated successfully', { exact: true })).toBeVisible()
    await expect(band(page, 5)).toHaveCount(0)
    expect(await storedAt(page, 4)).toEqual(['Payroll', 'Water filter'])
  })

  test('a form that guards against changes from elsewhere does not take its own for one', async ({
    page,
  }) => {
    await loseAnswer(page, '**/api/tasks/*')
    await card(page, 'Water filter').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Task' })
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Water filters')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Your task has been updated successfully', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await storedTasks(page)).toMatchObject([
      { title: 'Payroll', version: 1 },
      { title: 'Water filters', version: 2 },
    ])
  })

  test('a deletion is done, whichever of the two did it', async ({ page }) => {
    await page.getByRole('button', { name: 'Edit Water filter' }).click()
    const writes = watchWrites(page)
    await loseAnswer(page, '**/api/tasks/*')
    page.once('dialog', (question) => void question.accept())
    await page.getByRole('button', { name: 'Delete Task' }).click()
    await expect(page.getByText('Your task has been deleted successfully', { exact: true })).toBeVisible()
    await expect(card(page, 'Water filter')).toHaveCount(0)
    expect(writes.filter((write) => write.startsWith('DELETE'))).toHaveLength(2)
    expect((await storedTasks(page)).map((task) => task.title)).toEqual(['Payroll'])
  })
})
