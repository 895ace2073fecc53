import type { Page } from '@playwright/test'

import { expect, test } from '../support/browser-test.ts'
import { band, card, openBoard, registerByApi, seedTasks, storedAt } from '../support/board-page.ts'
import { handleOf, rungOf, spoken } from '../support/drag.ts'
import { openAdd } from '../support/task-forms.ts'

/** Opens a board and delays a chunk of its deferred code. @returns a function that delivers it */
async function openWithout(page: Page, file: string): Promise<() => void> {
  const letCome = await holdChunk(page, file)
  await openBoard(page, [{ title: 'Water filter' }])
  return letCome
}

/** Delays a chunk of the pages that load from now on. @returns a function that delivers it */
async function holdChunk(page: Page, file: string): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${file}-[^/]+\\.js$`), async (route) => {
    await mayCome
    await route.continue()
  })
  return letCome
}

test('shared text fills the form that was opened before its code loaded, and an earlier draft is kept', async ({
  page,
}) => {
  await openBoard(page, [])
  const form = await openAdd(page)
  await form.getByRole('textbox', { name: 'Task Title' }).fill('Buy soil')
  const letCome = await holdChunk(page, 'later-dialogs')
  const text = 'How to keep bees in winter. '.repeat(30).trim()
  await page.goto(`/?${new URLSearchParams({ 'share-text': text })}`)
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  letCome()
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue(text)
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(form).toBeHidden()
  await openAdd(page)
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Buy soil')
})

test('lifts a card that was pressed before the drag code loaded', async ({ page }) => {
  const letCome = await openWithout(page, 'later-board')
  await handleOf(page, 'Water filter').hover()
  await page.mouse.down()
  letCome()
  await expect(handleOf(page, 'Water filter')).toHaveAccessibleDescription(/^Press Space/)
  await rungOf(page, 2).hover({ force: true })
  await expect(spoken(page, 'Picked up Water filter')).toBeVisible()
  await rungOf(page, 2).hover({ force: true, position: { x: 4, y: 4 } })
  await expect(spoken(page, /level 2/i)).toBeVisible()
  await page.mouse.up()
  await expect(band(page, 2)).toContainText('Water filter')
  await expect.poll(() => storedAt(page, 2)).toEqual(['Water filter'])
})

test('lifts a card that was picked up by keyboard before the drag code loaded', async ({ page }) => {
  const letCome = await openWithout(page, 'later-board')
  await handleOf(page, 'Water filter').focus()
  await page.keyboard.press('Space')
  letCome()
  await expect(spoken(page, 'Picked up Water filter')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(spoken(page, 'Picked up Water filter')).toBeHidden()
})

test('parses a date whose field lost focus before the date parser loaded', async ({ page }) => {
  const letCome = await openWithout(page, 'due-text')
  const form = await openAdd(page)
  const date = form.getByRole('textbox', { name: 'Start Date' })
  await date.fill('3 Oct 2026')
  await form.getByRole('textbox', { name: 'Task Title' }).focus()
  letCome()
  await expect(date).toHaveValue('Sat, Oct 3, 2026')
  await form.getByRole('button', { name: 'Pick Start Date' }).click()
  await expect(page.getByRole('button', { name: 'Saturday, October 3, 2026, selected' })).toBeFocused()
})

test('opens a menu whose code arrives while its button is pressed', async ({ page }) => {
  const letCome = await openWithout(page, 'account-menu')
  const avatar = page.getByRole('navigation', { name: 'Account and actions' }).getByRole('button').last()
  await avatar.hover()
  await page.mouse.down()
  const come = page.waitForResponse(/\/assets\/account-menu-/)
  letCome()
  await (await come).finished()
  // The module runs and renders within these frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
  })
  await page.mouse.up()
  await expect(page.getByRole('menuitem', { name: 'Active sessions' })).toBeVisible()
})

test('leaves a card in place if it was released before the drag code loaded', async ({ page }) => {
  const letCome = await openWithout(page, 'later-board')
  await handleOf(page, 'Water filter').hover()
  await page.mouse.down()
  await rungOf(page, 2).hover()
  await page.mouse.up()
  letCome()
  await expect(handleOf(page, 'Water filter')).toHaveAccessibleDescription(/^Press Space/)
  await rungOf(page, 3).hover()
  await expect(spoken(page, /Picked up/)).toBeHidden()
  await expect(band(page, 5)).toContainText('Water filter')
})

test('opens a dialog whose code arrives after the click', async ({ page }) => {
  const letCome = await openWithout(page, 'later-dialogs')
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  letCome()
  await expect(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
})

/** Opens the search on a focused card and types before its code has loaded. @returns a function that delivers the code */
async function searchTooEarly(page: Page, text: string, key: string): Promise<() => void> {
  const letCome = await openWithout(page, 'palette')
  await card(page, 'Water filter').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(text)
  await page.keyboard.press(key)
  return letCome
}

test('text typed before the search’s code has loaded goes into the search, not the page', async ({
  page,
}) => {
  const letCome = await searchTooEarly(page, 'go to cx', 'Backspace')
  letCome()
  const search = page.getByRole('combobox')
  await expect(search).toHaveValue('go to c')
  await page.keyboard.type('ompleted')
  await expect(search).toHaveValue('go to completed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel', { name: 'Completed' })).toBeVisible()
  await page.goBack()
  await expect(band(page, 5)).toContainText('Water filter')
})

test('runs a command that was typed and confirmed with Enter before the search loaded', async ({ page }) => {
  const letCome = await searchTooEarly(page, 'go to completed', 'Enter')
  letCome()
  await expect(page.getByRole('tabpanel', { name: 'Completed' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('text typed before the form’s code has loaded goes into its first field', async ({ page }) => {
  const letCome = await openWithout(page, 'later-dialogs')
  await page.keyboard.press('Shift+N')
  await page.keyboard.type('Quiet corner')
  letCome()
  await expect(page.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Quiet corner')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('keeps focus on a button when its menu’s code arrives', async ({ page }) => {
  for (const [file, name] of [
    ['account-menu', /^Account: /],
    ['later-filters', 'Filter by Category'],
  ] as const) {
    const letCome = await openWithout(page, file)
    const button = page.getByRole('button', { name })
    await button.focus()
    await button.evaluate((element) => Object.assign(window, { standIn: element }))
    letCome()
    await expect
      .poll(() => page.evaluate(() => (Reflect.get(window, 'standIn') as Element).isConnected))
      .toBe(false)
    await expect(button).toBeFocused()
  }
})

test('fetches all deferred code once the tasks are visible, even while the page is busy', async ({
  page,
}) => {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await openBoard(page, [{ title: 'Water filter' }])
  for (const file of ['later-dialogs', 'later-home', 'timeline', 'completed-tasks']) {
    await expect.poll(() => isFetched(page, file), { message: file }).toBe(true)
  }
})

/** Returns whether the page has fetched this file with deferred code. */
function isFetched(page: Page, file: string): Promise<boolean> {
  return page.evaluate(
    (start) =>
      performance
        .getEntriesByType('resource')
        .some((entry) => new URL(entry.name).pathname.startsWith(start)),
    `/assets/${file}-`,
  )
}

/** Opens a board and blocks a deferred file. @returns a function that unblocks it and waits until it has loaded */
async function openCutOffFrom(page: Page, file: string): Promise<() => Promise<void>> {
  await registerByApi(page)
  await seedTasks(page, [{ title: 'Water filter', dueDate: '2030-01-01' }])
  let isCut = true
  const part = new RegExp(`/assets/${file}-[^/]+\\.js$`)
  await page.route(part, (route) => (isCut ? route.abort() : route.continue()))
  await page.goto('/')
  return async () => {
    const come = page.waitForResponse(part)
    isCut = false
    await (await come).finished()
    // Anything that opens by itself would do so within these frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
    })
  }
}

test.describe('while offline', () => {
  test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

  test('says that a dialog could not be loaded, and opens it only on the next click', async ({ page }) => {
    const letCome = await openCutOffFrom(page, 'later-dialogs')
    const add = page.getByRole('button', { name: 'Add Task' }).first()
    await add.click()
    await expect(page.getByText('Couldn’t load the form.', { exact: true })).toBeVisible()
    await expect(page.getByText('You’re offline. Try again when you’re back.', { exact: true })).toBeVisible()
    await letCome()
    await expect(page.getByRole('dialog')).toBeHidden()
    await add.click()
    await expect(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
  })

  test('says that a view could not be loaded, and opens it only on the next click', async ({ page }) => {
    const letCome = await openCutOffFrom(page, 'timeline')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the timeline.' })
    await expect(alert).toContainText('You’re offline. Try again when you’re back.')
    await letCome()
    await expect(alert).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('grid', { name: /timeline/i })).toBeVisible()
  })
})

test('a card stays selected while the code of the bar loads slowly', async ({ page }) => {
  await page.clock.install()
  const deliver = await openWithout(page, 'bulk-bar')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await card(page, 'Water filter').click({ modifiers: ['ControlOrMeta'] })
  await page.clock.runFor(8000)
  const square = page.getByRole('button', { name: 'Select Water filter', exact: true })
  await expect(square).toHaveAttribute('aria-pressed', 'true')
  deliver()
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText('1 selected')
})
