import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import { type Seed, band, card, openBoard, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { handleOf } from '../support/drag.ts'
import { openEdit } from '../support/task-forms.ts'
import { bar, openMenu } from '../support/timeline-page.ts'

/** A Thursday with 6 working hours, at 10:47 in the time zone of the stories. */
const NOW = new Date('2026-11-19T10:47:00+01:00')
const TODAY = '2026-11-19'

/** The tasks except the last two add up to 5 h 19 m of remaining work for today. */
const SEEDS: Seed[] = [
  { title: 'Redline the contract', priority: 1, dueDate: TODAY, estimatedTime: '3 hours', elapsedTime: 5700 },
  {
    title: 'Fix the invoices',
    priority: 1,
    category: 'Project',
    dueDate: '2026-11-17',
    estimatedTime: '2 hours 45 minutes',
    elapsedTime: 9660,
  },
  { title: 'Call Dr. Okafor', priority: 2, dueDate: TODAY, estimatedTime: '0 hours 30 minutes' },
  {
    title: 'Confirm the deposit',
    priority: 3,
    dueDate: '2026-11-20',
    plannedFor: TODAY,
    estimatedTime: '0 hours 45 minutes',
    elapsedTime: 1510,
  },
  { title: 'Renew passports', priority: 3, plannedFor: TODAY, estimatedTime: '1 hours' },
  { title: 'Compare providers', priority: 4, plannedFor: TODAY, estimatedTime: '2 hours' },
  { title: 'Publish the programme', priority: 5, estimatedTime: '2 hours' },
  { title: 'Sketch the beds', priority: 8 },
]

test.beforeEach(({ page }) => page.clock.setFixedTime(NOW))

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
const chip = (page: Page, count: number) => page.getByRole('button', { name: `Today ${count}`, exact: true })
const planBox = (form: Locator) => form.getByRole('checkbox', { name: 'Plan for today' })
const cardItem = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Expects a task to be planned for this day on the server. */
const expectPlan = (page: Page, title: string, day: string | null) =>
  expect
    .poll(async () => (await storedTasks(page)).find((task) => task.title === title))
    .toMatchObject({ plannedFor: day })

test(
  'T or a card’s menu plans the task for today, and undo reverts it',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await openBoard(page, SEEDS)
    const title = 'Publish the programme'
    const press = async (item: string) => {
      if (!isMobile) {
        await card(page, title).focus()
        return page.keyboard.press('t')
      }
      await handleOf(page, title).tap()
      await page.getByRole('menuitem', { name: item }).tap()
    }
    await press('Plan for today')
    await expect(toast(page)).toContainText('Planned for today.')
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expectPlan(page, title, null)
    await expect(cardItem(page, title)).not.toContainText('Planned')

    await press('Plan for today')
    await expectPlan(page, title, TODAY)
    await expect(cardItem(page, title)).toContainText('Planned')
    await press('Remove from today')
    await expect(toast(page)).toContainText('No longer planned.')
    await expectPlan(page, title, null)
    if (isMobile) return

    // The keys are sent together, because the letter is accepted only within a second of G.
    await Promise.all(['g', 't'].map((key) => page.keyboard.press(key)))
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true')
  },
)

test(
  'the chip shows today’s tasks and how much of the day they take',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await openBoard(page, SEEDS)
    const bands = page.getByRole('region', { name: /^Priority \d/ })
    await expect(chip(page, 6)).toHaveAttribute('aria-pressed', 'false')
    if (!isMobile) {
      await chip(page, 6).hover()
      await expect(page.getByRole('tooltip')).toHaveText('Tasks planned for today, due today or overdue')
    }
    await chip(page, 6).click()
    await expect(bands).toHaveCount(4)
    await expect(chip(page, 6)).toHaveAttribute('aria-pressed', 'true')
    await expect(titlesAt(page, 3)).toHaveText(['Confirm the deposit', 'Renew passports'])
    await expect(page.getByText('5 h 19 m planned of 6 h')).toBeVisible()
    await expect(page).toHaveURL(/\?day=today$/)
    await expectAccessible(page, chip(page, 6))

    await test.step('the filter survives a reload, and combines with the other filters', async () => {
      await page.reload()
      await expect(bands).toHaveCount(4)
      await page.getByRole('button', { name: 'Filter by Category' }).click()
      await page.getByRole('menuitemcheckbox', { name: /^Project/ }).click()
      await expect(bands).toHaveCount(1)
      await expect(titlesAt(page, 1)).toHaveText(['Fix the invoices'])
      await expect(page).toHaveURL(/day=today/)
      await page.getByRole('button', { name: 'Clear Category: Project' }).click()
      await expect(bands).toHaveCount(4)
    })
    if (isMobile) return

    await test.step('T hides a card that isn’t due, and the next card gets focus', async () => {
      await card(page, 'Confirm the deposit').focus()
      await page.keyboard.press('t')
      await expect(titlesAt(page, 3)).toHaveText(['Renew passports'])
      await expect(card(page, 'Renew passports')).toBeFocused()
      await expect(chip(page, 5)).toBeVisible()
      await expectPlan(page, 'Confirm the deposit', null)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(chip(page, 6)).toBeVisible()
    })

    await test.step('a plan with too much work shows the excess', async () => {
      await chip(page, 6).click()
      await card(page, 'Publish the programme').focus()
      await page.keyboard.press('t')
      await card(page, 'Sketch the beds').focus()
      await page.keyboard.press('t')
      await chip(page, 8).click()
      await expect(page.getByText('7 h 19 m planned of 6 h')).toBeVisible()
      await expect(page.getByText('1 h 19 m over')).toBeVisible()
      await expect(page.getByText('1 without an estimate')).toBeVisible()
    })
  },
)

