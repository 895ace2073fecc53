import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../support/browser-test.ts'
import { band, card, openBoard, storedAt, storedTasks, titlesAt } from '../support/board-page.ts'
import { drag, handleOf, rungOf } from '../support/drag.ts'

const TITLES = ['Rewrite the checklist', 'Water filter', 'Sketch the allotment']
const OTHERS = ['Rewrite the checklist', 'Sketch the allotment']

test.beforeEach(async ({ page }) => {
  await openBoard(page, [
    { title: 'Rewrite the checklist' },
    { title: 'Water filter', description: 'Order cartridges.', dueDate: '2031-05-02', category: 'Reminder' },
    { title: 'Sketch the allotment' },
  ])
})

test('Undo after a move brings the task back to its level and its place', async ({ page }) => {
  await drag(page, handleOf(page, 'Water filter'), rungOf(page, 1))
  const undo = await restOnUndo(page)
  await expect(titlesAt(page, 1)).toHaveText(['Water filter'])
  await undo.click()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect(band(page, 1)).toHaveCount(0)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
})

test('Undo after completing in the form opens the task again in its place', async ({ page }) => {
  await card(page, 'Water filter').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Task' })
  await dialog.getByRole('checkbox', { name: 'Mark as completed' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const undo = await restOnUndo(page)
  await expect(dialog).toBeHidden()
  await expect(titlesAt(page, 5)).toHaveText(OTHERS)
  await undo.click()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(page.getByText('No completed tasks yet. Complete some tasks to see them here!')).toBeVisible()
})

test("Undo after the card's Delete, which completes, opens the task again in its place", async ({ page }) => {
  page.once('dialog', (question) => void question.accept())
  await card(page, 'Water filter').focus()
  await page.keyboard.press('i')
  await page
    .getByRole('dialog', { name: 'Details of Water filter' })
    .getByRole('button', { name: 'Delete' })
    .click()
  const undo = await restOnUndo(page)
  await expect(titlesAt(page, 5)).toHaveText(OTHERS)
  await undo.click()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
})

test('Undo after a deletion makes the task again with all it held, in its place', async ({ page }) => {
  const before = (await storedTasks(page)).find((task) => task.title === 'Water filter')
  await page.getByRole('button', { name: 'Edit Water filter' }).click()
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Delete Task' }).click()
  const undo = await restOnUndo(page)
  await expect(page.getByText('Your task has been deleted successfully', { exact: true })).toBeVisible()
  await expect(titlesAt(page, 5)).toHaveText(OTHERS)
  await undo.click()
  await expect(titlesAt(page, 5)).toHaveText(TITLES)
  await expect.poll(() => storedAt(page, 5)).toEqual(TITLES)
  const after = (await storedTasks(page)).find((task) => task.title === 'Water filter')
  const { description, dueDate, category, priority, completed } = before ?? {}
  expect(after).toMatchObject({ description, dueDate, category, priority, completed })
})

/** The way back in the toast, which stays for as long as the pointer rests on it. */
async function restOnUndo(page: Page): Promise<Locator> {
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  return undo
}
