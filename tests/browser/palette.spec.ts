import type { Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/accessibility.ts'
import { card, openBoard, registerByApi, seedTasks, storedTasks } from '#tests/support/board-page.ts'
import { expect, test } from '#tests/support/browser-test.ts'
import { holdResponse } from '#tests/support/hold-response.ts'

const COMPLETED = { completed: true }

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Search' })
}

function field(page: Page) {
  return palette(page).getByRole('combobox')
}

function result(page: Page, name: string | RegExp) {
  return palette(page).getByRole('option', { name })
}

/** Waits until the page has gone back in the history, as it does after a dialog closes. */
async function untilDialogsLeaveHistory(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}

test('finds open and completed tasks and commands, and marks the matches @narrow', async ({ page }) => {
  await openBoard(page, [
    { title: 'Compare three providers', category: 'Project', projectName: 'Operations', priority: 4 },
    { title: 'Redline the contract', notes: 'waiting for the compliance answer', priority: 1 },
    { title: 'Water the plants' },
  ])
  await page.request.post('/api/tasks', { data: { title: 'Compile the list', ...COMPLETED } })
  await page.reload()
  await expect(page.getByText('3 open')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('comp')
  const groups = palette(page).getByRole('group')
  await expect(groups).toHaveCount(3)
  await expect(groups.nth(0)).toHaveAccessibleName('Commands')
  await expect(groups.nth(0).getByRole('option')).toHaveText([/Go to Completed/, /Complete a task…/])
  await expect(groups.nth(1).getByRole('option')).toHaveText([
    /Compare three providers.*Operations.*P4/,
    /Redline the contract.*Notes: waiting for the compliance answer.*P1/,
  ])
  await expect(groups.nth(2).getByRole('option')).toHaveText([/Compile the list/])
  await expect(palette(page).locator('mark')).toHaveText(['Comp', 'Comp', 'Comp', 'comp', 'Comp'])
  await expect(palette(page).getByRole('status')).toHaveText('5 results')
  await expectAccessible(page, palette(page))
  await expectNoSidewaysScroll(page)
})

test('opens a task with Enter, and returns focus to the opener', async ({ page }) => {
  await openBoard(page, [{ title: 'Call Müller' }, { title: 'Write' }])
  await card(page, 'Write').focus()
  await openPalette(page)
  await page.keyboard.type('mueller')
  await expect(result(page, /Call Müller/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  const details = page.getByRole('dialog', { name: 'Call Müller' })
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(card(page, 'Write')).toBeFocused()
})

test('keeps the focus in the field when a tap clears its text @touch', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  await openPalette(page)
  await field(page).fill('old')
  await palette(page).getByRole('button', { name: 'Clear the text' }).tap()
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
})

test('opens a completed task by tapping its row @touch', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  await page.request.post('/api/tasks', { data: { title: 'Old letter', ...COMPLETED } })
  await page.reload()
  await expect(page.getByText('1 open')).toBeVisible()
  await openPalette(page)
  await field(page).fill('old')
  await result(page, /Old letter/).tap()
  await expect(page.getByRole('dialog', { name: 'Old letter' })).toBeVisible()
})

test('a found task doesn’t open over text that the user has started typing', async ({ page }) => {
  await openBoard(page, [{ title: 'Write a letter' }])
  // The page's list doesn't have the found task, as when its live updates are late.
  await page.route(/\/api\/(events|tasks\?since)/, () => undefined)
  await page.reload()
  await expect(page.getByText('1 open')).toBeVisible()
  const [found] = await seedTasks(page, [{ title: 'Post the parcel' }])
  await openPalette(page)
  await page.keyboard.type('parcel')
  await expect(result(page, /Post the parcel/)).toBeVisible()
  const letCome = await holdResponse(page, `**/api/tasks/${found?.id}`)
  const asked = page.waitForRequest(`**/api/tasks/${found?.id}`)
  await page.keyboard.press('Enter')
  await asked
  await page.keyboard.press('q')
  const line = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(line).toBeFocused()
  await page.keyboard.type('Book the movers')
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  letCome()
  await line.press('Enter')
  const titles = async () => (await storedTasks(page)).map(({ title }) => title)
  await expect.poll(titles).toContain('Book the movers')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('starts work with Ctrl and Enter', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  await openPalette(page)
  await page.keyboard.type('writ')
  await expect(result(page, /Write/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(
    page.getByRole('dialog', { name: 'Write' }).getByRole('button', { name: 'Pause' }),
  ).toBeVisible()
})

test('shows recent tasks and every command before any text is typed, and keys move the selection', async ({
  page,
}) => {
  await openBoard(page, [{ title: 'Older' }, { title: 'Newer' }])
  await openPalette(page)
  const selected = palette(page).getByRole('option', { selected: true })
  await expect(selected).toHaveText(/Newer/)
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveText(/Older/)
  await page.keyboard.press('End')
  await expect(selected).toHaveText('Play Recovery')
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveText(/Newer/)
  await page.keyboard.press('ArrowUp')
  await expect(selected).toHaveText('Play Recovery')
  await page.keyboard.press('Home')
  await expect(selected).toHaveText(/Newer/)
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await selected.getAttribute('id')) ?? '-',
  )
})

test('clears the text on Escape, then closes @narrow', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  await openPalette(page)
  await page.keyboard.type('writ')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await untilDialogsLeaveHistory(page)
  await openPalette(page)
  await page.goBack()
  await expect(palette(page)).toBeHidden()
})

test('keeps the focus in the field when a heading is clicked', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  await openPalette(page)
  await palette(page).getByText('Recent tasks').click()
  await page.keyboard.type('writ')
  await expect(field(page)).toHaveValue('writ')
})

