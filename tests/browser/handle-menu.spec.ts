import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import {
  band,
  card,
  deleteElsewhere,
  openBoard,
  restOnUndo,
  storedAt,
  storedTasks,
  titlesAt,
  watchWrites,
} from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { handleOf, spoken } from '../support/drag.ts'
import { holdResponse } from '../support/hold-response.ts'

const SEEDS = [
  ...['Redline the contract', 'Call the notary', 'Board memo'].map((title) => ({
    title,
    priority: 1 as const,
  })),
  { title: 'Rewrite the checklist' },
  { title: 'Water filter', elapsedTime: 600 },
]

test.beforeEach(({ page }) => openBoard(page, SEEDS))

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')

/** The title or handle of a card, whichever has focus. */
function titleOrHandle(page: Page, title: string): Locator {
  return card(page, title).or(handleOf(page, title)).and(page.locator(':focus'))
}

/** Opens a card's menu and returns one of its items. */
async function item(page: Page, title: string, name: string): Promise<Locator> {
  await page.mouse.move(0, 0)
  await handleOf(page, title).click()
  return page.getByRole('menu', { name: `Actions for ${title}` }).getByRole('menuitem', { name })
}

test(
  'lists every action in order, with its key on wide screens',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await handleOf(page, 'Redline the contract').click()
    const items = page.getByRole('menu', { name: 'Actions for Redline the contract' }).getByRole('menuitem')
    const names = [
      'Complete',
      'Edit',
      'Start work',
      'Plan for today',
      'Duplicate',
      'Attach a file…',
      'Select',
      'Delete',
      'Move up',
      'Move down',
    ]
    for (const [index, name] of names.entries()) await expect(items.nth(index)).toContainText(name)
    await expect(items.filter({ hasText: /^\d+$/ })).toHaveCount(10)
    await expect(items.locator('kbd:visible')).toHaveCount(isMobile ? 0 : 9)
    await expectAccessible(page, items.first())
  },
)

test(
  'Complete, Edit and Start work act like the card’s own controls',
  { tag: '@narrow' },
  async ({ page }) => {
    await (await item(page, 'Rewrite the checklist', 'Edit')).click()
    await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
    await page.keyboard.press('Escape')
    // The focus returns to the card, on its title or the handle that opened the menu.
    await expect(titleOrHandle(page, 'Rewrite the checklist')).toBeFocused()
    await (await item(page, 'Rewrite the checklist', 'Start work')).click()
    const canvas = page.getByRole('dialog', { name: 'Rewrite the checklist', exact: true })
    await expect(canvas).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(canvas).toBeHidden()
    await expect(titleOrHandle(page, 'Rewrite the checklist')).toBeFocused()
    await (await item(page, 'Water filter', 'Complete')).click()
    await expect(toast(page)).toContainText('Task completed')
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist'])
    await expect(card(page, 'Rewrite the checklist')).toBeFocused()
  },
)

test(
  'Duplicate puts a copy without tracked time under the original and focuses it',
  { tag: '@narrow' },
  async ({ page }) => {
    await (await item(page, 'Rewrite the checklist', 'Duplicate')).click()
    const copied = ['Rewrite the checklist', 'Rewrite the checklist', 'Water filter']
    await expect(titlesAt(page, 5)).toHaveText(copied)
    await expect(toast(page)).toContainText('Task duplicated')
    await expect(spoken(page, 'Duplicated Rewrite the checklist. 3 of 6 slots taken.')).toHaveCount(1)
    await expect(card(page, 'Rewrite the checklist').nth(1)).toBeFocused()
    await card(page, 'Water filter').focus()
    await page.keyboard.press('d')
    await expect(card(page, 'Water filter')).toHaveCount(2)
    await expect(toast(page)).toContainText('Water filter')
    const undo = await restOnUndo(page)
    const times = async () =>
      (await storedTasks(page))
        .filter(({ title }) => title === 'Water filter')
        .map((task) => task.elapsedTime)
    await expect.poll(times).toEqual([600, 0])
    await undo.click()
    await expect.poll(() => storedAt(page, 5)).toEqual(copied)
  },
)

