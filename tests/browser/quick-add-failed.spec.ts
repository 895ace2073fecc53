import type { Page, Route } from '@playwright/test'

import { pasteText } from '../support/paste-text.ts'
import { band, openBoard, storedAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true })
const row = (page: Page, level: number) =>
  band(page, level).getByRole('button', { name: `Add a task to level ${level}` })
const chips = (page: Page) => page.getByRole('list', { name: 'What will be saved' })

/**
 * Holds requests for new tasks. A request is sent only after the one before it. Returns a function that rejects a number
 * of them in order, and accepts later ones.
 */
async function holdNewTasks(page: Page) {
  const held: Route[] = []
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST' ? void held.push(route) : route.fallback(),
  )
  return async (count: number) => {
    for (let sent = 0; sent < count; sent++) {
      await expect.poll(() => held.length).toBe(sent + 1)
      await held[sent]?.fulfill({ status: 500, body: '{}' })
      const toast = page.getByRole('listitem').filter({ hasText: 'Failed to create task. Please try again.' })
      await toast.getByRole('button', { name: 'Close' }).click()
      await expect(toast).toBeHidden()
    }
    await page.unroute('**/api/tasks')
  }
}

async function addQuickly(page: Page, text: string): Promise<void> {
  // Enter does nothing until the new-task line has loaded.
  await expect(chips(page)).toBeVisible()
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
}

/** Opens a line before its date reader has loaded. Returns a function that lets the reader load. */
async function openWithoutReader(page: Page): Promise<() => void> {
  const arrival = Promise.withResolvers<void>()
  await page.route(/due-text/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.reload()
  await row(page, 3).click()
  await expect(chips(page)).toBeVisible()
  return arrival.resolve
}

test.beforeEach(async ({ page }) => {
  await openBoard(page, [
    { title: 'Board memo', priority: 2 },
    { title: 'Weekly planning', priority: 3 },
  ])
})

test.describe('when the server rejects tasks', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('offers two failed tasks again once the task being typed is added, even after a reload', async ({
    page,
  }) => {
    const failAll = await holdNewTasks(page)
    await row(page, 3).click()
    await addQuickly(page, 'Order badges')
    await addQuickly(page, 'Book the caterer')
    await field(page).fill('Print menus')
    await failAll(2)
    await expect(field(page)).toHaveValue('Print menus')
    await page.reload()
    await row(page, 3).click()
    await expect(chips(page)).toBeVisible()
    await expect(field(page)).toHaveValue('Print menus')
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('Order badges')
    await expect.poll(() => storedAt(page, 3)).toContain('Print menus')
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('Book the caterer')
    await expect.poll(() => storedAt(page, 3)).toContain('Order badges')
    await page.reload()
    await row(page, 3).click()
    await expect(chips(page)).toBeVisible()
    await expect(field(page)).toHaveValue('Book the caterer')
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('')
    await expect
      .poll(() => storedAt(page, 3))
      .toEqual(['Weekly planning', 'Print menus', 'Order badges', 'Book the caterer'])
    await field(page).press('Escape')
    await expect(row(page, 3)).not.toContainText('Draft')
  })

  test('offers a failed task again after the draft of a closed line', async ({ page }) => {
    const failAll = await holdNewTasks(page)
    await row(page, 3).click()
    await addQuickly(page, 'Order badges')
    await field(page).fill('Print menus')
    await field(page).press('Escape')
    await failAll(1)
    await row(page, 3).click()
    await expect(field(page)).toHaveValue('Print menus')
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('Order badges')
  })

  test('offers a failed task again in a line that was closed and reopened', async ({ page }) => {
    const failAll = await holdNewTasks(page)
    await row(page, 3).click()
    await addQuickly(page, 'Order badges')
    await field(page).press('Escape')
    await row(page, 3).click()
    await expect(chips(page)).toBeVisible()
    await failAll(1)
    await expect(field(page)).toHaveValue('Order badges')
  })

  test('offers several pasted lines again', async ({ page }) => {
    await page.route('**/api/tasks/several', (route) => route.fulfill({ status: 500, body: '{}' }))
    await row(page, 3).click()
    await pasteText(page, 'One\nTwo')
    await page.getByRole('button', { name: 'Add 2 tasks' }).click()
    await expect(page.getByText('Failed to create tasks. Please try again.', { exact: true })).toBeVisible()
    await page.unroute('**/api/tasks/several')
    await page.reload()
    await row(page, 3).click()
    await page.getByRole('button', { name: 'Add 2 tasks' }).click()
    await expect.poll(() => storedAt(page, 3)).toEqual(['Weekly planning', 'One', 'Two'])
  })

  test('marks the row where a task failed after its line was closed', async ({ page }) => {
    const failAll = await holdNewTasks(page)
    await row(page, 3).click()
    await addQuickly(page, 'Order badges')
    await field(page).press('Escape')
    await expect(row(page, 3)).not.toContainText('Draft')
    await failAll(1)
    await expect(row(page, 3)).toContainText('Draft')
    await expect(row(page, 2)).not.toContainText('Draft')
  })
})

