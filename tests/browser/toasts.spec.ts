import type { Page } from '@playwright/test'

import { openBoard, storedAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { swipeRight } from '../support/drag.ts'

/** As long as a toast stands when nobody looks at it. */
const DURATION_MS = 5000

test.beforeEach(({ page }) => openBoard(page, [{ title: 'Water filter' }]))

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

async function add(page: Page, title: string): Promise<void> {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill(title)
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog).toBeHidden()
}

test('there is one at a time: a new one takes the place of the one before', async ({ page }) => {
  await add(page, 'Payroll')
  await expect(toast(page)).toContainText('Task created')
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await page.getByRole('checkbox', { name: 'Mark as completed' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Task updated')
  await expect(toast(page)).toHaveCount(1)
})

/** From now on no time passes but what the story lets pass: how long a busy machine takes counts for nothing. */
async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 3_600_000)
}

test('it goes by itself, but not while somebody looks at it', async ({ page, isMobile }) => {
  await stopClock(page)
  await add(page, 'Payroll')
  await expect(toast(page)).toBeVisible()
  if (isMobile) await page.keyboard.press('F8')
  else await toast(page).hover()
  await page.clock.runFor(DURATION_MS * 2)
  await expect(toast(page)).toBeVisible()
  if (isMobile) await page.getByRole('button', { name: 'Add Task' }).first().focus()
  else await page.mouse.move(0, 0)
  await page.clock.runFor(DURATION_MS)
  await expect(toast(page)).toBeHidden()
})

test('a swipe to the right takes it away; a short one does not', async ({ page }) => {
  await stopClock(page)
  await add(page, 'Payroll')
  await swipeRight(page, toast(page), 20)
  await expect(toast(page)).toHaveCount(1)
  await swipeRight(page, toast(page), 120)
  await expect(toast(page)).toHaveCount(0)
})

test('F8 goes to it, Tab to what it offers, and Escape closes it', async ({ page }) => {
  await page.getByRole('button', { name: 'Edit Water filter' }).click()
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Delete Task' }).click()
  await expect(toast(page)).toContainText('Your task has been deleted successfully')
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toast(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => storedAt(page, 5)).toEqual(['Water filter'])
})

test.describe('a failure', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('is told in the words of the specification', async ({ page }) => {
    const json = { message: 'Something went wrong on the server.', code: 'internal' }
    await page.route('**/api/tasks', (route) => route.fulfill({ status: 500, json }))
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Add New Task' })
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Payroll')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    // The form keeps the rest of the page to itself, so it is found by its words.
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(page.getByText('Failed to create task. Please try again.', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Payroll')
  })
})
