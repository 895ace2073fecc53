import type { Page } from '@playwright/test'

import type { Task } from '#domain/tasks/task.ts'

import {
  card,
  openBoard,
  registerByApi,
  seedTasks,
  storedAt,
  storedTasks,
  watchWrites,
} from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { holdResponse } from '../support/hold-response.ts'
import { openDetails, openEdit } from '../support/task-forms.ts'

test('a linked task opens once everything typed is saved, even during an earlier save @narrow', async ({
  page,
}) => {
  await registerByApi(page)
  const [books] = await seedTasks(page, [{ title: 'Close the books' }])
  const [memo] = await seedTasks(page, [{ title: 'Board memo', dependencies: [String(books?.id)] }])
  await page.goto('/')
  const dialog = await openDetails(page, 'Board memo')
  const letCome = await holdResponse(page, `**/api/tasks/${memo?.id}`)
  await dialog.getByRole('button', { name: /^Description/ }).click()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Two pages.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Saving...')).toBeVisible()
  await dialog.getByRole('button', { name: /^Start(?! Work)/ }).click()
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('Nov 25, 2031')
  await dialog.getByRole('list', { name: 'Depends on' }).getByRole('button').click()
  letCome()
  await expect(page.getByRole('heading', { name: 'Close the books', exact: true })).toBeVisible()
  await expect
    .poll(async () => (await storedTasks(page)).find(({ id }) => id === memo?.id))
    .toMatchObject({ description: 'Two pages.', startDate: '2031-11-25' })
})

test.describe('an edit that is still being sent when the details of another task open', () => {
  test.use({ expectedConsoleErrors: /status of 412/ })
  let memo: Task
  let sendEdit: () => void
  test.beforeEach(async ({ page }) => {
    const [first] = await openBoard(page, [{ title: 'Board memo' }, { title: 'Close the books' }])
    if (!first) throw new Error('The board is empty.')
    memo = first
    sendEdit = await holdChange(page, memo.id)
    const dialog = await openDetails(page, memo.title)
    await dialog.getByRole('button', { name: /^Description/ }).click()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Two pages.')
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByText('Saving...')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await openDetails(page, 'Close the books')
  })
  const changeElsewhere = async (page: Page, data: Partial<Task>) =>
    expect((await page.request.patch(`/api/tasks/${memo.id}`, { data })).ok()).toBe(true)

  test('is merged with a change that another device made to another field', async ({ page }) => {
    await changeElsewhere(page, { notes: 'Elsewhere' })
    sendEdit()
    await expect
      .poll(async () => (await storedTasks(page)).find(({ id }) => id === memo.id))
      .toMatchObject({ description: 'Two pages.', notes: 'Elsewhere' })
  })

  test('leaves no draft that would revert its undo', async ({ page }) => {
    const saved = page.waitForResponse(`**/api/tasks/${memo.id}`)
    sendEdit()
    await saved
    const books = page.getByRole('dialog', { name: 'Close the books', exact: true })
    await books.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(books).toBeHidden()
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await storedTasks(page)).find(({ id }) => id === memo.id))
      .toMatchObject({ description: null, version: 3 })
    const dialog = await openDetails(page, memo.title)
    await expect(dialog.getByRole('button', { name: /^Description/ })).toBeVisible()
    await expect(dialog.getByText('Two pages.')).toHaveCount(0)
  })

  test('is kept and reported if another device changed the same field', async ({ page }) => {
    await changeElsewhere(page, { description: 'One page.' })
    sendEdit()
    await expect(page.getByText('This task was edited elsewhere. Your edits are kept.').first()).toBeVisible()
    const books = page.getByRole('dialog', { name: 'Close the books', exact: true })
    await books.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(books).toBeHidden()
    const dialog = await openDetails(page, memo.title)
    await expect(dialog.getByRole('button', { name: 'Show both versions' })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Two pages.')
  })
})

test.describe('text that Escape removed', () => {
  test.use({ expectedConsoleErrors: /status of 412/ })

  for (const { when, key } of [
    { when: 'before Undo brings it back', key: null },
    { when: 'during its save', key: 'Control+Enter' },
  ])
    test(`conflicts with a change from elsewhere ${when}`, async ({ page }) => {
      const [memo] = await openBoard(page, [{ title: 'Board memo' }])
      const letGo = await holdChange(page, memo?.id ?? 0)
      const dialog = await openDetails(page, 'Board memo')
      const value = dialog.getByRole('button', { name: /^Description/ })
      const field = dialog.getByRole('textbox', { name: 'Description' })
      await value.click()
      await field.fill('Two pages.')
      if (key) {
        await page.keyboard.press(key)
        await expect(dialog.getByText('Saving...')).toBeVisible()
        await value.click()
      }
      await page.keyboard.press('Escape')
      await expect(field).toBeHidden()
      const data = { description: 'One page.' }
      expect((await page.request.patch(`/api/tasks/${memo?.id}`, { data })).ok()).toBe(true)
      letGo()
      if (!key) {
        await expect(value).toContainText('One page.')
        await value.press('Control+z')
      }
      await expect(dialog.getByRole('button', { name: 'Show both versions' })).toBeVisible()
      await expect(field).toHaveValue('Two pages.')
    })
})

