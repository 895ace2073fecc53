import type { Browser, Locator, Page } from '@playwright/test'

import { changeElsewhere, deafen, deleteElsewhere, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { openCanvas, textOf } from '../support/canvas.ts'
import { anotherBrowser } from '../support/elsewhere.ts'
import { onlyTask, openBoardOfOne, openDetails, openEdit } from '../support/task-forms.ts'

const TITLE = 'Board memo'
const MEMO = {
  title: TITLE,
  description: 'Two pages. The board wants to see why margin fell in hardware.',
  priority: 2,
} as const
const CHANGED = 'This task was edited elsewhere. Your edits are kept.'
const DELETED = 'This task was deleted on another device.'

const titleOf = (form: Locator) => form.getByRole('textbox', { name: 'Task Title' })
const descriptionOf = (form: Locator) => form.getByRole('textbox', { name: 'Description' })
const save = (form: Locator) => form.getByRole('button', { name: 'Save Changes' }).click()
const versions = (page: Page) => page.getByRole('dialog', { name: 'Two versions of this task' })
const choice = (page: Page, field: string, version: 'Saved version' | 'Your edits') =>
  versions(page).getByRole('radiogroup', { name: field }).getByRole('radio', { name: version })

test.use({ expectedConsoleErrors: /status of 4(12|04)|net::ERR_/ })

test.describe('a task edited in two browsers', () => {
  for (const next of ['Start Work', 'Edit Task'])
    test(`keeps its details open if ${next} ends an edit of a field that changed elsewhere`, async ({
      page,
    }) => {
      await deafen(page)
      const task = await openBoardOfOne(page, MEMO)
      const details = await openDetails(page, TITLE)
      await details.getByRole('button', { name: /^Description/ }).click()
      await descriptionOf(details).fill('Mine')
      await changeElsewhere(page, task, { description: 'Theirs' })
      if (next === 'Edit Task') await details.getByRole('button', { name: 'More' }).click()
      await page.getByRole(next === 'Edit Task' ? 'menuitem' : 'button', { name: next, exact: true }).click()
      await expect(details.getByText(CHANGED)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await details.getByRole('button', { name: 'Show both versions' }).click()
      await versions(page).getByRole('button', { name: 'Save choices' }).click()
      await expect.poll(() => onlyTask(page)).toMatchObject({ id: task.id, description: 'Mine' })
      await expect(details).toBeVisible()
    })

  test('merges changes to different fields without asking', async ({ page, browser, server }) => {
    await deafen(page)
    await openBoardOfOne(page, MEMO)
    const form = await openEdit(page, TITLE)
    await titleOf(form).fill('Board memo, Q4')
    await inAnother(browser, page, server.url, async (other) => {
      const form = await openEdit(other, TITLE)
      await descriptionOf(form).fill('One page.')
      await save(form)
      await expect(form).toBeHidden()
    })
    await save(form)
    await expect(form).toBeHidden()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({ title: 'Board memo, Q4', description: 'One page.' })
  })

  test('asks about a field edited in both, and sends nothing before the user chooses', async ({
    page,
    browser,
    server,
  }) => {
    await deafen(page)
    const before = await openBoardOfOne(page, MEMO)
    const form = await openEdit(page, TITLE)
    await titleOf(form).fill('Board memo, Q4')
    await descriptionOf(form).fill('Two pages, no appendix. The board wants to see why.')
    await form.getByRole('textbox', { name: 'Hours' }).fill('3')
    await inAnother(browser, page, server.url, async (other) => {
      const form = await openEdit(other, TITLE)
      await titleOf(form).fill('The memo')
      await descriptionOf(form).fill('Two pages and one chart. The board wants to see why.')
      await save(form)
      await expect(form).toBeHidden()
    })
    const theirs = await onlyTask(page)
    expect(theirs.version).toBe(before.version + 1)
    await save(form)
    await expect(form.getByText(CHANGED)).toBeVisible()
    await expect(titleOf(form)).toHaveValue('Board memo, Q4')

    await test.step('your edits are selected by default, and Cancel keeps both versions', async () => {
      await form.getByRole('button', { name: 'Show both versions' }).click()
      await expect(choice(page, 'Title', 'Your edits')).toBeChecked()
      await expect(choice(page, 'Title', 'Your edits')).toBeFocused()
      await expect(choice(page, 'Title', 'Saved version')).toHaveText(/The memo/)
      await expect(choice(page, 'Description', 'Saved version').locator('mark')).toHaveText(['and one chart'])
      await expect(choice(page, 'Description', 'Your edits').locator('mark')).toHaveText([', no appendix'])
      await expect(versions(page).getByText('Estimate was merged. Nothing is lost.')).toBeVisible()
      await versions(page).getByRole('button', { name: 'Keep all saved' }).click()
      await expect(choice(page, 'Description', 'Saved version')).toBeChecked()
      await versions(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(versions(page)).toBeHidden()
      await expect(form.getByRole('button', { name: 'Show both versions' })).toBeFocused()
      await expect(titleOf(form)).toHaveValue('Board memo, Q4')
      await expect.poll(() => onlyTask(page)).toEqual(theirs)
    })
    await test.step('Save opens the same dialog', async () => {
      await save(form)
      await expect(choice(page, 'Description', 'Your edits'), 'a new question').toBeChecked()
      await page.keyboard.press('Escape')
      await expect(versions(page)).toBeHidden()
      await expect.poll(() => onlyTask(page)).toEqual(theirs)
    })
    await test.step('the arrow keys choose a version, and the choices are saved with the merged fields', async () => {
      await form.getByRole('button', { name: 'Show both versions' }).press('Enter')
      await expect(choice(page, 'Title', 'Your edits')).toBeFocused()
      // The radio group needs a key that stays down for a moment, as a real one does.
      await page.keyboard.down('ArrowLeft')
      await expect(choice(page, 'Title', 'Saved version')).toBeChecked()
      await page.keyboard.up('ArrowLeft')
      await page.keyboard.press('Tab')
      await expect(choice(page, 'Description', 'Your edits')).toBeFocused()
      await versions(page).getByRole('button', { name: 'Save choices' }).press('Enter')
      await expect(form).toBeHidden()
      await expect
        .poll(() => onlyTask(page))
        .toMatchObject({
          title: 'The memo',
          description: 'Two pages, no appendix. The board wants to see why.',
          estimatedTime: '3 hours 0 minutes',
        })
    })
  })

  test('keeps all values of one version with one button', { tag: '@narrow' }, async ({ page }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, { title: TITLE })
    for (const [button, title, description] of [
      ['Keep all saved', 'Theirs 1', 'Theirs 1'],
      ['Keep all my edits', 'Mine 2', 'Mine 2'],
    ] as const) {
      const round = button === 'Keep all saved' ? 1 : 2
      const form = await openEdit(page, round === 1 ? TITLE : 'Theirs 1')
      await titleOf(form).fill(`Mine ${round}`)
      await descriptionOf(form).fill(`Mine ${round}`)
      await changeElsewhere(page, task, { title: `Theirs ${round}`, description: `Theirs ${round}` })
      await save(form)
      await form.getByRole('button', { name: 'Show both versions' }).click()
      await choice(page, 'Title', round === 1 ? 'Your edits' : 'Saved version').click()
      await versions(page).getByRole('button', { name: button }).click()
      await versions(page).getByRole('button', { name: 'Save choices' }).click()
      await expect(form).toBeHidden()
      await expect.poll(() => onlyTask(page)).toMatchObject({ title, description })
    }
  })

  test('preselects the user’s edits in a later conflict if the previous one ended while both versions were shown', async ({
    page,
  }) => {
    const task = await openBoardOfOne(page, MEMO)
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('Mine')
    await changeElsewhere(page, task, { notes: 'Theirs' })
    await canvas.getByRole('button', { name: 'Show both versions' }).click()
    await choice(page, 'Notes', 'Saved version').click()
    await expect(choice(page, 'Notes', 'Saved version')).toBeChecked()
    await changeElsewhere(page, task, { notes: 'Mine' })
    await expect(versions(page)).toBeHidden()

    await textOf(canvas, 'Notes').fill('Mine again')
    await changeElsewhere(page, task, { notes: 'Theirs again' })
    await canvas.getByRole('button', { name: 'Show both versions' }).click()
    await expect(choice(page, 'Notes', 'Your edits')).toBeChecked()
  })

  test('asks about a category that would drop a new project name', async ({ page }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, { title: TITLE, category: 'Project', projectName: 'Q4' })
    const form = await openEdit(page, TITLE)
    await form.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Meeting' }).click()
    await changeElsewhere(page, task, { projectName: 'Q1' })
    await save(form)
    await form.getByRole('button', { name: 'Show both versions' }).click()
    await expect(choice(page, 'Category', 'Saved version')).toHaveText(/Project, Q1$/)
    await expect(choice(page, 'Category', 'Your edits')).toHaveText(/Meeting/)
    await choice(page, 'Category', 'Saved version').click()
    await versions(page).getByRole('button', { name: 'Save choices' }).click()
    await expect(form).toBeHidden()
    await expect.poll(() => onlyTask(page)).toMatchObject({ category: 'Project', projectName: 'Q1' })
  })

  test('keeps the dialog open while the server restarts', async ({ page, server }) => {
    const task = await openBoardOfOne(page, MEMO)
    const form = await openEdit(page, TITLE)
    await titleOf(form).fill('Mine')
    await changeElsewhere(page, task, { title: 'Theirs' })
    await form.getByRole('button', { name: 'Show both versions' }).click()
    await expect(versions(page)).toBeVisible()
    await server.kill()
    await server.start()
    await expect(choice(page, 'Title', 'Your edits')).toBeChecked()
    await versions(page).getByRole('button', { name: 'Save choices' }).click()
    await expect(form).toBeHidden()
    await expect.poll(() => onlyTask(page)).toMatchObject({ title: 'Mine' })
  })
})

test.describe('a task deleted on another device', () => {
  test('is restored with the edits of the form', async ({ page, browser, server }) => {
    const task = await openBoardOfOne(page, MEMO)
    const form = await openEdit(page, TITLE)
    await titleOf(form).fill('Board memo, Q4')
    await inAnother(browser, page, server.url, (other) => deleteElsewhere(other, task))
    await expect(form.getByText(DELETED)).toBeVisible()
    await form.getByRole('button', { name: 'Restore with your edits' }).click()
    await expect(form).toBeHidden()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({ id: task.id, title: 'Board memo, Q4', priority: 2 })
  })

  test('is noticed when the details are saved, and both versions are shown if it was changed before the deletion', async ({
    page,
  }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, MEMO)
    const details = await openDetails(page, TITLE)
    await details.getByRole('button', { name: /^Description/ }).click()
    await descriptionOf(details).fill('Mine')
    await changeElsewhere(page, task, { description: 'Theirs' })
    await deleteElsewhere(page, task)
    await descriptionOf(details).press('Control+Enter')
    await expect(details.getByText(DELETED)).toBeVisible()
    await expect(page.getByText('Failed to update task.')).toHaveCount(0)
    await details.getByRole('button', { name: 'Restore with your edits' }).click()
    await details.getByRole('button', { name: 'Show both versions' }).click()
    await expect(choice(page, 'Description', 'Saved version')).toHaveText(/Theirs/)
    await expect.poll(() => onlyTask(page)).toMatchObject({ id: task.id, description: 'Theirs' })
    await versions(page).getByRole('button', { name: 'Save choices' }).click()
    await expect.poll(() => onlyTask(page)).toMatchObject({ id: task.id, description: 'Mine' })
  })

  test('doesn’t lose the text of its details to Escape', async ({ page }) => {
    const task = await openBoardOfOne(page, MEMO)
    const details = await openDetails(page, TITLE)
    await details.getByRole('button', { name: /^Description/ }).click()
    await descriptionOf(details).fill('Mine')
    await deleteElsewhere(page, task)
    await expect(details.getByText(DELETED)).toBeVisible()
    await descriptionOf(details).press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(descriptionOf(details)).toHaveValue('Mine')
  })

  test('is noticed by a form that couldn’t delete it', async ({ page }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, MEMO)
    const form = await openEdit(page, TITLE)
    await titleOf(form).fill('Board memo, Q4')
    await deleteElsewhere(page, task)
    page.once('dialog', (question) => void question.accept())
    await form.getByRole('button', { name: 'Delete Task' }).click()
    await expect(page.getByText(DELETED).first()).toBeVisible()
    await save(form)
    await expect(form.getByText(DELETED)).toBeVisible()
    await expect(titleOf(form)).toHaveValue('Board memo, Q4')
  })

  test('is restored with the notes of the canvas', async ({ page }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, MEMO)
    const canvas = await openCanvas(page, TITLE)
    await textOf(canvas, 'Notes').fill('Margin by product')
    await deleteElsewhere(page, task)
    await canvas.getByRole('button', { name: 'Save & Close' }).click()
    await canvas.getByRole('button', { name: 'Restore with your edits' }).click()
    await expect(canvas).toBeHidden()
    await expect.poll(() => onlyTask(page)).toMatchObject({ id: task.id, notes: 'Margin by product' })
  })

  test('keeps its text on screen if it can’t be restored', async ({ page }) => {
    await deafen(page)
    const task = await openBoardOfOne(page, MEMO)
    const form = await openEdit(page, TITLE)
    await titleOf(form).fill('Board memo, Q4')
    await deleteElsewhere(page, task)
    await page.route(`**/api/tasks/${task.id}/restore`, (route) =>
      route.fulfill({ status: 404, json: { message: 'Not found.', code: 'not_found' } }),
    )
    await save(form)
    await form.getByRole('button', { name: 'Restore with your edits' }).click()
    await expect(form.getByText('This task can’t be restored.')).toBeVisible()
    await expect(titleOf(form)).toHaveValue('Board memo, Q4')
    await expect.poll(() => storedTasks(page)).toEqual([])
  })
})

test('closing a task’s dialog never says that the task was deleted', async ({ page }) => {
  await openBoardOfOne(page, MEMO)
  const mentions = await page.evaluateHandle((text) => {
    const found: string[] = []
    new MutationObserver(() => {
      if (document.body.textContent.includes(text)) found.push(text)
    }).observe(document.body, { childList: true, subtree: true })
    return found
  }, DELETED)
  for (const open of [openEdit, openDetails, openCanvas]) {
    const dialog = await open(page, TITLE)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  const details = await openDetails(page, TITLE)
  await details.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(details).toBeHidden()
  expect(await mentions.jsonValue()).toEqual([])
})

/** Opens the board in another browser of the same person for as long as `run` takes. */
async function inAnother(
  browser: Browser,
  page: Page,
  url: string,
  run: (other: Page) => Promise<void>,
): Promise<void> {
  const context = await anotherBrowser(browser, page, url)
  const other = await context.newPage()
  await other.goto('/')
  await run(other)
  await context.close()
}
