import type { Page } from '@playwright/test'

import { openBoard, storedAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { pasteText } from '../support/paste-text.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true })

test('Escape and a click on Cancel discard pasted lines in a sheet', async ({ page }) => {
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(page.getByText('No completed tasks yet.')).toBeVisible()
  await page.keyboard.press('q')
  const sheet = page.getByRole('dialog', { name: 'Add a task to level 5' })
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  for (const cancel of [
    () => page.keyboard.press('Escape'),
    () => sheet.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await pasteText(page, 'One\nTwo\nThree')
    await expect(sheet.getByRole('button', { name: 'Add 3 tasks' })).toBeFocused()
    await cancel()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
  }
})

test('Enter without a title keeps the level that was chosen instead of a full one', async ({ page }) => {
  const seeds = ['Board memo', 'Call Dr. Okafor', 'Interview panel'].map((title) => ({
    title,
    priority: 2 as const,
  }))
  await openBoard(page, seeds)
  await page.getByRole('button', { name: 'Add a task to level 2' }).click()
  await page.getByRole('button', { name: 'Use level 3, 4 slots free' }).click()
  await field(page).press('Enter')
  await expect(page.getByText('Title is required')).toBeVisible()
  await field(page).pressSequentially('Call')
  await field(page).press('Enter')
  await expect.poll(() => storedAt(page, 3)).toEqual(['Call'])
})

test('holding Enter chooses a name without adding the task', async ({ page }) => {
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  await page.keyboard.press('q')
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await page.keyboard.type('Call #mee')
  await expect(page.getByRole('option', { name: 'Meeting' })).toBeVisible()
  await page.keyboard.down('Enter')
  // Playwright repeats a key that is already down.
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(field(page)).toHaveValue('Call #Meeting ')
})

test('holding Backspace deletes the text but doesn’t focus or remove the level', async ({ page }) => {
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  await page.keyboard.press('q')
  const parts = page.getByRole('list', { name: 'What will be saved' })
  await expect(parts).toBeVisible()
  await page.keyboard.type('Hi')
  // Playwright repeats a key that is already down.
  for (let count = 1; count <= 5; count++) await page.keyboard.down('Backspace')
  await page.keyboard.up('Backspace')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  // A new press moves to the level, and holding it doesn't remove the level.
  for (let count = 1; count <= 3; count++) await page.keyboard.down('Backspace')
  await page.keyboard.up('Backspace')
  const level = parts.getByRole('button')
  await expect(level).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(level).toHaveCount(0)
})

test('holding Enter in the palette chooses a command but not its task', async ({ page }) => {
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('complete a task')
  await expect(palette.getByRole('option', { name: 'Complete a task…' })).toBeVisible()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(palette.getByRole('option', { name: /Weekly planning/ })).toBeVisible()
})

test('the sheet stays above a phone’s keyboard on a small screen, with every suggestion in reach @touch', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  await page.getByRole('button', { name: 'Add a task to level 3' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Add a task to level 3' })
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - 300 })
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  await sheet.getByRole('button', { name: 'Level', exact: true }).tap()
  await expect(sheet.getByRole('option', { name: 'Level 1, Critical' })).toBeInViewport({ ratio: 1 })
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  const { y = 0, height = 0 } = (await sheet.boundingBox()) ?? {}
  expect([Math.round(y) >= 0, Math.round(y + height)]).toEqual([true, 340])
})

test('screen readers announce that the level is full, when the line opens and while typing', async ({
  page,
}) => {
  await openBoard(
    page,
    ['Board memo', 'Call Dr. Okafor', 'Interview panel'].map((title) => ({ title, priority: 2 })),
  )
  await page.getByRole('button', { name: 'Add a task to level 2' }).click()
  await expect(field(page)).toHaveAccessibleDescription(/^Level 2 is full/)
  // Screen readers don't announce a region that appears together with its text.
  const region = page.locator('fieldset > [aria-live=polite]')
  await field(page).fill('Write offer p3')
  await expect(region).toBeEmpty()
  await field(page).fill('Write offer p2')
  await expect(region).toContainText('Level 2 is full (3 of 3). The task will wait for a slot.')
})
