import type { Page, Route } from '@playwright/test'

import { fileButton, storedFiles, testFile } from '../support/attach-files.ts'
import { expect, test } from '../support/browser-test.ts'
import {
  band,
  card,
  openBoard,
  storedAt,
  storedTasks,
  titlesAt,
  untilOutboxIsOpen,
  watchWrites,
} from '../support/board-page.ts'
import { drag, handleOf, rungOf } from '../support/drag.ts'
import { noteFigures } from '../support/figures.ts'
import { openAdd, openEdit } from '../support/task-forms.ts'

const SEEDS = [{ title: 'Water filter' }, { title: 'Payroll', priority: 4 as const }]

test.use({ expectedConsoleErrors: /ERR_FAILED|status of 404/ })
test.beforeEach(({ page }) => openBoard(page, SEEDS))

/** Holds requests that create a task until the returned function is called, and then loses them. */
async function holdNewTask(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/tasks', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await promise
    await route.abort()
  })
  return resolve
}

/** Lets the server process the next request to a path, and drops the response. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(path, lose, { times: 1 })
}

async function lose(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

test.describe('after a lost response', () => {
  test('creates a new task only once', async ({ page }) => {
    await loseAnswer(page, '**/api/tasks')
    await page.getByRole('button', { name: 'Add Task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Task' })
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(page.getByText('Your task has been added successfully', { exact: true })).toBeVisible()
    await expect(card(page, 'Renew passports')).toHaveCount(1)
    const titles = (await storedTasks(page)).map((task) => task.title)
    const stored = titles.filter((title) => title === 'Renew passports').length
    noteFigures({ runs: 1, writes: 1, lost: stored === 0 ? 1 : 0, duplicated: stored - 1 })
    expect(titles).toEqual(['Payroll', 'Water filter', 'Renew passports'])
  })

  test('creates a new task only once if the request is still waiting during a reload', async ({ page }) => {
    await untilOutboxIsOpen(page)
    // Drop every response, including those to the retries.
    await page.route('**/api/tasks', (route) =>
      route.request().method() === 'POST' ? lose(route) : route.continue(),
    )
    const dialog = page.getByRole('dialog', { name: 'Add New Task' })
    await page.getByRole('button', { name: 'Add Task' }).first().click()
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('1 change is waiting.', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 change is waiting.', { exact: true })).toBeVisible()
    // A retry may be in its handler.
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByText('All changes are saved.', { exact: true }).waitFor()
    await expect(card(page, 'Renew passports')).toHaveCount(1)
    const titles = async () => (await storedTasks(page)).map((task) => task.title)
    expect(await titles()).toEqual(['Payroll', 'Water filter', 'Renew passports'])
    // A second task with the same title is a new task.
    await page.getByRole('button', { name: 'Add Task' }).first().click()
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(titles).toEqual(['Payroll', 'Water filter', 'Renew passports', 'Renew passports'])
  })

  test('keeps the form for another task open when an earlier task has to wait', async ({ page }) => {
    await untilOutboxIsOpen(page)
    const lose = await holdNewTask(page)
    const dialog = await openAdd(page)
    const title = dialog.getByRole('textbox', { name: 'Task Title' })
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await title.fill('Renew passports')
    await title.press('Control+Enter')
    await sent
    await page.keyboard.press('Escape')
    await page
      .getByRole('alertdialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Discard' })
      .click()
    await expect(dialog).toBeHidden()
    await openAdd(page)
    await title.fill('Book the hotel')
    lose()
    await expect(page.getByText('1 change is waiting.', { exact: true })).toBeVisible()
    await expect(title).toHaveValue('Book the hotel')
    await title.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(card(page, 'Book the hotel')).toBeVisible()
  })

  test('attaches the files of a new task whose restored draft is discarded during the request', async ({
    page,
  }) => {
    const dialog = await openAdd(page)
    const title = dialog.getByRole('textbox', { name: 'Task Title' })
    await title.fill('Renew passports')
    await page.reload()
    await untilOutboxIsOpen(page)
    const lose = await holdNewTask(page)
    await openAdd(page)
    await fileButton(dialog).setInputFiles(testFile('photo.txt', 'me'))
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await title.press('Control+Enter')
    await sent
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
    lose()
    await expect(page.getByText('2 changes are waiting.', { exact: true })).toBeVisible()
    // A retry may be in its handler.
    await page.unrouteAll({ behavior: 'wait' })
    const filesOfNewTask = async () => {
      const task = (await storedTasks(page)).find(({ title }) => title === 'Renew passports')
      return task && storedFiles(page, task.id)
    }
    await expect.poll(filesOfNewTask).toEqual([['photo.txt', 2]])
  })

  test('keeps showing a move during the retry', async ({ page }) => {
    await loseAnswer(page, '**/api/tasks/*')
    await drag(page, handleOf(page, 'Water filter'), rungOf(page, 4))
    await expect(titlesAt(page, 4)).toHaveText(['Payroll', 'Water filter'])
    await expect(page.getByText('Your task has been updated successfully', { exact: true })).toBeVisible()
    await expect(band(page, 5)).toHaveCount(0)
    await expect.poll(() => storedAt(page, 4)).toEqual(['Payroll', 'Water filter'])
  })

  test('saves a form without mistaking its own change for a conflict', async ({ page }) => {
    await loseAnswer(page, '**/api/tasks/*')
    const dialog = await openEdit(page, 'Water filter')
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Water filters')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Your task has been updated successfully', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect
      .poll(() => storedTasks(page))
      .toMatchObject([
        { title: 'Payroll', version: 1 },
        { title: 'Water filters', version: 2 },
      ])
  })

  test('repeats a deletion and reports it as successful', async ({ page }) => {
    await page.getByRole('button', { name: 'Edit Water filter' }).click()
    const writes = watchWrites(page)
    await loseAnswer(page, '**/api/tasks/*')
    page.once('dialog', (question) => void question.accept())
    await page.getByRole('button', { name: 'Delete Task' }).click()
    await expect(page.getByText('Your task has been deleted successfully', { exact: true })).toBeVisible()
    await expect(card(page, 'Water filter')).toHaveCount(0)
    expect((await writes()).filter((write) => write.startsWith('DELETE'))).toHaveLength(2)
    expect((await storedTasks(page)).map((task) => task.title)).toEqual(['Payroll'])
  })
})
