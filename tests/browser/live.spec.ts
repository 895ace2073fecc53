import type { Page } from '@playwright/test'

import { band, card, openBoard, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, signOut, test } from '../support/browser-test.ts'
import { holdReads, openCompleted, row } from '../support/completed-page.ts'
import { drag, dragByMouse, handleOf, rungOf } from '../support/drag.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { addTask, openAdd, openEdit } from '../support/task-forms.ts'

const SEEDS = [{ title: 'Water filter' }, { title: 'Payroll', priority: 4 as const }]

/** Collects every GET request from now on, except the event stream. */
function watchReadings(page: Page): string[] {
  const readings: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isData = pathname.startsWith('/api/') && pathname !== '/api/events'
    if (request.method() === 'GET' && isData) readings.push(pathname + search)
  })
  return readings
}

/** Waits until the next page has fetched everything it loads first: completed tasks, categories and settings come last. */
async function untilRead(page: Page, open: () => Promise<unknown>): Promise<void> {
  const last = [/\/api\/tasks\?completed=true/, /\/api\/categories$/, /\/api\/settings$/].map((path) =>
    page.waitForResponse(path),
  )
  await open()
  await Promise.all(last)
}

/** The page fetches a reported change after waiting 400 ms for its own response, which can be too short on a busy machine. */
async function waitLongForAnswers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const startTimer = window.setTimeout.bind(window)
    const start = (run: () => void, ms?: number) => startTimer(run, ms === 400 ? 60_000 : ms)
    Object.assign(window, { setTimeout: start })
  })
}

/** Completes a task with its form. */
async function complete(page: Page, title: string): Promise<void> {
  const dialog = await openEdit(page, title)
  await dialog.getByRole('checkbox', { name: /complete/i }).check()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
}

test.describe('two browsers of one user', () => {
  let elsewhere: Page
  test.beforeEach(async ({ page, browser, server }) => {
    await untilRead(page, () => openBoard(page, SEEDS))
    elsewhere = await (await anotherBrowser(browser, page, server.url)).newPage()
    await elsewhere.goto('/')
    await expect(elsewhere.getByText('2 open')).toBeVisible()
  })
  test.afterEach(() => elsewhere.context().close())

  test('show each other’s new, moved, completed and deleted tasks within a second', async ({ page }) => {
    await addTask(await openAdd(elsewhere), 'Renew passports')
    await expect(card(page, 'Renew passports')).toBeVisible()
    await expect(page.getByText('3 open')).toBeVisible()

    await drag(elsewhere, handleOf(elsewhere, 'Water filter'), rungOf(elsewhere, 4))
    await expect(titlesAt(page, 4)).toHaveText(['Payroll', 'Water filter'])

    await complete(elsewhere, 'Payroll')
    await expect(titlesAt(page, 4)).toHaveText(['Water filter'])

    const dialog = await openEdit(elsewhere, 'Renew passports')
    elsewhere.once('dialog', (question) => void question.accept())
    await dialog.getByRole('button', { name: 'Delete Task' }).click()
    await expect(card(page, 'Renew passports')).toHaveCount(0)
    await expect(band(page, 5)).toHaveCount(0)
  })

  test('show each other’s changes in the Completed view', async ({ page }) => {
    await openCompleted(page)
    await expect(page.getByText(/No completed tasks yet/)).toBeVisible()
    await complete(elsewhere, 'Payroll')
    await expect(row(page, 'Payroll')).toBeVisible()
  })

  test('miss no change made while the stream is connecting', async ({ page }) => {
    const letCome = await holdReads(page, (path) => path === '/api/events')
    await openCompleted(page)
    await expect(page.getByText(/No completed tasks yet/)).toBeVisible()
    await complete(elsewhere, 'Payroll')
    letCome()
    await expect(row(page, 'Payroll')).toBeVisible()
  })

  test('miss no change made between fetching the completed tasks and the list', async ({ page }) => {
    const releaseList = await holdReads(page, (path) => path === '/api/tasks')
    const letCome = await holdReads(page, (path) => path === '/api/events')
    await openCompleted(page)
    await expect(page.getByText(/No completed tasks yet/)).toBeVisible()
    await complete(elsewhere, 'Payroll')
    const whole = page.waitForResponse(/\/api\/tasks\?(completed=true|since=)/)
    releaseList()
    await whole
    letCome()
    await expect(row(page, 'Payroll')).toBeVisible()
  })

  test('show each other’s categories and templates', async ({ page }) => {
    await page.getByRole('button', { name: 'Category' }).first().click()
    // Wait for the menu: until its code has loaded, Escape closes nothing.
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await elsewhere.request.post('/api/categories', { data: { name: 'Garden' } })
    await page.getByRole('button', { name: 'Category' }).first().click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Garden' })).toBeVisible()
  })

  test('do not refetch after their own changes', async ({ page }) => {
    await waitLongForAnswers(page)
    const readings = watchReadings(page)
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 4))
    await expect(titlesAt(elsewhere, 4)).toHaveText(['Payroll', 'Water filter'])
    await complete(page, 'Payroll')
    await expect(titlesAt(elsewhere, 4)).toHaveText(['Water filter'])
    await addTask(await openAdd(page), 'Renew passports')
    await expect(card(elsewhere, 'Renew passports')).toBeVisible()
    expect(readings.filter((path) => path.startsWith('/api/tasks'))).toEqual([])
  })

  test('update untouched fields of an open form, and show conflicting values next to edits', async ({
    page,
  }) => {
    const dialog = await openEdit(page, 'Water filter')
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Water filter, kitchen')
    const task = (await storedTasks(page)).find(({ title }) => title === 'Water filter')
    await elsewhere.request.patch(`/api/tasks/${task?.id}`, {
      data: { title: 'Water filters', description: 'Two of them', category: 'Meeting' },
    })
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Two of them')
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveText('Meeting')
    await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Water filter, kitchen')
    await dialog.getByRole('button', { name: 'Show both versions' }).click()
    await expect(page.getByRole('radio', { name: 'Saved version: Water filters' })).toBeVisible()
  })

  test('keep the text in a form whose task was deleted elsewhere', async ({ page }) => {
    const dialog = await openEdit(page, 'Water filter')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Kitchen and bath')
    const task = (await storedTasks(page)).find(({ title }) => title === 'Water filter')
    await elsewhere.request.delete(`/api/tasks/${task?.id}`)
    await expect(dialog.getByText('This task was deleted on another device.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Kitchen and bath')
  })

  test('keep focus on a card that the other moves, and on its level when the other completes it', async ({
    page,
  }) => {
    const task = (await storedTasks(page)).find(({ title }) => title === 'Water filter')
    const change = (data: object) => elsewhere.request.patch(`/api/tasks/${task?.id}`, { data })
    await handleOf(page, 'Water filter').focus()
    await change({ priority: 9 })
    await expect(titlesAt(page, 9)).toHaveText(['Water filter'])
    await expect(handleOf(page, 'Water filter')).toBeFocused()

    await page.request.post('/api/tasks', { data: { title: 'Air filter', priority: 9 } })
    await expect(card(page, 'Air filter')).toBeVisible()
    await change({ completed: true })
    await expect(titlesAt(page, 9)).toHaveText(['Air filter'])
    await expect(band(page, 9)).toBeFocused()
    await card(page, 'Air filter').focus()
    await elsewhere.request.patch(`/api/tasks/${task?.id}`, { data: { completed: false } })
    await expect(titlesAt(page, 9)).toHaveText(['Air filter', 'Water filter'])
    await expect(card(page, 'Air filter')).toBeFocused()
  })

  test('don’t interrupt each other’s drags', async ({ page }) => {
    await dragByMouse(page, handleOf(page, 'Water filter'), rungOf(page, 4), async () => {
      await elsewhere.request.post('/api/tasks', { data: { title: 'Renew passports', priority: 3 } })
      await expect(card(page, 'Renew passports')).toBeVisible()
    })
    await expect(titlesAt(page, 4)).toHaveText(['Payroll', 'Water filter'])
  })
})

