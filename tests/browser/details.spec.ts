import type { Locator } from '@playwright/test'

import {
  band,
  card,
  changeElsewhere,
  deafen,
  openBoard,
  registerByApi,
  seedTasks,
  storedAt,
  storedTasks,
} from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { pageToday } from '../support/days.ts'
import { onlyTask, openBoardOfOne, openDetails } from '../support/task-forms.ts'

const TITLE = 'Board memo'

/** Returns the button that shows a value and turns into its field. */
const value = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name: new RegExp(`^${name}(?! Work)`) })

test.describe('the details of a task', () => {
  test('open on a click on the card, and show everything about it', { tag: '@narrow' }, async ({ page }) => {
    await registerByApi(page)
    const tomorrow = pageToday().add({ days: 1 }).toString()
    const [first] = await seedTasks(page, [{ title: 'Close the books', priority: 3 }])
    const [memo] = await seedTasks(page, [
      {
        title: TITLE,
        priority: 2,
        description: 'Two pages, no appendix.',
        dueDate: `${tomorrow}T09:00`,
        estimatedTime: '4 hours 0 minutes',
        category: 'Project',
        projectName: 'Acme',
        isRecurring: true,
        recurrenceFrequency: 'Weekly',
        dependencies: [String(first?.id)],
        attachments: ['pack.pdf'],
      },
    ])
    await seedTasks(page, [{ title: 'Prepare slides', dependencies: [String(memo?.id)] }])
    await page.goto('/')
    const dialog = await openDetails(page, TITLE)
    await expect(dialog.getByRole('heading', { name: TITLE })).toBeFocused()
    await expect(page).toHaveURL(`/?task=${memo?.id}`)
    await expect(value(dialog, 'Description')).toContainText('Two pages, no appendix.')
    await expect(value(dialog, 'Level')).toContainText('P2 Urgent')
    await expect(value(dialog, 'Due')).toContainText('Tomorrow')
    await expect(value(dialog, 'Due')).toContainText('9:00 AM')
    await expect(value(dialog, 'Start')).toContainText('None')
    await expect(value(dialog, 'Estimate')).toContainText('4h')
    await expect(value(dialog, 'Category')).toContainText('Project')
    await expect(value(dialog, 'Project')).toContainText('Acme')
    await expect(value(dialog, 'Repeats')).toContainText('Weekly')
    await expect(dialog.getByRole('list', { name: 'Depends on' })).toContainText('Close the books')
    await expect(dialog.getByRole('list', { name: 'Needed by' })).toContainText('Prepare slides')
    await expect(dialog.getByRole('list', { name: 'Attached Files 1' })).toContainText('pack.pdf')

    await dialog.getByRole('list', { name: 'Depends on' }).getByRole('button').click()
    await expect(page.getByRole('heading', { name: 'Close the books', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/')
  })

  test('open with Enter, and return focus to the card', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    await card(page, TITLE).press('Enter')
    const dialog = page.getByRole('dialog', { name: TITLE, exact: true })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(card(page, TITLE)).toBeFocused()
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible()
  })

  test('open at their URL, even after a reload and on Forward, and Back closes them', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE })
    await page.goto(`/?category=Task&task=${task.id}`)
    const dialog = page.getByRole('dialog', { name: TITLE, exact: true })
    await expect(dialog).toBeVisible()
    await page.reload()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/?category=Task')
    await page.goForward()
    await expect(dialog).toBeVisible()
  })
})

