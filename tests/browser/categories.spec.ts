import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { deafen, openBoard, registerByApi, untilOutboxIsOpen, watchWrites } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

const DEFAULTS = ['Task', 'Project', 'Meeting', 'Appointment', 'Reminder', 'Deadline']

test('adds a category, which the filter and the form offer immediately', async ({ page }) => {
  await openBoard(page, [])
  const dialog = await openCategories(page)
  const name = nameField(dialog)
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await expect(name).toBeFocused()
  await expect(dialog.getByRole('columnheader', { name: 'Category' })).toHaveCSS('text-align', 'start')
  await expect(add).toBeDisabled()
  await expect(dialog.getByText('0/30')).toBeVisible()
  await name.fill('   ')
  await expect(add).toBeDisabled()
  // The length is that of the stored, composed form.
  await name.fill('e\u0301'.repeat(30))
  await expect(dialog.getByText('30/30')).toBeVisible()
  await name.fill('  Garden ')
  await expect(dialog.getByText('6/30')).toBeVisible()
  await add.click()
  await expect(page.getByText('Category Added', { exact: true })).toBeVisible()
  await expect(page.getByText('The new category has been added successfully.', { exact: true })).toBeVisible()
  await expect(rowNames(dialog)).toHaveText([...DEFAULTS.map((name) => `${name}Default`), 'Garden'])
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
  await expect.poll(() => storedNames(page)).toEqual([...DEFAULTS, 'Garden'])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Categories' })).toBeFocused()

  await page.getByRole('button', { name: 'Filter by Category' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Garden' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  await form.getByRole('textbox', { name: 'Task Title' }).fill('Sow beans')
  await form.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Garden' }).click()
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Edit Sow beans' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Edit Task' }).getByRole('combobox', { name: 'Category' }),
  ).toHaveText('Garden')
})