test.describe('the windows of one browser', () => {
  test.use({ expectedConsoleErrors: /status of 401/ })

  test('both show the signed-out page after one signs out', async ({ page, context }) => {
    await openBoard(page, SEEDS)
    const other = await context.newPage()
    await other.goto('/')
    await signOut(page)
    await expect(other.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  })

  test('share one stream over HTTP/1.1 when there are eight, and sync after the window that reads the stream closes', async ({
    page,
    context,
  }) => {
    await openBoard(page, SEEDS)
    const others: Page[] = []
    while (others.length < 7) {
      const other = await context.newPage()
      others.push(other)
      await other.goto('/')
      await expect(card(other, 'Payroll')).toBeVisible()
    }
    await addTask(await openAdd(others.at(-1) ?? page), 'Renew passports')
    for (const one of [page, ...others]) await expect(card(one, 'Renew passports')).toBeVisible()

    const streams = context.waitForEvent('request', (request) => request.url().includes('/api/events'))
    await page.close()
    await streams
    await others[0]?.request.post('/api/tasks', { data: { title: 'Sort the attic' } })
    for (const one of others) await expect(card(one, 'Sort the attic')).toBeVisible()
  })

  test('sync a hidden window as soon as it is visible again', async ({ page, browser, server }) => {
    await untilRead(page, () => openBoard(page, SEEDS))
    const elsewhere = await (await anotherBrowser(browser, page, server.url)).newPage()
    await elsewhere.goto('/')
    await expect(elsewhere.getByText('2 open')).toBeVisible()
    const show = (isHidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await show(true)
    const readings = watchReadings(page)
    await page.request.post('/api/tasks', { data: { title: 'Renew passports' } })
    // By now, a stream of the hidden window would also have delivered the change.
    await expect(card(elsewhere, 'Renew passports')).toBeVisible()
    await expect(card(page, 'Water filter')).toBeVisible()
    expect(readings).toEqual([])
    await show(false)
    await expect(card(page, 'Renew passports')).toBeVisible()
    await elsewhere.context().close()
  })
})
