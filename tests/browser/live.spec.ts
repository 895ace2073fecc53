import type { Page } from '@playwright/test'

import { band, card, openBoard, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, signOut, test } from '../support/browser-test.ts'
import { openCompleted, row } from '../support/completed-page.ts'
import { drag, dragByMouse, handleOf, rungOf } from '../support/drag.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { addTask, openAdd, openEdit } from '../support/task-forms.ts'

const SEEDS = [{ title: 'Water filter' }, { title: 'Payroll', priority: 4 as const }]

/** Every reading that the page asks the server for from now on, but for the stream itself. */
function watchReadings(page: Page): string[] {
  const readings: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isData = pathname.startsWith('/api/') && pathname !== '/api/events'
    if (request.method() === 'GET' && isData) readings.push(pathname + search)
  })
  return readings
}

/** Until a page that is opened from now on has read all that it reads as it opens: what was completed follows the board. */
async function untilRead(page: Page, open: () => Promise<unknown>): Promise<void> {
  const last = page.waitForResponse(/\/api\/tasks\?completed=true/)
  await open()
  await last
}

/** The page waits 400 ms for the answer to a change that it hears of, and then asks: on a busy machine that may be too soon. */
async function waitLongForAnswers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const startTimer = window.setTimeout.bind(window)
    const start = (run: () => void, ms?: number) => startTimer(run, ms === 400 ? 60_000 : ms)
    Object.assign(window, { setTimeout: start })
  })
}

/** Completes a task by its form. */
async function complete(page: Page, title: string): Promise<void> {
  const dialog = await openEdit(page, title)
  await dialog.getByRole('checkbox', { name: /complete/i }).check()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
}

test.describe('two browsers of one person', () => {
  let elsewhere: Page
  test.beforeEach(async ({ page, browser, server }) => {
    await untilRead(page, () => openBoard(page, SEEDS))
    elsewhere = await (await anotherBrowser(browser, page, server.url)).newPage()
    await elsewhere.goto('/')
    await expect(elsewhere.getByText('2 open')).toBeVisible()
  })
  test.afterEach(() => elsewhere.context().close())

  test('show what the other adds, moves, completes and deletes, within a second', async ({ page }) => {
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

  test('show each other what is done among the completed tasks', async ({ page }) => {
    await openCompleted(page)
    await expect(page.getByText(/No completed tasks yet/)).toBeVisible()
    await complete(elsewhere, 'Payroll')
    await expect(row(page, 'Payroll')).toBeVisible()
  })

  test('miss nothing that is done while the stream is on its way', async ({ page }) => {
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    await page.route(/\/api\/events/, async (route) => {
      await mayCome
      await route.continue()
    })
    await openCompleted(page)
    await expect(page.getByText(/No completed tasks yet/)).toBeVisible()
    await complete(elsewhere, 'Payroll')
    letCome()
    await expect(row(page, 'Payroll')).toBeVisible()
  })

  test('know each other’s categories and templates', async ({ page }) => {
    await page.getByRole('button', { name: 'Category' }).first().click()
    // Its code may be on its way: Escape closes what is open.
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await elsewhere.request.post('/api/categories', { data: { name: 'Garden' } })
    await page.getByRole('button', { name: 'Category' }).first().click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Garden' })).toBeVisible()
  })

  test('take their own changes for what they are: nothing is read again', async ({ page }) => {
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

  test('an open form takes over what it does not edit, and shows the rest beside what is typed', async ({
    page,
  }) => {
    const dialog = await openEdit(page, 'Water filter')
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Water filter, kitchen')
    const task = (await storedTasks(page)).find(({ title }) => title === 'Water filter')
    await elsewhere.request.patch(`/api/tasks/${task?.id}`, {
      data: { title: 'Water filters', description: 'Two of them' },
    })
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Two of them')
    await expect(dialog.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Water filter, kitchen')
    await dialog.getByRole('button', { name: 'Show the difference' }).click()
    await expect(dialog.getByText('Water filters', { exact: true })).toBeVisible()
  })

  test('a form of a task that is deleted elsewhere says so, and keeps the text', async ({ page }) => {
    const dialog = await openEdit(page, 'Water filter')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Kitchen and bath')
    const task = (await storedTasks(page)).find(({ title }) => title === 'Water filter')
    await elsewhere.request.delete(`/api/tasks/${task?.id}`)
    await expect(dialog.getByText('This task was deleted in another window.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Kitchen and bath')
  })

  test('a card that is being dragged stays in the hand', async ({ page }) => {
    await dragByMouse(page, handleOf(page, 'Water filter'), rungOf(page, 4), async () => {
      await elsewhere.request.post('/api/tasks', { data: { title: 'Renew passports', priority: 3 } })
      await expect(card(page, 'Renew passports')).toBeVisible()
    })
    await expect(titlesAt(page, 4)).toHaveText(['Payroll', 'Water filter'])
  })
})

test.describe('two windows of one browser', () => {
  test.use({ expectedConsoleErrors: /status of 401/ })

  test('signing out in one leaves nothing to be seen in the other', async ({ page, context }) => {
    await openBoard(page, SEEDS)
    const other = await context.newPage()
    await other.goto('/')
    await signOut(page)
    await expect(other.getByRole('heading', { name: 'Welcome to Tenfold' })).toBeVisible()
  })

  test('one that was hidden is in step as soon as it is seen again', async ({ page }) => {
    await untilRead(page, () => openBoard(page, SEEDS))
    const show = (isHidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await show(true)
    const readings = watchReadings(page)
    await page.request.post('/api/tasks', { data: { title: 'Renew passports' } })
    await expect(card(page, 'Water filter')).toBeVisible()
    expect(readings).toEqual([])
    await show(false)
    await expect(card(page, 'Renew passports')).toBeVisible()
  })
})