test('keeps the text of a closed line while the browser’s storage is full', async ({ page }) => {
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await row(page, 3).click()
  await expect(chips(page)).toBeVisible()
  await field(page).fill('Order badges')
  await field(page).press('Escape')
  await expect(row(page, 3)).toContainText('Draft')
  await row(page, 3).click()
  await expect(field(page)).toHaveValue('Order badges')
})

test('adding text from the search keeps the line’s draft for later', async ({ page }) => {
  await page.keyboard.press('q')
  await expect(chips(page)).toBeVisible()
  await field(page).fill('Order badges')
  await field(page).press('Escape')
  await expect(row(page, 2)).toContainText('Draft')
  await fillFromSearch(page, 'Harbor')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('Order badges')
  await expect.poll(() => storedAt(page, 2)).toContain('Harbor')
})

test('a line filled from the search keeps what is typed later', async ({ page }) => {
  await fillFromSearch(page, 'Harbor')
  await field(page).fill('Next idea')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(field(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(field(page)).toHaveValue('Next idea')
})

async function fillFromSearch(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByText(`Nothing found for “${text}”.`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue(text)
}

test('reads the dates of pasted lines even if the date reader loads later', async ({ page }) => {
  const letCome = await openWithoutReader(page)
  await pasteText(page, 'Order badges\nBook the caterer tomorrow')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  letCome()
  await expect.poll(() => storedAt(page, 3)).toEqual(['Weekly planning', 'Order badges', 'Book the caterer'])
})

test('keeps text typed after Enter while the date reader loads', async ({ page }) => {
  const letCome = await openWithoutReader(page)
  await page.keyboard.type('Order badges')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Print menus')
  await expect(field(page)).toHaveValue('Order badgesPrint menus')
  letCome()
  await expect.poll(() => storedAt(page, 3)).toContain('Order badges')
  await expect(field(page)).toHaveValue('Print menus')
})

test('adds no pasted lines that were canceled before the date reader loaded', async ({ page }) => {
  const letCome = await openWithoutReader(page)
  await pasteText(page, 'Order badges\nBook the caterer')
  await page.getByRole('button', { name: 'Add 2 tasks' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.type('Print menus tomorrow')
  letCome()
  await expect(chips(page).getByRole('listitem')).toHaveCount(2)
  await expect(field(page)).toHaveValue('Print menus tomorrow')
  await field(page).press('Enter')
  await expect.poll(() => storedAt(page, 3)).toEqual(['Weekly planning', 'Print menus'])
})

test('opens no form for a line that was closed before the date reader loaded', async ({ page }) => {
  const letCome = await openWithoutReader(page)
  await page.keyboard.type('Order badges')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await row(page, 3).click()
  await page.keyboard.type(' tomorrow')
  letCome()
  await expect(chips(page).getByRole('listitem')).toHaveCount(2)
  await expect(field(page)).toHaveValue('Order badges tomorrow')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const [what, type] of [
  ['a task', (page: Page) => page.keyboard.type('Order badges')],
  ['pasted tasks', (page: Page) => pasteText(page, 'Order badges\nPrint menus')],
] as const)
  test(`adding ${what} leaves no draft if the line is closed while the date reader loads`, async ({
    page,
  }) => {
    const letCome = await openWithoutReader(page)
    await type(page)
    await page.keyboard.press('Enter')
    const line = page.getByRole('group', { name: 'Add a task to level 3' })
    await line.getByRole('button', { name: 'Close' }).click()
    await expect(row(page, 3)).toContainText('Draft')
    letCome()
    await expect.poll(() => storedAt(page, 3)).toContain('Order badges')
    await expect(row(page, 3)).not.toContainText('Draft')
  })