test('the form and the timeline plan a task, and the form keeps a plan typed in the new-task line', async ({
  page,
}) => {
  const title = 'Write the runbook'
  await openBoard(page, [{ title, priority: 3, dueDate: '2026-11-24' }])
  const form = await openEdit(page, title)
  await planBox(form).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectPlan(page, title, TODAY)

  await page.getByRole('tab', { name: 'Timeline' }).click()
  await bar(page, title).press('t')
  await expectPlan(page, title, null)
  const menu = await openMenu(page, title)
  await menu.getByRole('menuitem', { name: 'Plan for today' }).click()
  await expectPlan(page, title, TODAY)

  await page.getByRole('tab', { name: 'Priority View' }).click()
  await page.keyboard.press('q')
  const line = page.getByRole('textbox', { name: 'Task', exact: true })
  await line.fill('Water the beds today')
  await expect(page.getByRole('button', { name: 'Remove Planned for today' })).toBeVisible()
  await line.press('Shift+Enter')
  await expect(planBox(page.getByRole('dialog', { name: 'Add New Task' }))).toBeChecked()
})

test('shows a message when nothing is planned', { tag: '@narrow' }, async ({ page, isMobile }) => {
  await openBoard(page, [{ title: 'Sketch the beds' }])
  await chip(page, 0).click()
  await expect(page.getByText('Nothing planned for today.')).toBeVisible()
  const hint = isMobile ? 'Choose “Plan for today” in the menu of a task.' : 'Press T on a task to plan it.'
  await expect(page.getByText(hint)).toBeVisible()
  await expect(page.getByText('0 m planned of 6 h')).toBeVisible()
})

test(
  'the bar plans the selected tasks, and typing “today” plans a new task',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await openBoard(page, SEEDS)
    const chosen = ['Publish the programme', 'Sketch the beds']
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    if (isMobile) {
      await handleOf(page, 'Sketch the beds').tap()
      await page.getByRole('menuitem', { name: 'Select' }).tap()
      await expect(bar).toBeVisible()
      await card(page, 'Publish the programme').tap()
      await expect(page.getByText('2 selected').first()).toHaveText('2 selected')
      await bar.getByRole('button', { name: 'More' }).tap()
      await page.getByRole('menuitem', { name: 'Plan for today' }).tap()
    } else {
      for (const title of chosen) {
        await card(page, title).focus()
        await page.keyboard.press('x')
      }
      await expect(bar).toContainText('2 selected')
      await bar.getByRole('button', { name: 'Plan for today' }).click()
    }
    await expect(toast(page)).toContainText('2 tasks planned for today')
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    for (const title of chosen) await expectPlan(page, title, null)
    if (isMobile) return

    await band(page, 8).getByRole('button', { name: 'Add a task to level 8' }).click()
    const line = page.getByRole('textbox', { name: 'Task', exact: true })
    await line.fill('Water the beds today')
    await expect(page.getByRole('button', { name: 'Remove Planned for today' })).toBeVisible()
    await line.press('Enter')
    await expect(cardItem(page, 'Water the beds')).toContainText('Planned')
    await expect
      .poll(async () => (await storedTasks(page)).find(({ title }) => title === 'Water the beds'))
      .toMatchObject({ plannedFor: TODAY, dueDate: null })
  },
)