test.describe('a value edited in place', () => {
  test('is saved when the field loses focus, or with a key', { tag: '@narrow' }, async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    const dialog = await openDetails(page, TITLE)
    await value(dialog, 'Description').click()
    const description = dialog.getByRole('textbox', { name: 'Description' })
    await expect(description).toBeFocused()
    await expect(dialog.getByText('Saves when you leave the field.')).toBeVisible()
    await description.fill('Two pages.')
    await value(dialog, 'Start').hover()
    await page.mouse.down()
    await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
    await page.mouse.up()
    await expect(value(dialog, 'Description')).toContainText('Two pages.')
    await expect(dialog.getByRole('textbox', { name: 'Start' })).toBeFocused()

    await value(dialog, 'Due').click()
    const due = dialog.getByRole('textbox', { name: 'Due Date' })
    await due.fill('tomorrow at 9 AM')
    await due.press('Control+Enter')
    await expect(value(dialog, 'Due')).toContainText('Tomorrow')
    await expect(value(dialog, 'Due')).toBeFocused()

    await dialog.getByRole('button', { name: TITLE, exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Memo')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Memo', exact: true })).toBeVisible()

    await value(page.getByRole('dialog'), 'Level').click()
    await expect(page.getByRole('slider', { name: 'Priority Level' })).toBeFocused()
    await page.keyboard.press('Home')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(card(band(page, 1), 'Memo')).toBeFocused()
    const tomorrow = pageToday().add({ days: 1 }).toString()
    await expect
      .poll(() => onlyTask(page))
      .toMatchObject({
        title: 'Memo',
        description: 'Two pages.',
        dueDate: `${tomorrow}T09:00`,
        priority: 1,
      })
  })

  test('that moves the start past the end opens the end date and shows the error there', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE, startDate: '2031-11-20', endDate: '2031-11-24' })
    const dialog = await openDetails(page, TITLE)
    await value(dialog, 'Start').click()
    await dialog.getByRole('textbox', { name: 'Start Date' }).fill('25 Nov 2031')
    await page.keyboard.press('Enter')
    const end = dialog.getByRole('textbox', { name: 'End Date' })
    await expect(end).toHaveAccessibleDescription('The end is before the start. Use a later date.')
    expect((await onlyTask(page)).startDate).toBe('2031-11-20')
    await end.fill('26 Nov 2031')
    await end.press('Enter')
    await expect(value(dialog, 'End')).toContainText('Nov 26')
    await expect(value(dialog, 'Start')).toContainText('Nov 25')
    await expect.poll(() => onlyTask(page)).toMatchObject({ startDate: '2031-11-25', endDate: '2031-11-26' })
  })

  test('is restored by Escape, and Undo brings the typed text back @narrow', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE, description: 'As it was.' })
    const dialog = await openDetails(page, TITLE)
    await value(dialog, 'Description').click()
    const description = dialog.getByRole('textbox', { name: 'Description' })
    await description.fill('A long text.')
    await page.keyboard.press('Escape')
    await expect(value(dialog, 'Description')).toContainText('As it was.')
    await expect(value(dialog, 'Description')).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(description).toHaveValue('A long text.')
    await expect(description).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(value(dialog, 'Description')).toContainText('A long text.')
    await expect.poll(async () => (await onlyTask(page)).description).toBe('A long text.')
    // Undo outside a field also undoes the latest change.
    await page.keyboard.press('Control+z')
    await expect(value(dialog, 'Description')).toContainText('As it was.')
  })

  test('keeps typed text through a reload', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    const dialog = await openDetails(page, TITLE)
    await value(dialog, 'Description').click()
    const description = dialog.getByRole('textbox', { name: 'Description' })
    await description.fill('Half a sentence')
    await page.reload()
    await expect(description).toHaveValue('Half a sentence')
    await expect(dialog.getByText('Draft restored.')).toBeVisible()
    await description.press('Control+Enter')
    await expect.poll(async () => (await onlyTask(page)).description).toBe('Half a sentence')
    await expect(value(dialog, 'Description')).toContainText('Half a sentence')
  })

  test('is unchanged after its restored draft is discarded, and the title gets the focus', async ({
    page,
  }) => {
    await openBoardOfOne(page, { title: TITLE })
    const dialog = await openDetails(page, TITLE)
    await value(dialog, 'Description').click()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Half a sentence')
    await page.reload()
    await dialog.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
    await expect(value(dialog, 'Description')).toContainText('Add a description')
    await expect(dialog.getByRole('heading', { name: TITLE })).toBeFocused()
  })

  test('is saved when the dialog closes while another value is being saved', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    const dialog = await openDetails(page, TITLE)
    const response = Promise.withResolvers<void>()
    await page.route(/\/api\/tasks\/\d+$/, async (route) => {
      if (route.request().method() === 'PATCH') await response.promise
      await route.continue()
    })
    await value(dialog, 'Level').click()
    await expect(dialog.getByRole('slider', { name: 'Priority Level' })).toBeFocused()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('Home')
    await page.keyboard.press('Control+Enter')
    await sent
    await value(dialog, 'Description').click()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Two pages.')
    await dialog.getByRole('button', { name: 'Close' }).click()
    response.resolve()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => onlyTask(page)).toMatchObject({ priority: 1, description: 'Two pages.' })
  })

  test('is saved when a tap on Start Work ends the edit', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    const dialog = await openDetails(page, TITLE)
    await value(dialog, 'Description').click()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Two pages.')
    // A tap moves the focus and clicks in the same event-loop task.
    await dialog.getByRole('button', { name: 'Start Work', exact: true }).evaluate((button: HTMLElement) => {
      button.focus()
      button.click()
    })
    await expect(page.getByRole('textbox', { name: 'Clear Goals' })).toBeVisible()
    await expect.poll(async () => (await onlyTask(page)).description).toBe('Two pages.')
  })

  test('explains why a full level or an empty title is not saved, and asks before the edit is lost', async ({
    page,
  }) => {
    await openBoard(page, [
      { title: 'One', priority: 1 },
      { title: 'Two', priority: 1 },
      { title: 'Three', priority: 1 },
      { title: TITLE, priority: 2 },
    ])
    const dialog = await openDetails(page, TITLE)
    await value(dialog, 'Level').click()
    await expect(dialog.getByRole('slider', { name: 'Priority Level' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByText(/Level 1 is full/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog.getByText(/Level 1 is full/)).toBeHidden()
    await dialog.getByRole('button', { name: TITLE, exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Task Title' }).fill('')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Title is required')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page
      .getByRole('alertdialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Discard' })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect
      .poll(async () => new Set((await storedTasks(page)).map(({ title }) => title)))
      .toEqual(new Set(['One', 'Two', 'Three', TITLE]))
  })

  test.describe('while the server fails', () => {
    test.use({ expectedConsoleErrors: /status of 500/ })

    test('stays open with the text until a retry succeeds', async ({ page }) => {
      await openBoardOfOne(page, { title: TITLE })
      const dialog = await openDetails(page, TITLE)
      await page.route(/\/api\/tasks\/\d+$/, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken.' } })
          : route.continue(),
      )
      await value(dialog, 'Description').click()
      const description = dialog.getByRole('textbox', { name: 'Description' })
      await description.fill('Two pages.')
      await value(dialog, 'Start').click()
      await expect(dialog.getByText('Couldn’t save.')).toBeVisible()
      await expect(description).toHaveValue('Two pages.')
      await page.unrouteAll()
      await dialog.getByRole('button', { name: 'Try again.' }).click()
      await expect(value(dialog, 'Description')).toContainText('Two pages.')
      await expect.poll(async () => (await onlyTask(page)).description).toBe('Two pages.')
    })
  })

  test.describe('changed in another window', () => {
    test.use({ expectedConsoleErrors: /status of 412/ })

    test('merges changes to different values, and asks about the same value @narrow', async ({ page }) => {
      await deafen(page)
      const task = await openBoardOfOne(page, { title: TITLE })
      const dialog = await openDetails(page, TITLE)
      await changeElsewhere(page, task, { category: 'Meeting' })
      await value(dialog, 'Description').click()
      const description = dialog.getByRole('textbox', { name: 'Description' })
      await description.fill('Mine')
      await description.press('Control+Enter')
      await expect(value(dialog, 'Category')).toContainText('Meeting')
      await expect(value(dialog, 'Description')).toContainText('Mine')
      // The page shows the merged values before it sends them.
      await expect.poll(async () => (await onlyTask(page)).description).toBe('Mine')

      await changeElsewhere(page, task, { description: 'Theirs' })
      await value(dialog, 'Description').click()
      await description.fill('Mine again')
      await description.press('Control+Enter')
      await expect(description).toHaveValue('Mine again')
      await dialog.getByRole('button', { name: 'Show both versions' }).click()
      await page.getByRole('button', { name: 'Save choices' }).click()
      await expect(value(dialog, 'Description')).toContainText('Mine again')
      await expect
        .poll(() => onlyTask(page))
        .toMatchObject({ description: 'Mine again', category: 'Meeting' })
    })
  })
})

test.describe('the commands of the details', () => {
  test('complete, start work, edit and delete', { tag: '@narrow' }, async ({ page }) => {
    await openBoard(page, [
      { title: TITLE, priority: 2 },
      { title: 'Next in line', priority: 2 },
    ])
    let dialog = await openDetails(page, TITLE)
    const more = async (item: string) => {
      await dialog.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await more('Duplicate')
    await expect(page.getByText('Task duplicated', { exact: true })).toBeVisible()
    await expect.poll(() => storedAt(page, 2)).toEqual([TITLE, TITLE, 'Next in line'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => storedAt(page, 2)).toEqual([TITLE, 'Next in line'])
    await more('Edit Task')
    const form = page.getByRole('dialog', { name: 'Edit Task' })
    await expect(form).toBeVisible()
    await expect(page).toHaveURL(/edit=\d+$/)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(card(page, TITLE)).toBeFocused()

    dialog = await openDetails(page, TITLE)
    await dialog.getByRole('button', { name: 'Start Work', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Clear Goals' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    dialog = await openDetails(page, TITLE)
    await dialog.getByRole('button', { name: `Complete ${TITLE}` }).click()
    await expect(dialog.getByRole('button', { name: `Reopen ${TITLE}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(card(page, TITLE)).toHaveCount(0)
    await expect(card(page, 'Next in line')).toBeFocused()

    dialog = await openDetails(page, 'Next in line')
    await more('Delete')
    await expect(dialog).toHaveCount(0)
    await expect(card(page, 'Next in line')).toHaveCount(0)
    // Until this toast appears, Undo may still apply to the completed task.
    await expect(page.getByText('Your task has been deleted successfully', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, 'Next in line')).toBeVisible()
  })

  test('copy the link', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const task = await openBoardOfOne(page, { title: TITLE })
    const dialog = await openDetails(page, TITLE)
    await dialog.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).pathname + new URL(link).search).toBe(`/?task=${task.id}`)
  })
})
