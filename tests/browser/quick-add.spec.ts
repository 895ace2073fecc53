import type { Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { band, card, openBoard, storedAt, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { finger, middleOf } from '../support/drag.ts'
import { pasteText } from '../support/paste-text.ts'

/** Two levels on one screen. Level 2 is full. */
const SEEDS = [
  ...['Board memo', 'Call Dr. Okafor', 'Interview panel'].map((title) => ({ title, priority: 2 })),
  { title: 'Write the runbook', priority: 3, category: 'Project', projectName: 'Billing migration' },
  { title: 'Weekly planning', priority: 3 },
]

const field = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true })
const row = (page: Page, level: number) =>
  band(page, level).getByRole('button', { name: `Add a task to level ${level}` })
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` })
const chips = (page: Page) => page.getByRole('list', { name: 'What will be saved' })

async function findStored(page: Page, title: string) {
  const tasks = await storedTasks(page)
  return tasks.find((task) => task.title === title)
}

test.beforeEach(async ({ page }) => {
  await page.clock.setSystemTime('2026-11-19T15:00:00')
  await openBoard(page, SEEDS)
})

test('adds a task with a date and a level in three steps: one key, the text and Enter', async ({ page }) => {
  await page.keyboard.press('q')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Write offer fri 9am 2h p3 +Acme every 2 weeks')
  await expect(chips(page).getByRole('listitem')).toHaveText([
    'Fri, Nov 20, 9:00 AM',
    '2h',
    'P3High',
    'Project',
    'Acme',
    'Bi-weekly',
  ])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Task created', { exact: true })).toBeVisible()
  await expect(titlesAt(page, 3)).toHaveText(['Write the runbook', 'Weekly planning', 'Write offer'])
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await expect
    .poll(() => findStored(page, 'Write offer'))
    .toMatchObject({
      dueDate: '2026-11-20T09:00',
      estimatedTime: '2 hours 0 minutes',
      priority: 3,
      category: 'Project',
      projectName: 'Acme',
      isRecurring: true,
      recurrenceFrequency: 'Bi-weekly',
    })
  await page.keyboard.type('Buy milk')
  await page.keyboard.press('Enter')
  // The level of the band in view.
  await expect.poll(() => storedAt(page, 2)).toContain('Buy milk')
})

test('n opens the line in the visible level, and a band’s row opens it in that band', async ({ page }) => {
  await card(page, 'Weekly planning').focus()
  await page.keyboard.press('n')
  await expect(band(page, 2).getByRole('textbox', { name: 'Task', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card(page, 'Weekly planning')).toBeFocused()
  await row(page, 3).click()
  await expect(band(page, 3).getByRole('textbox', { name: 'Task', exact: true })).toBeFocused()
  await expect(chip(page, 'Level 3, High')).toBeVisible()
  await expectAccessible(page, field(page))
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(row(page, 3)).toBeFocused()
})

test('Escape on a button closes the line, and Escape on a chip returns to the text', async ({ page }) => {
  for (const name of ['Enter add', 'Shift Enter more fields', 'Close']) {
    await row(page, 3).click()
    await expect(chips(page)).toBeVisible()
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Escape')
    await expect(row(page, 3)).toBeFocused()
  }
  await row(page, 3).click()
  await chip(page, 'Level 3, High').focus()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeFocused()
})

test('a removed chip leaves its words in the title', async ({ page }) => {
  await row(page, 3).click()
  await field(page).fill('Review p1 plan tomorrow 30m')
  await chip(page, 'Level 1, Critical').click()
  await expect(field(page)).toBeFocused()
  await expect(chips(page).getByRole('listitem')).toHaveText(['Fri, Nov 20', '30m', 'P3High'])
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await expect(chip(page, 'Level 3, High')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(chip(page, 'Estimate 30m')).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('Review p1 plan tomorrow 30m')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => findStored(page, 'Review p1 plan 30m'))
    .toMatchObject({
      priority: 3,
      dueDate: '2026-11-20',
      estimatedTime: null,
    })
})

test('# and + offer names, and a new category is created', async ({ page }) => {
  await row(page, 3).click()
  await page.keyboard.type('Sync #mee')
  const list = page.getByRole('listbox', { name: 'Categories' })
  await expect(list.getByRole('option')).toHaveText([/Meeting/, 'New category “mee”'])
  await expect(list.getByRole('option', { name: 'Meeting', exact: false }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expectAccessible(page, list)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Sync #Meeting ')
  await expect(chip(page, 'Category Meeting')).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Rake #Garden')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Category Added', { exact: true })).toBeVisible()
  await expect(chip(page, 'Category Garden')).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Plan +bill')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Plan +Billing migration ')
  await expect(chip(page, 'Project Billing migration')).toBeVisible()
  await page.keyboard.type('+b')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(field(page)).toBeFocused()
})

test('a project stays plain text in another category, until the user chooses Project', async ({ page }) => {
  await row(page, 3).click()
  await field(page).fill('Write offer #Meeting +Acme')
  const note = page.getByText('Only tasks in the Project category have a project. “+Acme” stays plain text.')
  await expectAccessible(page, note)
  await page.getByRole('button', { name: 'Use Project' }).click()
  await expect(note).toBeHidden()
  await expect(chip(page, 'Project Acme')).toBeVisible()
  await expect(field(page)).toHaveValue('Write offer #Meeting +Acme')
})

test('says that a level is full, and adds the task to its waiting line', async ({ page }) => {
  await row(page, 3).click()
  await field(page).fill('Write offer p2')
  await expectAccessible(page, page.getByText('Level 2 is full (3 of 3). The task will wait for a slot.'))
  await page.getByRole('button', { name: 'Use level 3, 2 slots free' }).click()
  await expect(field(page)).toBeFocused()
  await expect(chip(page, 'Level 3, High')).toBeVisible()
  await expect(field(page)).toHaveValue('Write offer p3')
  await field(page).fill('Write offer p2 ')
  await page.reload()
  await row(page, 3).click()
  await expect(chips(page)).toBeVisible()
  await expect(field(page)).toHaveValue('Write offer p2 ')
  await field(page).press('Enter')
  await expect(page.getByText('Added to level 2. It will wait for a slot.')).toBeAttached()
  await expect(band(page, 2).getByText('1 waiting')).toBeVisible()
})

test('adds several pasted lines as tasks, with one undo @narrow', async ({ page }) => {
  await row(page, 3).click()
  await pasteText(page, '- Order badges\n- Book the caterer tomorrow\n\n- Print menus p1')
  await expect(page.getByText('Order badges and 2 more lines')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 3 tasks' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 tasks created', { exact: true })).toBeVisible()
  // A phone's sheet hides the toast from screen readers, which have already announced it.
  const undo = page.getByRole('button', { name: 'Undo', includeHidden: true })
  // A toast stays for as long as the pointer rests on it.
  await undo.hover()
  await expect.poll(() => storedAt(page, 1)).toEqual(['Print menus'])
  await expect
    .poll(() => storedAt(page, 3))
    .toEqual(['Write the runbook', 'Weekly planning', 'Order badges', 'Book the caterer'])
  await expect(field(page)).toBeFocused()
  await undo.click()
  await expect.poll(async () => (await storedTasks(page)).length).toBe(SEEDS.length)

  await pasteText(page, '- One\n- Two\n\n1. Three')
  await page.getByRole('button', { name: 'Add as one task' }).click()
  await expect.poll(() => findStored(page, 'One')).toMatchObject({ description: '- Two\n\n1. Three' })
})

test('warns how many pasted tasks will wait, and Escape returns to the line', async ({ page }) => {
  await row(page, 3).click()
  await field(page).fill('Before ')
  await page.keyboard.press('End')
  await pasteText(page, 'One\nTwo\nThree')
  await expect(page.getByText('Before One and 2 more lines')).toBeVisible()
  await expect(page.getByText('Level 3 has 2 slots free. 1 task will wait for a slot.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('Before ')
})

test('keeps several pasted lines as a draft, which a reload restores @narrow', async ({ page }) => {
  await row(page, 3).click()
  await pasteText(page, 'One\nTwo\nThree')
  await expect(page.getByRole('button', { name: 'Add 3 tasks' })).toBeFocused()
  await expectAccessible(page, page.getByRole('button', { name: 'Add 3 tasks' }))
  const close = page.getByRole('button', { name: 'Close', exact: true })
  // On a phone, the sheet has no Close button.
  if (await close.isVisible()) await close.click()
  else await page.goBack()
  await expect(row(page, 3)).toContainText('Draft')
  await page.reload()
  await expect(row(page, 3)).toContainText('Draft')
  await row(page, 3).click()
  await expect(page.getByText('One and 2 more lines')).toBeVisible()
  await page.getByRole('button', { name: 'Add 3 tasks' }).click()
  await expect
    .poll(() => storedAt(page, 3))
    .toEqual(['Write the runbook', 'Weekly planning', 'One', 'Two', 'Three'])
  await field(page).press('Escape')
  await expect(row(page, 3)).not.toContainText('Draft')
})

test('Shift+Enter opens the form with everything filled in', async ({ page }) => {
  await row(page, 3).click()
  await field(page).fill('Write offer tomorrow 9am 1h 30m p2 +Acme every month')
  await expect(chips(page)).toBeVisible()
  await field(page).press('Shift+Enter')
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Write offer')
  await expect(form.getByLabel('Project Name')).toHaveValue('Acme')
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(form).toBeHidden()
  await expect
    .poll(() => findStored(page, 'Write offer'))
    .toMatchObject({
      dueDate: '2026-11-20T09:00',
      estimatedTime: '1 hours 30 minutes',
      priority: 2,
      projectName: 'Acme',
      recurrenceFrequency: 'Monthly',
    })
  await expect(row(page, 3)).toBeVisible()
  await expect(row(page, 3)).not.toContainText('Draft')
})

test('Escape keeps the text as a draft, which a reload restores', async ({ page }) => {
  await row(page, 3).click()
  await field(page).fill('Write offer fri')
  await chip(page, 'Due Fri, Nov 20').click()
  await field(page).press('Escape')
  await expect(row(page, 3)).toBeFocused()
  await expect(row(page, 3)).toContainText('Draft')
  await expect(row(page, 2)).not.toContainText('Draft')
  await page.reload()
  await expect(row(page, 3)).toContainText('Draft')
  await row(page, 3).click()
  await expect(field(page)).toHaveValue('Write offer fri')
  await expect(chips(page).getByRole('listitem')).toHaveText(['P3High'])
  await field(page).press('Enter')
  await expect.poll(() => storedAt(page, 3)).toContain('Write offer fri')
  await field(page).press('Escape')
  await expect(row(page, 3)).not.toContainText('Draft')
})

test('requires a title, and announces each recognized part once', async ({ page }) => {
  await row(page, 3).click()
  await page.keyboard.type('tomorrow 9am')
  await expect(chip(page, 'Due Fri, Nov 20, 9:00 AM')).toBeVisible()
  await expect(page.getByText('Due Fri, Nov 20, 9:00 AM', { exact: false })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Title is required')
  await expect(field(page)).toHaveValue('tomorrow 9am')
  await page.keyboard.type(' call')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  const said = page.getByRole('group', { name: 'Add a task to level 3' }).getByRole('status')
  await expect(said).toHaveText('Added to level 3.')
  await page.keyboard.type('Pay 2h')
  await expect(said).toHaveText('Estimate 2h')
})

test.describe('when the server rejects the task', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('keeps the text', async ({ page }) => {
    await page.route('**/api/tasks', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
    )
    await row(page, 3).click()
    await field(page).fill('Write offer fri')
    await expect(chip(page, 'Due Fri, Nov 20')).toBeVisible()
    await field(page).press('Enter')
    await expect(page.getByText('Failed to create task. Please try again.', { exact: true })).toBeVisible()
    await expect(field(page)).toHaveValue('Write offer fri')
  })
})

test('opens in a sheet if the level has no band', async ({ page }) => {
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(page.getByText('No completed tasks yet.')).toBeVisible()
  await page.keyboard.press('q')
  const sheet = page.getByRole('dialog', { name: 'Add a task to level 5' })
  await expect(field(page)).toBeFocused()
  // Enter does nothing until the new-task line has loaded.
  await expect(chips(page)).toBeVisible()
  await page.keyboard.type('Water the plants p3')
  await page.keyboard.press('Enter')
  await expect.poll(() => storedAt(page, 3)).toContain('Water the plants')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('on a phone, the line opens in a sheet above the board', { tag: '@touch' }, async ({ page }) => {
  await row(page, 3).tap()
  const sheet = page.getByRole('dialog', { name: 'Add a task to level 3' })
  await expect(sheet).toBeVisible()
  await expect(field(page)).toBeFocused()
  await field(page).pressSequentially('Write offer')
  await sheet.getByRole('button', { name: 'Due date' }).tap()
  await sheet.getByRole('option', { name: 'Tomorrow, 9 AM' }).tap()
  await expect(field(page)).toHaveValue('Write offer tomorrow 9am ')
  await sheet.getByRole('button', { name: 'Level', exact: true }).tap()
  await sheet.getByRole('option', { name: 'Level 2, Urgent' }).tap()
  await sheet.getByRole('button', { name: 'Recurrence' }).tap()
  await sheet.getByRole('option', { name: 'Bi-weekly' }).tap()
  await sheet.getByRole('button', { name: 'Category', exact: true }).tap()
  await sheet.getByRole('option', { name: 'Meeting' }).tap()
  await expect(field(page)).toHaveValue('Write offer tomorrow 9am p2 every 2 weeks #Meeting ')
  await expect(sheet.getByText('Level 2 is full (3 of 3).')).toBeVisible()
  await expectAccessible(page, sheet)
  await sheet.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect
    .poll(() => findStored(page, 'Write offer'))
    .toMatchObject({
      dueDate: '2026-11-20T09:00',
      priority: 2,
      category: 'Meeting',
      recurrenceFrequency: 'Bi-weekly',
    })
  await expect(field(page)).toHaveValue('')
  // Only the chips scroll sideways.
  await expectNoSidewaysScroll(page)
  await field(page).fill('Later')
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(row(page, 3)).toContainText('Draft')
})

test('More fields opens the form from the sheet', { tag: '@touch' }, async ({ page }) => {
  await row(page, 3).tap()
  await field(page).fill('Write offer fri p1')
  await page.getByRole('button', { name: 'More fields' }).tap()
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue('Write offer')
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect.poll(() => storedAt(page, 1)).toEqual(['Write offer'])
})

test(
  'on a phone, a tap on Add opens the sheet, and a long press opens the form',
  { tag: '@touch' },
  async ({ page }) => {
    const add = page.getByRole('button', { name: 'Add Task', exact: true })
    await add.tap()
    await expect(page.getByRole('dialog', { name: /^Add a task to level/ })).toBeVisible()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
    const { touch } = await finger(page)
    await touch('touchStart', await middleOf(add))
    await page.getByRole('textbox', { name: 'Task Title' }).fill('Write offer')
    // The form's own Add Task button is under the finger now.
    await touch('touchEnd')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible()
  },
)
