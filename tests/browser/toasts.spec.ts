import type { Page } from '@playwright/test'

import { openBoard, storedAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { swipeRight } from '../support/drag.ts'

/** How long a toast stays open without pointer or focus, in ms. */
const DURATION_MS = 5000

test.beforeEach(({ page }) => openBoard(page, [{ title: 'Water filter' }]))

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

async function add(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Shift+N')
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill(title)
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog).toBeHidden()
}

test('a new toast replaces the current one', async ({ page }) => {
  await add(page, 'Payroll')
  await expect(toast(page)).toContainText('Task created')
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await page.getByRole('checkbox', { name: 'Mark as completed' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Task updated')
  await expect(toast(page)).toHaveCount(1)
})

/** Stops the page's clock, so that the test controls time even on a busy machine. */
async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 3_600_000)
}

test('a toast closes by itself, but not while it is hovered or focused', async ({ page, isMobile }) => {
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

test(
  'a toast closes on a long swipe to the right, but not on a short one',
  { tag: '@narrow' },
  async ({ page }) => {
    await stopClock(page)
    await add(page, 'Payroll')
    await swipeRight(page, toast(page), 20)
    await expect(toast(page)).toHaveCount(1)
    await swipeRight(page, toast(page), 120)
    await expect(toast(page)).toHaveCount(0)
  },
)

test('F8 focuses a toast, Tab reaches its action, and Escape closes it', async ({ page }) => {
  await page.getByRole('button', { name: 'Edit Water filter' }).click()
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Delete Task' }).click()
  await expect(toast(page)).toContainText('Your task has been deleted successfully')
  await page.keyboard.press('F8')
  await expect(toast(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => storedAt(page, 5)).toEqual(['Water filter'])
})

/** Adds a category in the dialog, so that a toast appears over it. */
async function addCategory(page: Page) {
  await page.getByRole('button', { name: 'Categories', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Manage Categories' })
  const name = dialog.getByRole('textbox', { name: 'New category name' })
  await name.fill('Errands')
  await name.press('Enter')
  await expect(toast(page)).toContainText('Category Added')
  await expect(name).toBeFocused()
  return { dialog, name }
}

test.describe('over a dialog', () => {
  test('Escape closes the dialog and leaves the toast', async ({ page }) => {
    await stopClock(page)
    const { dialog } = await addCategory(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(toast(page)).toContainText('Category Added')
    await page.keyboard.press('Escape')
    await expect(toast(page)).toBeVisible()
  })

  test('F8 enters and leaves the toast, and Escape closes a focused toast', async ({ page }) => {
    await stopClock(page)
    const { dialog, name } = await addCategory(page)
    await page.keyboard.press('F8')
    await expect(toast(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(toast(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(name).toBeFocused()
    await page.keyboard.press('F8')
    await page.keyboard.press('F8')
    await expect(name).toBeFocused()
    await page.keyboard.press('F8')
    await expect(toast(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(toast(page)).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(name).toBeFocused()
    // The dialog traps the focus again.
    await page
      .getByRole('button', { name: 'Templates', includeHidden: true })
      .first()
      .evaluate((button) => button.focus())
    await expect(name).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
})

test.describe('a failure', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('shows the specified text', async ({ page }) => {
    const json = { message: 'Something went wrong on the server. Try again in a moment.', code: 'internal' }
    await page.route('**/api/tasks', (route) => route.fulfill({ status: 500, json }))
    await page.keyboard.press('Shift+N')
    const dialog = page.getByRole('dialog', { name: 'Add New Task' })
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Payroll')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    // The form hides the rest of the page from role queries, so find the toast by its text.
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(page.getByText('Failed to create task. Please try again.', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Payroll')
  })
})