test('adds categories with Enter, and moves the focus to the next row after a removal', async ({ page }) => {
  await openBoard(page, [])
  await page.getByRole('button', { name: 'Categories' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Manage Categories' })
  await expect(nameField(dialog)).toBeFocused()
  for (const name of ['Garden', 'Harbour', 'Errands']) {
    await page.keyboard.type(name)
    // Enter does nothing until the page has processed the previous response, which the test can see before the page does.
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.keyboard.press('Enter')
    await answered
    await expect(dialog.getByRole('row', { name })).toBeInViewport()
  }
  await removeButton(dialog, 'Harbour').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Category Removed', { exact: true })).toBeVisible()
  await expect(page.getByText('The category has been removed successfully.', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Harbour' })).toHaveCount(0)
  await expect(removeButton(dialog, 'Errands')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(removeButton(dialog, 'Garden')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('row', { name: 'Garden' })).toHaveCount(0)
  await expect(nameField(dialog)).toBeFocused()
  // The row disappears before the server responds.
  await expect.poll(() => storedNames(page)).toEqual(DEFAULTS)
})

test('does not offer to remove the default categories', async ({ page }) => {
  await openBoard(page, [])
  const dialog = await openCategories(page)
  for (const name of DEFAULTS) {
    await expect(dialog.getByRole('row', { name: `${name} Default Cannot remove` })).toBeVisible()
  }
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('shows an error next to the field for invalid names and doesn’t send them', async ({ page }) => {
  await openBoard(page, [])
  const dialog = await openCategories(page)
  const writes = watchWrites(page)
  // Until the list has loaded, the field can't detect existing names.
  await expect(rowNames(dialog)).toHaveCount(DEFAULTS.length)
  const name = nameField(dialog)
  for (const [typed, message] of [
    ['', 'Category name cannot be empty'],
    ['  ', 'Category name cannot be empty'],
    ['deadLINE', 'This category already exists'],
    ['x'.repeat(31), 'Category name must be 30 characters or fewer'],
  ] as const) {
    await name.fill(typed)
    await name.press('Enter')
    await expect(dialog.getByText(message)).toBeVisible()
    await expect(name).toHaveAccessibleDescription(message)
    await expect(name).toHaveValue(typed)
    await name.fill('Garden')
    await expect(dialog.getByText(message)).toHaveCount(0)
  }
  expect(await writes()).toEqual([])
})

test('asks for confirmation before discarding a typed name', async ({ page }) => {
  await openBoard(page, [])
  const dialog = await openCategories(page)
  await nameField(dialog).fill('Garden')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(nameField(dialog)).toHaveValue('Garden')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(nameField(await openCategories(page))).toHaveValue('')
})

test('keeps a removed category in the filter and the form of its tasks', async ({ page }) => {
  await openBoard(page, [{ title: 'Sow beans', category: 'Garden' }])
  await addCategories(page, ['Garden'])
  await page.reload()
  const dialog = await openCategories(page)
  await removeButton(dialog, 'Garden').click()
  await expect(dialog.getByRole('row', { name: 'Garden' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Filter by Category' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Garden' }).click()
  await expect(page.getByRole('button', { name: 'Sow beans', exact: true })).toBeVisible()
})

test.describe('when a request fails', () => {
  test.use({ expectedConsoleErrors: /status of (404|409|503)|ERR_INTERNET_DISCONNECTED/ })

  test('removes the row and returns the name to the field', async ({ page }) => {
    await openBoard(page, [])
    await addCategories(page, ['Errands', 'Harbour'])
    await page.reload()
    const dialog = await openCategories(page)
    const refuse = await hold(page, 'DELETE', FULL)
    await removeButton(dialog, 'Errands').click()
    await expect(dialog.getByRole('row', { name: 'Errands' })).toHaveCount(0)
    await expect(removeButton(dialog, 'Harbour')).toBeFocused()
    refuse()
    await expect(page.getByText(FULL_TEXT, { exact: true })).toBeVisible()
    await expect(rowNames(dialog).nth(DEFAULTS.length)).toHaveText('Errands')

    const refuseNext = await hold(page, 'POST', FULL)
    await nameField(dialog).fill('Garden')
    await nameField(dialog).press('Enter')
    await expect(dialog.getByRole('row', { name: 'Garden' })).toBeVisible()
    refuseNext()
    await expect(dialog.getByRole('row', { name: 'Garden' })).toHaveCount(0)
    await expect(nameField(dialog)).toHaveValue('Garden')
    await expect(nameField(dialog)).toHaveAccessibleDescription(FULL_TEXT)
    await expect.poll(() => storedNames(page)).toEqual([...DEFAULTS, 'Errands', 'Harbour'])
  })

  test('shows a rejected name even if the user has started the next one or closed the dialog', async ({
    page,
  }) => {
    await openBoard(page, [])
    const dialog = await openCategories(page)
    const refuse = await hold(page, 'POST', FULL)
    await nameField(dialog).fill('Garden')
    await nameField(dialog).press('Enter')
    await expect(nameField(dialog)).toHaveValue('')
    await nameField(dialog).fill('Harb')
    refuse()
    await expect(nameField(dialog)).toHaveAccessibleDescription('“Garden” wasn’t added.')
    await expect(nameField(dialog)).toHaveValue('Harb')

    const refuseNext = await hold(page, 'POST', FULL)
    await nameField(dialog).fill('Garden')
    await nameField(dialog).press('Enter')
    await expect(nameField(dialog)).toHaveValue('')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    refuseNext()
    await expect(page.getByText(FULL_TEXT, { exact: true })).toBeVisible()
    await expect(nameField(await openCategories(page))).toHaveValue('Garden')
  })

  test('shows the server’s message and refetches the list if another window added the name first', async ({
    page,
  }) => {
    await registerByApi(page)
    await addCategories(page, ['Errands'])
    await deafen(page)
    const read = page.waitForResponse(/\/api\/categories$/)
    await page.goto('/')
    const dialog = await openCategories(page)
    // The page must not know the name that the other window adds.
    await read
    await addCategories(page, ['Garden'])
    await nameField(dialog).fill('garden')
    await nameField(dialog).press('Enter')
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(nameField(dialog)).toHaveAccessibleDescription('This category already exists')
    await expect(nameField(dialog)).toHaveValue('garden')
    await expect(dialog.getByRole('row', { name: 'Garden' })).toBeVisible()

    expect((await page.request.delete('/api/categories/Errands')).status()).toBe(204)
    await removeButton(dialog, 'Errands').click()
    await expect(page.getByText('This category no longer exists.', { exact: true })).toBeVisible()
    await expect(page.getByText('Category Removed')).toHaveCount(0)
    await expect(dialog.getByRole('row', { name: 'Errands' })).toHaveCount(0)
  })

  test('changes wait while offline, and are saved afterwards', async ({ page, context }) => {
    await openBoard(page, [])
    await addCategories(page, ['Errands'])
    await page.reload()
    await untilOutboxIsOpen(page)
    const dialog = await openCategories(page)
    await context.setOffline(true)
    await removeButton(dialog, 'Errands').click()
    await nameField(dialog).fill('Garden')
    await nameField(dialog).press('Enter')
    await expect(dialog.getByRole('row', { name: 'Garden' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: 'Errands' })).toBeHidden()
    await expect(page.getByText(/2 changes are waiting/)).toBeVisible()
    await expect.poll(() => storedNames(page)).toEqual([...DEFAULTS, 'Errands'])
    await context.setOffline(false)
    await expect.poll(() => storedNames(page)).toEqual([...DEFAULTS, 'Garden'])
  })

  test('says that the list could not be loaded, and loads it on retry', async ({ page }) => {
    // Otherwise, the list loads again when the stream opens.
    await deafen(page)
    await openBoard(page, [])
    const answer = { status: 409, json: { message: 'The list is elsewhere.', code: 'invalid' } }
    await page.route('**/api/categories', (route) => route.fulfill(answer))
    await page.reload()
    const dialog = await openCategories(page)
    await expect(dialog.getByText('Couldn’t load your categories.')).toBeVisible()
    await page.unroute('**/api/categories')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(rowNames(dialog)).toHaveCount(DEFAULTS.length)
  })
})

test('shows a new category immediately, and keeps the next name in the field until the response arrives', async ({
  page,
}) => {
  await openBoard(page, [])
  const dialog = await openCategories(page)
  const writes = watchWrites(page)
  const release = await hold(page, 'POST')
  await nameField(dialog).fill('Garden')
  await nameField(dialog).press('Enter')
  await expect(dialog.getByRole('row', { name: 'Garden' })).toBeInViewport()
  await expect(nameField(dialog)).toHaveValue('')
  await expect.poll(writes).not.toHaveLength(0)
  await nameField(dialog).fill('Harbour')
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await nameField(dialog).press('Enter')
  await nameField(dialog).press('Enter')
  expect(await writes()).toEqual(['POST /api/categories'])
  release()
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
  await expect(nameField(dialog)).toHaveValue('Harbour')
  await nameField(dialog).press('Enter')
  await expect.poll(() => storedNames(page)).toEqual([...DEFAULTS, 'Garden', 'Harbour'])
})

test('removes only one category on a double click', async ({ page }) => {
  await openBoard(page, [])
  await addCategories(page, ['Garden', 'Harbour', 'Errands'])
  await page.reload()
  const dialog = await openCategories(page)
  await removeButton(dialog, 'Garden').dblclick()
  await expect(page.getByText('Category Removed', { exact: true })).toBeVisible()
  await expect.poll(() => storedNames(page)).toEqual([...DEFAULTS, 'Harbour', 'Errands'])
  await expect(rowNames(dialog)).toHaveCount(DEFAULTS.length + 2)
})

test('shows that the list is loading, or empty', async ({ page }) => {
  await openBoard(page, [])
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/categories', async (route) => {
    await held
    await route.fulfill({ json: [] })
  })
  await page.reload()
  const dialog = await openCategories(page)
  await expect(dialog.getByRole('status')).toHaveText('Loading categories...')
  release()
  await expect(dialog.getByText('No categories available', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('table')).toHaveCount(0)
})

test.describe('accessibility', () => {
  test(
    'scrolls a long list, from 640 px up at 300 px, and is accessible in both themes',
    { tag: '@narrow' },
    async ({ page, isMobile }) => {
      if (isMobile) await page.setViewportSize({ width: 320, height: 480 })
      await openBoard(page, [])
      await addCategories(page, ['W'.repeat(30), 'Garden', 'Harbour', 'Errands'])
      await page.reload()
      const dialog = await openCategories(page)
      await nameField(dialog).press('Enter')
      const table = dialog.getByRole('table')
      const last = dialog.getByRole('row', { name: 'Errands' })
      await expect(last).toBeAttached()
      await expect(last).not.toBeInViewport()
      const height = await table.evaluate((element) => element.parentElement?.clientHeight ?? 0)
      if (!isMobile) expect(height).toBeLessThanOrEqual(300)
      await expectAccessible(page, dialog.getByText('Category name cannot be empty'))
      await expectNoSidewaysScroll(page)
      await removeButton(dialog, 'Errands').focus()
      await expect(last).toBeInViewport()
    },
  )
})

const FULL_TEXT = 'The server’s disk is full. Nothing was changed. Try again after space has been freed.'
const FULL = { status: 503, json: { message: FULL_TEXT, code: 'disk_full' } }

/**
 * Delays the next request with the given method until the returned function is called.
 * @param answer the response to send instead of the server's
 */
async function hold(page: Page, method: string, answer?: typeof FULL): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isNext = true
  await page.route('**/api/categories{,/*}', async (route) => {
    if (!isNext || route.request().method() !== method) return route.fallback()
    isNext = false
    await held
    return answer ? route.fulfill(answer) : route.continue()
  })
  return release
}

async function openCategories(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Categories' })
  await expect(dialog).toBeVisible()
  return dialog
}

function nameField(dialog: Locator): Locator {
  return dialog.getByRole('textbox', { name: 'New category name' })
}

function removeButton(dialog: Locator, name: string): Locator {
  return dialog.getByRole('button', { name: `Remove ${name}`, exact: true })
}

/** The first cell of each row, without the header. */
function rowNames(dialog: Locator): Locator {
  return dialog.getByRole('row').getByRole('cell').and(dialog.locator('td:first-child'))
}

/** Adds categories as another window would. */
async function addCategories(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const response = await page.request.post('/api/categories', { data: { name } })
    expect(response.status(), `adding '${name}'`).toBe(201)
  }
}

async function storedNames(page: Page): Promise<string[]> {
  return (await (await page.request.get('/api/categories')).json()) as string[]
}