test('a copy that arrives while the user types leaves the focus in the text field', async ({ page }) => {
  const { promise: typed, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/tasks/*/duplicate', async (route) => {
    await typed
    await route.continue()
  })
  await card(page, 'Water filter').focus()
  await page.keyboard.press('d')
  await page.keyboard.press('q')
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('Call ')
  answer()
  await expect(toast(page)).toContainText('Task duplicated')
  await expect(card(page, 'Water filter')).toHaveCount(2)
  // On a card, C would complete its task.
  await page.keyboard.type('the circus')
  await expect(field).toHaveValue('Call the circus')
  await expect
    .poll(() => storedAt(page, 5))
    .toEqual(['Rewrite the checklist', 'Water filter', 'Water filter'])
})

test('a copy that arrives while another card has focus leaves it there', async ({ page }) => {
  const letCome = await holdResponse(page, '**/api/tasks/*/duplicate')
  await card(page, 'Water filter').focus()
  await page.keyboard.press('d')
  await card(page, 'Rewrite the checklist').focus()
  letCome()
  await expect(card(page, 'Water filter')).toHaveCount(2)
  await expect(toast(page)).toContainText('Task duplicated')
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))))
  await expect(card(page, 'Rewrite the checklist')).toBeFocused()
})

test('Duplicate at a full level adds to the waiting line', async ({ page }) => {
  await (await item(page, 'Board memo', 'Duplicate')).click()
  await expect(band(page, 1).getByRole('button', { name: '1 waiting' })).toBeVisible()
  await expect(spoken(page, 'Duplicated Board memo. The copy will wait for a slot.')).toHaveCount(1)
  await expect.poll(() => storedAt(page, 1)).toHaveLength(4)
})

test(
  'Delete deletes the task without confirmation, and Undo restores it',
  { tag: '@narrow' },
  async ({ page }) => {
    await (await item(page, 'Rewrite the checklist', 'Delete')).click()
    await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Water filter'])
    await card(page, 'Water filter').focus()
    await page.keyboard.press('Delete')
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist'])
    await expect(toast(page)).toContainText('Your task has been deleted successfully')
    const undo = await restOnUndo(page)
    await expect(card(page, 'Rewrite the checklist')).toBeFocused()
    await expect.poll(() => storedTasks(page)).toHaveLength(SEEDS.length - 1)
    await undo.click()
    await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Water filter'])
  },
)

test('Ctrl+Shift+Z redoes an undone change', async ({ page }) => {
  const writes = watchWrites(page)
  await page.keyboard.press('Control+Shift+z')
  await card(page, 'Water filter').focus()
  await page.keyboard.press('c')
  await expect(toast(page)).toContainText('Task completed')
  await page.keyboard.press('Control+z')
  await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Water filter'])
  await page.keyboard.press('Control+Shift+z')
  await expect(toast(page)).toContainText('Completed again')
  await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist'])
  expect((await writes()).length).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titlesAt(page, 5)).toHaveText(['Rewrite the checklist', 'Water filter'])
})

test('an open menu closes and the level gets focus when another device deletes the task', async ({
  page,
}) => {
  await handleOf(page, 'Rewrite the checklist').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeFocused()
  const task = (await storedTasks(page)).find(({ title }) => title === 'Rewrite the checklist')
  if (task) await deleteElsewhere(page, task)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(band(page, 5)).toBeFocused()
})

test('a card’s summary stays closed while the pointer is on its menu, and over the form that the menu opens', async ({
  page,
}) => {
  await page.clock.install()
  await page.mouse.move(0, 0)
  await handleOf(page, 'Board memo').press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
  await page.clock.runFor(1000)
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
