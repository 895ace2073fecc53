import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { attachmentPath } from '../support/attachments.ts'
import {
  card,
  deafen,
  openBoard,
  registerByApi,
  seedTasks,
  storedAt,
  storedTasks,
  titlesAt,
  untilOutboxIsOpen,
  watchWrites,
} from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { finger, middleOf } from '../support/drag.ts'
import { makeTemplates, openTemplates, storedTemplates } from '../support/template-page.ts'
import { smallTargets } from '../support/touch-targets.ts'

const ENTRY = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') }

async function openTrash(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Account: Mara' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trash' })
  await expect(dialog).toBeVisible()
  return dialog
}

const rows = (dialog: Locator) => dialog.getByRole('list', { name: 'Deleted items' }).getByRole('listitem')
const row = (dialog: Locator, title: string) => rows(dialog).filter({ hasText: title })
const restore = (dialog: Locator, title: string) =>
  dialog.getByRole('button', { name: `Restore ${title}`, exact: true })

/** Deletes these items in this order: a task that has a file, another task, a template and a category. */
async function fillTrash(page: Page): Promise<void> {
  const [launch, badges] = await seedTasks(page, [
    { title: 'Launch', priority: 3, category: 'Pond' },
    { title: 'Order badges', priority: 1 },
  ])
  await page.request.put(attachmentPath(launch?.id ?? 0, ENTRY.name), { data: ENTRY.buffer })
  await seedTasks(page, [{ title: 'Sow beans', category: 'Pond', dependencies: [launch?.id ?? 0] }])
  const [template] = await makeTemplates(page, [
    { name: 'Move house', tasks: [{ title: 'Pack' }, { title: 'Drive' }] },
  ])
  await page.request.post('/api/categories', { data: { name: 'Pond' } })
  for (const path of [
    `tasks/${launch?.id}`,
    `tasks/${badges?.id}`,
    `templates/${template?.id}`,
    'categories/Pond',
  ])
    expect((await page.request.delete(`/api/${path}`)).status()).toBe(204)
}

/** Opens a trash of four items that loads two at a time. */
async function openFirstTwo(page: Page): Promise<Locator> {
  await registerByApi(page)
  await fillTrash(page)
  await page.route('**/api/trash**', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    await route.continue({ url: url.href })
  })
  await page.goto('/')
  const dialog = await openTrash(page)
  await expect(rows(dialog)).toHaveCount(2)
  return dialog
}

test('lists what was deleted, restores each kind, and shows a restored task', async ({ page }) => {
  await registerByApi(page)
  await fillTrash(page)
  await seedTasks(page, [
    { title: 'Payroll', priority: 1 },
    { title: 'Audit', priority: 1 },
    { title: 'Contract', priority: 1 },
  ])
  await page.goto('/?category=Meeting')
  await expect(page.getByText('No tasks found in the "Meeting" category.')).toBeVisible()
  const dialog = await openTrash(page)

  await test.step('the rows say what was deleted and when', async () => {
    await expect(rows(dialog)).toHaveCount(4)
    await expect(rows(dialog).locator('p:first-child')).toHaveText([
      'Pond',
      'Move house',
      'P1Order badges',
      'P3Launch',
    ])
    await expect(row(dialog, 'Launch')).toContainText(
      /Deleted today, .+\. 1 file\. 1 task depended on it\.30 days left/,
    )
    await expect(row(dialog, 'Move house')).toContainText('Template with 2 tasks. Deleted today')
    await expect(row(dialog, 'Pond')).toContainText('Category still used by 1 task. Deleted today')
    await expectAccessible(page, dialog)
  })

  await test.step('the filter and the search narrow the list', async () => {
    await expect(dialog.getByRole('searchbox', { name: 'Search the trash' })).toBeFocused()
    await page.keyboard.type('HOUSE')
    await expect(rows(dialog)).toHaveCount(1)
    await dialog.getByRole('radio', { name: 'Categories' }).click()
    await expect(dialog.getByText('Nothing in the trash matches “HOUSE”.')).toBeVisible()
    await expect(dialog.getByRole('status').getByText('0 items found.')).toBeAttached()
    await dialog.getByRole('searchbox').fill('')
    await expect(rows(dialog)).toHaveCount(1)
    await dialog.getByRole('radio', { name: 'All 4' }).click()
    await expect(rows(dialog)).toHaveCount(4)
  })

  await test.step('a restored row disappears, and the focus moves to the next one', async () => {
    await restore(dialog, 'Pond').focus()
    await page.keyboard.press('ArrowDown')
    await expect(restore(dialog, 'Move house')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Template restored', { exact: true })).toBeVisible()
    await expect(restore(dialog, 'Order badges')).toBeFocused()
    await expect
      .poll(async () => (await storedTemplates(page)).map(({ name }) => name))
      .toEqual(['Move house'])
    await restore(dialog, 'Pond').click()
    await expect(page.getByText('Category restored', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'All 2' })).toBeVisible()
  })

  await test.step('a task restored to a full level joins its waiting line', async () => {
    await restore(dialog, 'Order badges').click()
    await expect(page.getByText('Restored to the waiting line of level 1.', { exact: true })).toBeVisible()
    await expect.poll(() => storedAt(page, 1)).toEqual(['Payroll', 'Audit', 'Contract', 'Order badges'])
  })

  await test.step('Show closes the trash and goes to the card', async () => {
    await restore(dialog, 'Launch').click()
    await expect(page.getByText('Restored to level 3.', { exact: true })).toBeVisible()
    await expect(dialog.getByText('The trash is empty.')).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'All' })).toBeFocused()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(card(page, 'Launch')).toBeFocused()
    await expect(titlesAt(page, 3)).toHaveText(['Launch'])
    const launch = (await storedTasks(page)).find(({ title }) => title === 'Launch')
    const file = await page.request.get(attachmentPath(launch?.id ?? 0, ENTRY.name))
    expect(await file.text()).toBe('the plan')
  })
})

