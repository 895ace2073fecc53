import type { Page } from '@playwright/test'

import {
  card,
  openBoard,
  registerByApi,
  storedAt,
  storedTasks,
  untilOutboxIsOpen,
} from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { startWork } from '../support/clock-page.ts'
import { storedNames } from '../support/offline-kinds.ts'
import { addTask, openAdd, openEdit, saveTask } from '../support/task-forms.ts'
import { drag, handleOf, rungOf, untilDraggable } from '../support/drag.ts'

test.use({ expectedConsoleErrors: /net::ERR_/ })

/**
 * Adds 'Order badges' to level 3 while it can't be sent.
 * @returns a function that lets it be sent, and waits until the board shows it under its id
 */
async function addUnsent(page: Page, closesLine = true): Promise<() => Promise<void>> {
  await untilOutboxIsOpen(page)
  await page.route('**/api/tasks**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Add a task to level 3' }).click()
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  await field.fill('Order badges')
  await field.press('Enter')
  const row = page.getByRole('listitem').filter({ has: card(page, 'Order badges') })
  await expect(row.getByText('Waiting to be sent')).toBeVisible()
  if (closesLine) await page.keyboard.press('Escape')
  return async () => {
    await page.unroute('**/api/tasks**')
    // Otherwise the next attempt could be half a minute away.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect
      .poll(async () => (await storedTasks(page)).map(({ title }) => title))
      .toContain('Order badges')
    await expect(page.locator('[data-task^="-"]')).toHaveCount(0)
  }
}

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).dblclick()
  const second = page.getByRole('button', { name: 'Discard 1 change' })
  await expect(second).toBeVisible()
  expect(await storedNames(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Keep', exact: true }).press('Tab')
  await expect(second).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => storedNames(page)).toEqual([])
}

test.describe('a change of an account that is no longer signed in', () => {
  test.beforeEach(async ({ page }) => {
    await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
    await addUnsent(page)
    await page.getByRole('link', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Keep and sign out' }).click()
    await expect(page.getByText('You’re signed out. 1 change is waiting.')).toBeVisible()
  })

  test('can be discarded on the signed-out page', async ({ page }) => {
    await discard(page)
    await expect(page.getByText(/1 change is waiting/)).toHaveCount(0)
  })

  test('can be discarded by another user', async ({ page }) => {
    await page.unroute('**/api/tasks**')
    await registerByApi(page)
    await page.goto('/')
    const line = page.getByRole('status').getByText('1 change is waiting for another account.')
    await expect(line).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => line.evaluate((text) => text.scrollHeight === text.clientHeight)).toBe(true)
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await discard(page)
    await expect(line).toHaveCount(0)
  })
})

test('a task created without a connection is announced only once', async ({ page }) => {
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  const send = await addUnsent(page, false)
  const said = page.getByText('Added to level 3.')
  await expect(said).toHaveCount(1)
  await page.keyboard.type('Call Ann')
  await expect(said).toHaveCount(0)
  await send()
  await expect(card(page, 'Order badges')).toBeVisible()
  await expect(said).toHaveCount(0)
})

