import type { Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { type Seed, card, openBoard, restOnUndo, storedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

/** A Thursday with 6 working hours, at 10:47 in the time zone of the stories. */
const NOW = new Date('2026-11-19T10:47:00+01:00')
const TODAY = '2026-11-19'
const YESTERDAY = '2026-11-18'
const TOMORROW = '2026-11-20'

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')

const tooMuch = (page: Page) => page.getByRole('region', { name: '1 h 30 m too much for today' })
const leftOver = (page: Page) => page.getByRole('region', { name: /left from/ })

const box = (page: Page, title: string) => tooMuch(page).getByRole('checkbox', { name: title })
const answer = (page: Page, title: string, name: string) =>
  leftOver(page)
    .getByRole('radiogroup', { name: `When to do ${title}` })
    .getByRole('radio', { name })

/** Returns the days that the tasks are planned for on the server, by title. */
const plans = async (page: Page) =>
  Object.fromEntries((await storedTasks(page)).map(({ title, plannedFor }) => [title, plannedFor]))

test.describe('a day with too much work', () => {
  /** 7 h 30 m of work. */
  const SEEDS: Seed[] = [
    { title: 'Redline the contract', priority: 1, dueDate: TODAY, estimatedTime: '2 hours 30 minutes' },
    { title: 'Renew passports', priority: 3, plannedFor: TODAY, estimatedTime: '1 hours' },
    { title: 'Compare providers', priority: 4, plannedFor: TODAY, estimatedTime: '2 hours' },
    { title: 'Publish the programme', priority: 5, plannedFor: TODAY, estimatedTime: '2 hours' },
    { title: 'Sketch the beds', priority: 8, plannedFor: TODAY },
  ]

  test.beforeEach(async ({ page }) => {
    await page.clock.setFixedTime(NOW)
    await openBoard(page, SEEDS)
    await expect(page.getByRole('button', { name: 'Today 5' })).toBeVisible()
  })

  test('offers to move planned tasks to tomorrow, with one undo', { tag: '@narrow' }, async ({ page }) => {
    // The panel's code loads together with the code of this region.
    await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
    await expect(tooMuch(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Today 5' }).click()
    await expect(tooMuch(page).getByRole('checkbox')).toHaveCount(3)
    await expect(tooMuch(page).getByRole('listitem')).toHaveText([
      /P5.*Publish the programme.*2 h/,
      /P4.*Compare providers.*2 h/,
      /P3.*Renew passports.*1 h/,
    ])
    await expect(box(page, 'Publish the programme')).toBeChecked()
    await expect(tooMuch(page)).toContainText('Then 5 h 30 m of 6 h.')
    await expectAccessible(page, tooMuch(page))
    await expectNoSidewaysScroll(page)

    await box(page, 'Publish the programme').click()
    await expect(tooMuch(page).getByRole('button', { name: 'Move 0 to tomorrow' })).toBeDisabled()
    await box(page, 'Renew passports').click()
    await box(page, 'Compare providers').click()
    await expect(tooMuch(page)).toContainText('Then 4 h 30 m of 6 h.')
    await tooMuch(page).getByRole('button', { name: 'Move 2 to tomorrow' }).click()
    await expect(toast(page)).toContainText('2 tasks moved to tomorrow.')
    const undo = await restOnUndo(page)
    await expect(tooMuch(page)).toHaveCount(0)
    await expect(page.getByRole('tabpanel', { name: 'Priority View' })).toBeFocused()
    await expect
      .poll(() => plans(page))
      .toMatchObject({ 'Renew passports': TOMORROW, 'Compare providers': TOMORROW })
    await undo.click()
    await expect(tooMuch(page)).toBeVisible()
    await expect
      .poll(() => plans(page))
      .toMatchObject({ 'Renew passports': TODAY, 'Compare providers': TODAY })
  })

  test('keeps its panel closed until the plan changes', async ({ page }) => {
    await page.getByRole('button', { name: 'Today 5' }).click()
    await tooMuch(page).getByRole('button', { name: 'Hide until the plan changes' }).click()
    await expect(tooMuch(page)).toHaveCount(0)
    await card(page, 'Sketch the beds').focus()
    await page.keyboard.press('t')
    await expect(toast(page)).toContainText('No longer planned.')
    await expect(tooMuch(page)).toHaveCount(0)
    await card(page, 'Renew passports').focus()
    await page.keyboard.press('t')
    await expect(page.getByRole('region', { name: '30 m too much for today' })).toBeVisible()
  })

  test('keeps its panel closed when time is logged', async ({ page }) => {
    await page.getByRole('button', { name: 'Today 5' }).click()
    await tooMuch(page).getByRole('button', { name: 'Hide until the plan changes' }).click()
    const { id } = (await storedTasks(page)).find(({ title }) => title === 'Redline the contract') ?? {}
    await page.request.patch(`/api/tasks/${id}`, { data: { elapsedTime: 600 } })
    await expect(page.getByText('7 h 20 m planned of 6 h')).toBeVisible()
    await expect(page.getByRole('region', { name: /too much for today/ })).toHaveCount(0)
  })

  test('asks about the same tasks again on the next day', async ({ page }) => {
    await page.getByRole('button', { name: 'Today 5' }).click()
    await tooMuch(page).getByRole('button', { name: 'Hide until the plan changes' }).click()
    await expect(tooMuch(page)).toHaveCount(0)
    await page.clock.setFixedTime(new Date('2026-11-20T10:47:00+01:00'))
    // The page checks the date when it becomes visible.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await leftOver(page).getByRole('button', { name: 'All today' }).click()
    await expect(tooMuch(page)).toBeVisible()
  })

  test('does not ask while the user types', async ({ page }) => {
    await page.getByRole('button', { name: 'Today 5' }).click()
    await tooMuch(page).getByRole('button', { name: 'Move 1 to tomorrow' }).click()
    await expect(tooMuch(page)).toHaveCount(0)
    await page.keyboard.press('n')
    const line = page.getByRole('textbox', { name: 'Task', exact: true })
    // Enter does nothing until the new-task line has loaded.
    await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
    await line.fill('Water the beds today 2h')
    await line.press('Enter')
    await expect(card(page, 'Water the beds')).toBeVisible()
    await expect(tooMuch(page)).toHaveCount(0)
    await line.press('Escape')
    await expect(tooMuch(page)).toBeVisible()
  })
})

test.describe('the morning after', () => {
  const SEEDS: Seed[] = [
    {
      title: 'Fix the invoices',
      priority: 1,
      plannedFor: YESTERDAY,
      estimatedTime: '3 hours',
      elapsedTime: 10_560,
    },
    { title: 'Confirm the deposit', priority: 3, plannedFor: YESTERDAY },
    { title: 'Publish the programme', priority: 5, plannedFor: YESTERDAY, estimatedTime: '2 hours' },
    { title: 'Renew passports', priority: 5, plannedFor: TODAY, estimatedTime: '1 hours' },
  ]

  test(
    'asks about each unfinished task and applies each choice immediately',
    { tag: '@narrow' },
    async ({ page }) => {
      await page.clock.setFixedTime(NOW)
      await openBoard(page, SEEDS)
      await expect(leftOver(page)).toHaveAccessibleName('3 tasks left from yesterday')
      await expect(leftOver(page).getByRole('listitem')).toHaveText([
        /Fix the invoices/,
        /Confirm the deposit/,
        /Publish the programme/,
      ])
      await expect(leftOver(page).getByRole('radio', { checked: true })).toHaveCount(0)
      await expect(leftOver(page)).toContainText('Today holds 1 h of 6 h.')
      await expectAccessible(page, leftOver(page))
      await expectNoSidewaysScroll(page)

      await test.step('today', async () => {
        await answer(page, 'Fix the invoices', 'Today').click()
        await expect(answer(page, 'Confirm the deposit', 'Today')).toBeFocused()
        await expect(leftOver(page)).toContainText('Today holds 1 h 4 m of 6 h.')
        await expect.poll(() => plans(page)).toMatchObject({ 'Fix the invoices': TODAY })
      })
      await test.step('not at all, by keyboard', async () => {
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('ArrowRight')
        await expect(answer(page, 'Confirm the deposit', 'Not at all')).toBeFocused()
        await expect.poll(() => plans(page)).toMatchObject({ 'Confirm the deposit': YESTERDAY })
        await page.keyboard.press('Space')
        await expect.poll(() => plans(page)).toMatchObject({ 'Confirm the deposit': null })
      })
      await test.step('later, which asks again on the next working day', async () => {
        await answer(page, 'Publish the programme', 'Later').click()
        await expect(toast(page)).toContainText('We’ll ask again on Friday.')
        await expect(page.getByRole('tabpanel', { name: 'Priority View' })).toBeFocused()
        await page.mouse.move(0, 0)
        await expect(leftOver(page)).toHaveCount(0)
        await page.reload()
        await expect(card(page, 'Publish the programme')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Today 2' })).toBeVisible()
        await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
        await expect(leftOver(page)).toHaveCount(0)
        await page.goto('about:blank')
        await page.clock.setFixedTime(new Date('2026-11-20T09:00:00+01:00'))
        await page.goto('/')
        await expect(leftOver(page)).toHaveAccessibleName('3 tasks left from earlier days')
      })
    },
  )

  test('the panel closes after the last tap on a phone', { tag: '@touch' }, async ({ page }) => {
    await page.clock.setFixedTime(NOW)
    await openBoard(page, [{ title: 'Fix the invoices', plannedFor: YESTERDAY }])
    await answer(page, 'Fix the invoices', 'Today').tap()
    await expect.poll(() => plans(page)).toEqual({ 'Fix the invoices': TODAY })
    await expect(leftOver(page)).toHaveCount(0)
  })

  test('one choice can be undone on its own, and All today plans the rest', async ({ page }) => {
    await page.clock.setFixedTime(NOW)
    await openBoard(page, SEEDS)
    await answer(page, 'Fix the invoices', 'Not at all').click()
    await page.mouse.move(0, 0)
    await expect(leftOver(page)).toHaveAccessibleName('2 tasks left from yesterday')
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(leftOver(page)).toHaveAccessibleName('3 tasks left from yesterday')
    await leftOver(page).getByRole('button', { name: 'All today' }).click()
    await expect(toast(page)).toContainText('3 tasks planned for today.')
    await expect(leftOver(page)).toHaveCount(0)
    await expect.poll(async () => [...new Set(Object.values(await plans(page)))]).toEqual([TODAY])
  })

  test('the board stays in view below many tasks', { tag: '@narrow' }, async ({ page }) => {
    await page.clock.setFixedTime(NOW)
    const seeds = Array.from({ length: 30 }, (_, i) => ({ title: `Task ${i}`, plannedFor: YESTERDAY }))
    await openBoard(page, seeds)
    await expect(leftOver(page).getByRole('listitem')).toHaveCount(30)
    const height = async () => (await leftOver(page).boundingBox())?.height
    await expect.poll(height).toBeLessThan((page.viewportSize()?.height ?? 0) * 0.7)
  })

  test('keeps the focus near a row that another device answers', async ({ page }) => {
    await page.clock.setFixedTime(NOW)
    const [task] = await openBoard(page, SEEDS)
    await answer(page, 'Fix the invoices', 'Later').focus()
    await page.request.patch(`/api/tasks/${task?.id}`, { data: { plannedFor: null } })
    await expect(leftOver(page)).toHaveAccessibleName('2 tasks left from yesterday')
    await expect(page.getByRole('tabpanel', { name: 'Priority View' })).toBeFocused()
  })

  test('the rows stay in place while the pointer is over them', async ({ page }) => {
    await page.clock.install({ time: NOW })
    await openBoard(page, SEEDS)
    await answer(page, 'Fix the invoices', 'Not at all').click()
    await answer(page, 'Publish the programme', 'Later').hover()
    await page.clock.runFor(3000)
    await expect(leftOver(page).getByRole('listitem')).toHaveCount(3)
    await answer(page, 'Confirm the deposit', 'Today').click()
    await page.mouse.move(0, 0)
    await page.clock.runFor(3000)
    await expect(leftOver(page).getByRole('listitem')).toHaveText([/Publish the programme/])
  })

  test('an undone choice can be made again immediately', async ({ page }) => {
    await page.clock.setFixedTime(NOW)
    await openBoard(page, SEEDS)
    await answer(page, 'Fix the invoices', 'Not at all').click()
    await expect(answer(page, 'Fix the invoices', 'Not at all')).toBeChecked()
    await expect(toast(page)).toContainText('No longer planned.')
    await page.keyboard.press('Control+z')
    await expect(answer(page, 'Fix the invoices', 'Not at all')).not.toBeChecked()
    await answer(page, 'Fix the invoices', 'Not at all').click()
    await expect.poll(() => plans(page)).toMatchObject({ 'Fix the invoices': null })
  })

  const openAfterAbsence = async (page: Page) => {
    await page.clock.setFixedTime(NOW)
    await openBoard(page, [
      ...SEEDS,
      ...Array.from({ length: 5 }, (_, i) => ({ title: `Overdue ${i}`, dueDate: '2026-11-16' })),
    ])
    await expect(leftOver(page)).toBeVisible()
    // An open page would ask immediately, and only one page asks each day.
    await page.goto('about:blank')
    const away = { since: '2026-11-14T09:00:00.000Z', until: '2026-11-19T09:47:00.000Z', askedOn: null }
    expect((await page.request.patch('/api/settings', { data: { away } })).status()).toBe(200)
    await page.goto('/')
    await expect(page.getByRole('dialog')).toContainText('Welcome back')
  }

  test('waits until the dialog about the absence is closed', async ({ page }) => {
    await openAfterAbsence(page)
    await expect(page.locator('section', { hasText: 'left from yesterday' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Decide later' }).click()
    await expect(leftOver(page)).toBeVisible()
  })

  test.describe('when the settings can’t be saved after an absence', () => {
    test.use({ expectedConsoleErrors: /status of 400/ })

    test('still asks after the dialog about the absence is closed', async ({ page }) => {
      await page.route('**/api/settings', (route) =>
        route.fulfill({ status: 400, json: { code: 'invalid', message: 'Invalid.' } }),
      )
      await openAfterAbsence(page)
      await page.getByRole('button', { name: 'Decide later' }).click()
      await expect(leftOver(page)).toBeVisible()
    })
  })

  test('does not ask before the day starts', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-19T08:59:00+01:00'))
    await openBoard(page, SEEDS)
    await expect(page.getByRole('button', { name: 'Today 1' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
    await expect(leftOver(page)).toHaveCount(0)
    await page.clock.setFixedTime(new Date('2026-11-19T09:00:00+01:00'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(leftOver(page)).toBeVisible()
  })
})