test('runs commands that open a view and a dialog, and one on a chosen task', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }, { title: 'Read' }])
  await openPalette(page)
  await page.keyboard.type('timeline')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/view=timeline/)
  await untilDialogsLeaveHistory(page)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Priority View' })).toHaveAttribute('aria-selected', 'true')
  await openPalette(page)
  await page.keyboard.type('categ')
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText(/categories/i)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Categories/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await untilDialogsLeaveHistory(page)
  await openPalette(page)
  await page.keyboard.type('complete a')
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText(/Complete a task…/)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveAccessibleName('Complete a task…')
  await page.keyboard.type('read')
  await expect(result(page, /Read/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 open')).toBeVisible()
  const completed = async () => (await storedTasks(page)).filter((task) => task.completed)
  await expect.poll(async () => (await completed()).map(({ title }) => title)).toEqual(['Read'])
})

test('deletes the chosen task without confirmation, and Undo restores it', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  await openPalette(page)
  await page.keyboard.type('delete')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Write')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Write')).toBeVisible()
})

test('offers to add a task when nothing is found @narrow', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  await openPalette(page)
  await page.keyboard.type('Harbour')
  await expect(palette(page).getByText('Nothing found for “Harbour”.')).toBeVisible()
  await page.keyboard.press('Enter')
  const line = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(line).toBeFocused()
  await expect(line).toHaveText('Harbour')
  // Enter does nothing until the new-task line has loaded.
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await storedTasks(page)).map(({ title }) => title)).toContain('Harbour')
})

test('shows results that only the server finds, below the selected row', async ({ page }) => {
  await openBoard(page, [{ title: 'Write a letter' }])
  // The page's list doesn't have this task, as when its live updates are late.
  await page.route(/\/api\/(events|tasks\?since)/, () => undefined)
  await page.reload()
  await expect(page.getByText('1 open')).toBeVisible()
  await page.request.post('/api/tasks', { data: { title: 'Post the letter' } })
  await openPalette(page)
  await page.keyboard.type('letter')
  const options = palette(page).getByRole('option')
  await expect(options).toHaveText([/Write a letter/, /Post the letter/])
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Post the letter' })).toBeVisible()
})

test('keeps the selected row when the server finds a task above it', async ({ page }) => {
  await registerByApi(page)
  await seedTasks(page, [{ title: 'Water the plants' }, { title: 'Compile the letter', ...COMPLETED }])
  await page.route(/\/api\/(events|tasks\?since)/, () => undefined)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/search?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  // The page must not know the task that only the server finds.
  const read = page.waitForResponse(/\/api\/tasks\?completed=true/)
  await page.goto('/')
  await expect(page.getByText('1 open')).toBeVisible()
  await read
  await page.request.post('/api/tasks', { data: { title: 'Post the letter' } })
  await openPalette(page)
  await page.keyboard.type('letter')
  await expect(result(page, /Compile the letter/)).toHaveAttribute('aria-selected', 'true')
  answer.resolve()
  await expect(palette(page).getByRole('option')).toHaveText([/Post the letter/, /Compile the letter/])
  await expect(result(page, /Compile the letter/)).toHaveAttribute('aria-selected', 'true')
})

test('shows matching tasks from the page after each letter, before the server responds', async ({ page }) => {
  await openBoard(page, [{ title: 'Lemon' }, { title: 'Letter' }, { title: 'Lettuce' }])
  await page.route('**/api/search?*', () => undefined)
  await openPalette(page)
  const tasks = palette(page).getByRole('group', { name: 'Tasks', exact: true }).getByRole('option')
  for (const [letter, count] of [
    ['l', 3],
    ['e', 3],
    ['t', 2],
    ['t', 2],
    ['u', 1],
  ] as const) {
    await page.keyboard.press(letter)
    await expect(tasks).toHaveCount(count)
  }
  await expect(palette(page).getByText('Searching…')).toBeVisible()
})

test.describe('offline', () => {
  test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('searches this device only @narrow', async ({ page, context }) => {
    await openBoard(page, [{ title: 'Write a letter' }])
    await openPalette(page)
    await context.setOffline(true)
    await page.keyboard.type('letter')
    await expect(result(page, /Write a letter/)).toBeVisible()
    await expect(palette(page).getByText('Searching this device only.')).toBeVisible()
    await context.setOffline(false)
  })
})

test('switches views with G and a letter, even while a card has focus', async ({ page }) => {
  await openBoard(page, [{ title: 'Write' }])
  const tab = (name: string) => page.getByRole('tab', { name })
  // The keys are sent together, because the letter is accepted only within a second of G.
  const goTo = (letter: string) => Promise.all(['g', letter].map((key) => page.keyboard.press(key)))
  await card(page, 'Write').focus()
  await goTo('c')
  await expect(tab('Completed')).toHaveAttribute('aria-selected', 'true')
  await goTo('t')
  await expect(tab('Timeline')).toHaveAttribute('aria-selected', 'true')
  await goTo('p')
  await expect(tab('Priority View')).toHaveAttribute('aria-selected', 'true')
  expect((await storedTasks(page)).map(({ completed }) => completed)).toEqual([false])
  await page.keyboard.press('?')
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to Timeline'),
  ).toBeVisible()
})

test('on a phone, taps open the search, find a task and run a command @touch', async ({ page }) => {
  await openBoard(page, [{ title: 'Call Müller' }, { title: 'Write' }])
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  await expect(field(page)).toBeFocused()
  await field(page).fill('mul')
  await result(page, /Call Müller/).tap()
  await expect(page.getByRole('dialog', { name: 'Call Müller', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await untilDialogsLeaveHistory(page)

  await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  await field(page).fill('timeline')
  await result(page, /Go to Timeline/).tap()
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true')
})