test.describe('when a task created without a connection gets its id', () => {
  test('it stays selected', async ({ page }) => {
    await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
    const send = await addUnsent(page)
    await card(page, 'Order badges').click({ modifiers: ['ControlOrMeta'] })
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await expect(bar).toContainText('1 selected')
    await send()
    await expect(bar).toContainText('1 selected')
    await bar.getByRole('button', { name: 'Complete', exact: true }).click()
    const isDone = async () =>
      (await storedTasks(page)).find(({ title }) => title === 'Order badges')?.completed
    await expect.poll(isDone).toBe(true)
  })

  test('the dialog for its dependencies stays open and saves them', async ({ page }) => {
    await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
    const send = await addUnsent(page)
    await page.keyboard.press('ControlOrMeta+k')
    const search = page.getByRole('combobox', { name: 'Search tasks and commands' })
    await expect(search).toBeFocused()
    await page.keyboard.type('depends')
    const command = page.getByRole('option', { name: 'Change what a task depends on…' })
    await expect(command).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Order badges' }).click()
    const links = page.getByRole('dialog', { name: 'Dependencies of “Order badges”' })
    const field = links.getByRole('combobox')
    await field.fill('week')
    await send()
    await expect(field).toHaveValue('week')
    await page.keyboard.press('Enter')
    const stored = async () => (await storedTasks(page)).find(({ title }) => title === 'Order badges')
    await expect.poll(async () => (await stored())?.dependencies).toHaveLength(1)
  })

  test('a form with edited dependencies on it has no conflict', async ({ page }) => {
    await openBoard(page, [
      { title: 'Weekly planning', priority: 3 },
      { title: 'Print menus', priority: 3 },
    ])
    const send = await addUnsent(page)
    const edit = await openEdit(page, 'Print menus')
    const depends = edit.getByRole('combobox', { name: 'Depends on' })
    const add = async (title: string) => {
      await depends.fill(title)
      await page.getByRole('option', { name: title }).click()
    }
    await add('Order badges')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect(edit).toBeHidden()
    await openEdit(page, 'Print menus')
    await add('Weekly planning')
    await send()
    await expect(edit.getByRole('button', { name: 'Remove Order badges' })).toBeVisible()
    await saveTask(page, edit)
    const stored = async () => (await storedTasks(page)).find(({ title }) => title === 'Print menus')
    await expect.poll(async () => (await stored())?.dependencies).toHaveLength(2)
  })

  test('the form of an added task that depends on it doesn’t restore its draft', async ({ page }) => {
    await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
    const send = await addUnsent(page)
    const add = await openAdd(page)
    await add.getByRole('textbox', { name: 'Task Title' }).fill('Print menus')
    await add.getByRole('combobox', { name: 'Depends on' }).fill('Order')
    await page.getByRole('option', { name: 'Order badges' }).click()
    await add.getByRole('button', { name: 'Add Task' }).click()
    await expect(add).toBeHidden()
    await send()
    const stored = async () => (await storedTasks(page)).find(({ title }) => title === 'Print menus')
    await expect.poll(async () => (await stored())?.dependencies).toHaveLength(1)
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tenfold:draft:')))
    await expect.poll(drafts).toEqual([])
    await openAdd(page)
    await expect(add.getByRole('textbox', { name: 'Task Title' })).toHaveValue('')
  })

  test('the choices at a full level stay open and can move it', async ({ page }) => {
    await openBoard(page, [
      { title: 'Board memo', priority: 2 },
      { title: 'Call the doctor', priority: 2 },
      { title: 'Interview panel', priority: 2 },
      { title: 'Weekly planning', priority: 3 },
    ])
    const send = await addUnsent(page)
    await untilDraggable(page)
    await drag(page, handleOf(page, 'Order badges'), rungOf(page, 2))
    const tray = page.getByRole('dialog', { name: 'Level 2 is full' })
    await tray.getByRole('button', { name: /^Swap with…/ }).click()
    const swap = page.getByRole('button', { name: 'Swap with Board memo' })
    await expect(swap).toBeVisible()
    await send()
    await swap.click()
    await expect.poll(() => storedAt(page, 2)).toEqual(['Order badges', 'Call the doctor', 'Interview panel'])
  })

  test('the confirmation to reset its timer stays open and still works', async ({ page, context }) => {
    await context.clock.install({ time: '2026-11-20T10:00:00Z' })
    await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
    const send = await addUnsent(page)
    await startWork(page, 'Order badges')
    await context.clock.runFor(61_000)
    await page.getByRole('button', { name: 'Reset the timer for Order badges' }).click()
    const question = page.getByRole('alertdialog', { name: 'Reset the timer?' })
    await expect(question).toContainText('1 m of unsaved time will be lost.')
    await send()
    await expect(question).toContainText('1 m of unsaved time will be lost.')
    await question.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByRole('timer')).toHaveCount(0)
  })
})

test('a task typed over a restored draft is added too if the first one still waits', async ({ page }) => {
  await openBoard(page, [])
  await untilOutboxIsOpen(page)
  let isOffline = false
  await page.route('**/api/tasks', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    // The first request gets no response before the reload.
    return isOffline ? route.abort() : undefined
  })
  const form = await openAdd(page)
  const title = form.getByRole('textbox', { name: 'Task Title' })
  await title.fill('Order badges')
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(form.getByRole('button', { name: 'Adding...' })).toBeVisible()
  isOffline = true
  await page.reload()
  await untilOutboxIsOpen(page)
  await openAdd(page)
  await expect(title).toHaveValue('Order badges')
  await addTask(form, 'Book the hall')
  await expect(page.getByText('Waiting to be sent')).toHaveCount(2)
  await page.unroute('**/api/tasks')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(async () => (await storedTasks(page)).map((task) => task.title))
    .toEqual(['Order badges', 'Book the hall'])
})