test('Show scrolls to a card far down the board, even if the page opened in another view', async ({
  page,
}) => {
  await registerByApi(page)
  const above = Array.from({ length: 13 }, (_, index) => ({
    title: `Task ${index}`,
    priority: 1 + (index % 4),
  }))
  const tasks = await seedTasks(page, [...above, { title: 'Old receipts', priority: 9 }])
  await page.request.delete(`/api/tasks/${tasks.at(-1)?.id}`)
  await page.goto('/?view=completed')
  const dialog = await openTrash(page)
  await restore(dialog, 'Old receipts').click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(card(page, 'Old receipts')).toBeFocused()
})

test('“Show more” moves the focus to the first added row when it loads the last page', async ({ page }) => {
  const dialog = await openFirstTwo(page)
  await dialog.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(rows(dialog)).toHaveCount(4)
  await expect(dialog.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(restore(dialog, 'Order badges')).toBeFocused()
})

test('asks for confirmation before deleting forever, and shows changes from other browsers', async ({
  page,
  browser,
  server,
}) => {
  await registerByApi(page)
  await fillTrash(page)
  await page.goto('/')
  await expect(page.getByText('1 open')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search tasks and commands' }).fill('Trash')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Trash' })
  await expect(rows(dialog)).toHaveCount(4)
  const question = page.getByRole('alertdialog')

  await test.step('Keep has focus and changes nothing', async () => {
    await restore(dialog, 'Order badges').focus()
    await page.keyboard.press('Delete')
    await expect(question).toContainText('Delete this task forever?')
    await expect(question).toContainText('“Order badges” will be deleted. This can’t be undone.')
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(restore(dialog, 'Order badges')).toBeFocused()
  })

  await test.step('Delete forever removes one row', async () => {
    await dialog.getByRole('button', { name: 'Delete Order badges forever' }).click()
    await question.getByRole('button', { name: 'Delete forever' }).click()
    await expect(page.getByText('Deleted forever', { exact: true })).toBeVisible()
    await expect(rows(dialog)).toHaveCount(3)
    await expect(restore(dialog, 'Launch')).toBeFocused()
  })

  await test.step('changes made elsewhere appear immediately', async () => {
    const elsewhere = await (await anotherBrowser(browser, page, server.url)).newPage()
    const [old] = await seedTasks(page, [{ title: 'Return books', priority: 8 }])
    await elsewhere.request.delete(`/api/tasks/${old?.id}`)
    await expect(row(dialog, 'Return books')).toBeVisible()
    await elsewhere.request.post('/api/categories/Pond/restore')
    await expect(row(dialog, 'Pond')).toHaveCount(0)
    await elsewhere.request.delete(`/api/trash/task/${old?.id}`)
    await expect(row(dialog, 'Return books')).toHaveCount(0)
    await elsewhere.context().close()
  })

  await test.step('Empty trash says what it deletes', async () => {
    await dialog.getByRole('button', { name: 'Empty trash' }).click()
    await expect(question).toContainText('Empty the trash?')
    await expect(question).toContainText(
      '1 task and 1 template will be deleted, with 1 file. This can’t be undone.',
    )
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await expectAccessible(page, question)
    await question.getByRole('button', { name: 'Delete forever' }).click()
    await expect(dialog.getByText('The trash is empty.')).toBeVisible()
    await expect(dialog.getByText('Deleted items stay here for 30 days.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Empty trash' })).toHaveCount(0)
    const stored = async () => (await (await page.request.get('/api/trash')).json()) as object
    await expect.poll(stored).toMatchObject({ items: [] })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('Undo brings back the same template and category', async ({ page }) => {
  await registerByApi(page)
  const [template] = await makeTemplates(page, [{ name: 'Move house', tasks: [{ title: 'Pack' }] }])
  await page.request.post('/api/categories', { data: { name: 'Pond' } })
  await page.goto('/')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })

  const templates = await openTemplates(page)
  page.once('dialog', (question) => void question.accept())
  await templates.getByRole('button', { name: 'Delete Move house' }).click()
  await expect(templates.getByText('Move house')).toHaveCount(0)
  await undo.click()
  await expect(templates.getByText('Move house')).toBeVisible()
  await expect.poll(async () => (await storedTemplates(page)).map(({ id }) => id)).toEqual([template?.id])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  const categories = page.getByRole('dialog', { name: 'Manage Categories' })
  await categories.getByRole('button', { name: 'Remove Pond' }).click()
  await expect(categories.getByRole('row', { name: 'Pond' })).toHaveCount(0)
  await undo.click()
  await expect(categories.getByRole('row', { name: 'Pond' })).toBeVisible()
})

test.describe('without a response from the server', () => {
  test.use({ expectedConsoleErrors: /Failed to load|ERR_FAILED|status of 500/ })

  test('a row returns after a failed restore, and the list can be reloaded', async ({ page }) => {
    // Otherwise, the list loads again when the stream opens.
    await deafen(page)
    await openBoard(page, [{ title: 'Launch' }])
    const [task] = await seedTasks(page, [{ title: `Long ${'name '.repeat(60)}end` }])
    await page.request.delete(`/api/tasks/${task?.id}`)
    await page.route('**/api/trash**', (route) => route.fulfill({ status: 500 }), { times: 1 })
    const dialog = await openTrash(page)
    await expect(dialog.getByText('Couldn’t load the trash.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(dialog)).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    await page.route('**/api/tasks/*/restore**', (route) => route.fulfill({ status: 500 }))
    await rows(dialog)
      .getByRole('button', { name: /^Restore Long/ })
      .click()
    await expect(page.getByText('Failed to update task. Please try again.', { exact: true })).toBeVisible()
    await expect(rows(dialog)).toHaveCount(1)
  })

  test('a row returns after its restore had to wait and was then rejected', async ({ page }) => {
    await registerByApi(page)
    await fillTrash(page)
    await page.goto('/')
    await untilOutboxIsOpen(page)
    await page.route('**/restore', (route) => route.abort())
    const dialog = await openTrash(page)
    await restore(dialog, 'Launch').click()
    await expect(row(dialog, 'Launch')).toHaveCount(0)
    await expect(page.getByText('1 change is waiting.', { exact: true })).toBeVisible()
    await page.route('**/restore', (route) => route.fulfill({ status: 500, json: {} }))
    await expect(row(dialog, 'Launch')).toBeVisible({ timeout: 20_000 })
  })

  test('says why “Show more” loaded nothing, and loads the rest on the next click', async ({ page }) => {
    const dialog = await openFirstTwo(page)
    await page.route(/\/api\/trash\?.*after=/, (route) => route.fulfill({ status: 500 }), { times: 1 })
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect(
      page.getByText('Something went wrong on the server. Try again in a moment.', { exact: true }),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect(rows(dialog)).toHaveCount(4)
  })
})

test.describe('on a phone', () => {
  test(
    'asks for confirmation before deleting after a long press, and every target is large enough',
    { tag: '@touch' },
    async ({ page }) => {
      await registerByApi(page)
      await fillTrash(page)
      await page.goto('/')
      await expect(page.getByText('1 open')).toBeVisible()
      const dialog = await openTrash(page)
      await expect(rows(dialog)).toHaveCount(4)
      expect(await smallTargets(page)).toEqual([])
      await expectNoSidewaysScroll(page)
      // Here the finger lifts over the question's Delete forever button.
      await page.setViewportSize({ width: 390, height: 580 })
      const { y } = await middleOf(row(dialog, 'Launch'))
      const { touch } = await finger(page)
      await touch('touchStart', { x: 250, y })
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('“Launch” will be deleted, with 1 file. This can’t be undone.')
      const yes = question.getByRole('button', { name: 'Delete forever' })
      await touch('touchEnd')
      await yes.tap()
      await expect(rows(dialog)).toHaveCount(3)
    },
  )
})

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('deletes an item forever with the mouse', async ({ page }) => {
    await registerByApi(page)
    await fillTrash(page)
    await page.goto('/')
    const dialog = await openTrash(page)
    await expect(rows(dialog)).toHaveCount(4)
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: 'Delete Launch forever' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click()
    await expect(rows(dialog)).toHaveCount(3)
  })
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a double click on Delete forever deletes only once', async ({ page }) => {
    await registerByApi(page)
    await fillTrash(page)
    await page.goto('/')
    const dialog = await openTrash(page)
    const writes = watchWrites(page)
    await dialog.getByRole('button', { name: 'Delete Order badges forever' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).dblclick()
    await expect(row(dialog, 'Order badges')).toHaveCount(0)
    await restore(dialog, 'Launch').click()
    await expect(row(dialog, 'Launch')).toHaveCount(0)
    await expect.poll(writes).toHaveLength(2)
    expect((await writes()).map((write) => write.split(' ')[0])).toEqual(['DELETE', 'POST'])
  })
})