test('Undo brings back text that Escape removed during the save of another value', async ({ page }) => {
  const [memo] = await openBoard(page, [{ title: 'Board memo' }])
  const letGo = await holdChange(page, memo?.id ?? 0)
  const dialog = await openDetails(page, 'Board memo')
  const description = dialog.getByRole('textbox', { name: 'Description' })
  await dialog.getByRole('button', { name: /^Start(?! Work)/ }).click()
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('Nov 25, 2031')
  await dialog.getByRole('button', { name: /^Description/ }).click()
  await expect(dialog.getByText('Saving...')).toBeVisible()
  await description.fill('Two pages.')
  await page.keyboard.press('Escape')
  await expect(description).toBeHidden()
  letGo()
  await expect(dialog.getByText('Saving...')).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(description).toHaveValue('Two pages.')
  expect((await storedTasks(page))[0]).toMatchObject({ startDate: '2031-11-25' })
})

test('holding Ctrl+Z undoes only the latest change', async ({ page }) => {
  await openBoard(
    page,
    ['Board memo', 'Water filter', 'Payroll'].map((title) => ({ title })),
  )
  for (const title of ['Water filter', 'Payroll']) {
    await page.getByRole('button', { name: `Complete ${title}` }).click()
    await expect(card(page, title)).toHaveCount(0)
  }
  const dialog = await openDetails(page, 'Board memo')
  await dialog.getByRole('button', { name: 'Close', exact: true }).focus()
  const changes = watchWrites(page)
  await page.keyboard.down('Control')
  for (let count = 1; count <= 3; count++) await page.keyboard.down('z')
  await page.keyboard.up('z')
  await page.keyboard.up('Control')
  await expect.poll(() => storedAt(page, 5)).toContain('Payroll')
  // A redo runs after the undos.
  await dialog.getByRole('button', { name: 'Close', exact: true }).press('Control+Shift+z')
  await expect.poll(() => storedAt(page, 5)).toEqual(['Board memo'])
  expect(await changes()).toHaveLength(2)
})

test.describe('while the server fails', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('Undo outside a field keeps unsaved text and doesn’t replace it with discarded text', async ({
    page,
  }) => {
    await openBoard(page, [{ title: 'Board memo' }])
    await page.route(/\/api\/tasks\/\d+$/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken.' } })
        : route.continue(),
    )
    const dialog = await openDetails(page, 'Board memo')
    const description = dialog.getByRole('textbox', { name: 'Description' })
    for (const [text, key] of [
      ['Discarded.', 'Escape'],
      ['Unsaved.', 'Control+Enter'],
    ] as const) {
      await dialog.getByRole('button', { name: /^Description/ }).click()
      await description.fill(text)
      await page.keyboard.press(key)
    }
    await expect(dialog.getByText('Couldn’t save.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).press('Control+z')
    await expect(description).toHaveValue('Unsaved.')
  })
})

test.describe('Edit Task', () => {
  test.use({ expectedConsoleErrors: /status of 412/ })

  test('doesn’t bring back edits discarded during a save that then fails', async ({ page }) => {
    const [memo] = await openBoard(page, [{ title: 'Board memo' }])
    const letGo = await holdChange(page, memo?.id ?? 0)
    const form = await openEdit(page, 'Board memo')
    await form.getByRole('textbox', { name: 'Description' }).fill('Two pages.')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(form).toBeHidden()
    const data = { description: 'One page.' }
    expect((await page.request.patch(`/api/tasks/${memo?.id}`, { data })).ok()).toBe(true)
    const rejected = page.waitForResponse((response) => response.status() === 412)
    letGo()
    await rejected
    await expect(await openEdit(page, 'Board memo')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('One page.')
    await expect(page.getByText('Your edits are kept.')).toHaveCount(0)
  })
})

/** Holds a change of a task until the returned function is called. */
async function holdChange(page: Page, id: number): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/tasks/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await promise
    await route.continue()
  })
  return resolve
}
