import type { Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import {
  type Seed,
  changeElsewhere,
  registerByApi,
  restOnUndo,
  seedTasks,
  storedTasks,
} from '../support/board-page.ts'
import { expect, newPerson, test } from '../support/browser-test.ts'
import { untilKept } from '../support/cached-tasks.ts'
import { startWork } from '../support/clock-page.ts'
import { holdDays, turnDay } from '../support/days.ts'

/** A Thursday with 6 working hours. */
const NOW = new Date('2026-11-19T10:47:00+01:00')
const AWAY = { since: '2026-11-14T09:00:00.000Z', until: '2026-11-19T09:47:00.000Z', askedOn: null }

const SEEDS: Seed[] = [
  { title: 'Fix the invoices', priority: 1, dueDate: '2026-11-13', estimatedTime: '2 hours' },
  { title: 'Call Dr. Okafor', priority: 2, dueDate: '2026-11-15T09:00' },
  { title: 'Compare providers', priority: 4, dueDate: '2026-11-14' },
  { title: 'Publish the programme', priority: 5, dueDate: '2026-11-17' },
  { title: 'Sell the old monitor', priority: 9, dueDate: '2026-11-10' },
  { title: 'Not overdue', priority: 6, dueDate: '2026-11-25' },
]

/** The original due dates, as the server stores them. */
const BEFORE = SEEDS.map(({ dueDate }) => dueDate)
const AFTER = ['2026-11-19', '2026-11-23T09:00', '2026-11-23', '2026-11-23', null, '2026-11-25']

const dueDates = async (page: Page) => {
  const tasks = await storedTasks(page)
  return SEEDS.map(({ title }) => tasks.find((task) => task.title === title)?.dueDate)
}
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Welcome back, Mara' })
const away = async (page: Page) =>
  ((await (await page.request.get('/api/settings')).json()) as { away: unknown }).away
async function setAway(page: Page, data: object | null): Promise<void> {
  expect((await page.request.patch('/api/settings', { data: { away: data } })).status()).toBe(200)
}
const group = (page: Page, name: string) => dialog(page).getByRole('region', { name })
const answer = (page: Page, title: string, name: string) =>
  dialog(page)
    .getByRole('radiogroup', { name: `When to do ${title}` })
    .getByRole('radio', { name })

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(NOW)
  await registerByApi(page, { ...newPerson(), firstName: 'Mara' })
  await seedTasks(page, SEEDS)
  await setAway(page, AWAY)
})

test(
  'after an absence, a dialog reschedules the overdue tasks, and one undo restores their dates',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await page.goto('/')
    await expect(dialog(page)).toContainText('You were away for 5 days, and 5 tasks are overdue.')
    await expect(group(page, 'Still matters today')).toContainText('2 h of 6 h')
    await expect(group(page, 'Let go').getByRole('listitem')).toHaveText(/Sell the old monitor/)
    await expectAccessible(page, dialog(page))
    expect(await dueDates(page)).toEqual(BEFORE)

    if (isMobile) {
      await answer(page, 'Call Dr. Okafor', 'Next week').tap()
    } else {
      await expect(answer(page, 'Fix the invoices', 'Today')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(answer(page, 'Call Dr. Okafor', 'Today')).toBeFocused()
      await page.keyboard.press('2')
      await expect(answer(page, 'Compare providers', 'Next week')).toBeFocused()
    }
    await expect(group(page, 'Next week').getByRole('listitem')).toHaveCount(3)
    await dialog(page).getByRole('button', { name: 'Apply to 5 tasks' }).click()
    await expect(dialog(page)).toBeHidden()
    const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
    await expect(toast).toContainText('5 tasks sorted.')
    const undo = await restOnUndo(page)
    await expect.poll(() => dueDates(page)).toEqual(AFTER)
    await undo.click()
    await expect.poll(() => dueDates(page)).toEqual(BEFORE)
  },
)

test('Decide later changes nothing, and the dialog opens once more on a later day', async ({ page }) => {
  await page.goto('/')
  await dialog(page).getByRole('button', { name: 'Decide later' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect.poll(() => away(page)).toEqual({ ...AWAY, askedOn: '2026-11-19' })
  expect(await dueDates(page)).toEqual(BEFORE)

  // An open page would notice the new day first, and open the dialog there.
  await page.goto('about:blank')
  await page.clock.setFixedTime(new Date('2026-11-20T08:00:00+01:00'))
  await page.goto('/')
  await dialog(page).getByRole('button', { name: 'Decide later' }).click()
  await expect.poll(() => away(page)).toBeNull()
})

test('an open page reads the settings when it is used on a new day, not at midnight', async ({ page }) => {
  await holdDays(page)
  await setAway(page, null)
  await page.goto('/')
  await untilKept(page)
  const reads: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/settings') && reads.push(request.method()))
  const setHidden = (value: boolean) =>
    page.evaluate((value) => Object.defineProperty(document, 'hidden', { configurable: true, value }), value)
  await setHidden(true)
  await turnDay(page)
  await expect(page.locator('.card', { hasText: 'Not overdue' })).toContainText('Due in 5 days')
  expect(reads).toEqual([])
  await setHidden(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => reads).toEqual(['GET'])
})

test.describe('after tasks were completed on another device', () => {
  test.use({ expectedConsoleErrors: /net::ERR_FAILED/ })

  test('the dialog doesn’t open, even if the page can’t read the changes at first', async ({ page }) => {
    await setAway(page, null)
    await page.goto('/')
    await untilKept(page)
    await page.goto('about:blank')
    const task = (await storedTasks(page)).find(({ title }) => title === 'Sell the old monitor')
    const change = { data: { completed: true } }
    expect((await page.request.patch(`/api/tasks/${task?.id}`, change)).status()).toBe(200)
    await setAway(page, AWAY)

    await page.route(/\/api\/(tasks\?since|events)/, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('status').getByText('You’re offline.')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await page.unroute(/\/api\/(tasks\?since|events)/)
    // Four overdue tasks are too few to ask about, now or later.
    await expect.poll(() => away(page)).toBeNull()
    await expect(dialog(page)).toBeHidden()
  })
})

test('the dialog doesn’t open while the user types', async ({ page }) => {
  const { promise: typed, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/tasks\?completed=true/, async (route) => {
    await typed
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
  await page.keyboard.press('q')
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('Call ')
  answer()
  await untilKept(page)
  await page.keyboard.type('Ruth')
  await expect(field).toHaveValue('Call Ruth')
  await expect(dialog(page)).toBeHidden()
  expect(await away(page)).toEqual(AWAY)
})

test('the prompt about a timer that ran during the absence appears first', async ({ page }) => {
  await page.goto('/')
  await dialog(page).getByRole('button', { name: 'Decide later' }).click()
  await expect(dialog(page)).toBeHidden()
  const later = { ...AWAY, askedOn: '2026-11-19' }
  await expect.poll(() => away(page)).toEqual(later)
  await startWork(page, 'Not overdue')
  await page.goto('about:blank')

  await page.clock.setFixedTime(new Date('2026-11-20T08:00:00+01:00'))
  await page.goto('/')
  const question = page.getByRole('alertdialog', { name: 'Were you still working?' })
  await expect(question).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  expect(await away(page)).toEqual(later)
  await question.getByRole('button', { name: 'Discard session' }).click()
  await expect(question).toBeHidden()
  await expect(dialog(page)).toBeVisible()
})

test('a task that another device reschedules while the dialog is open keeps its new date', async ({
  page,
}) => {
  await page.goto('/')
  await expect(dialog(page)).toBeVisible()
  const tasks = await storedTasks(page)
  const task = tasks.find(({ title }) => title === 'Publish the programme')
  if (!task) throw new Error('The task was not made.')
  await changeElsewhere(page, task, { title: 'Print the programme', dueDate: '2026-12-01' })
  await expect(page.locator('.card', { hasText: 'Print the programme' })).toHaveCount(1)
  await dialog(page).getByRole('button', { name: 'Apply to 5 tasks' }).click()
  await expect(dialog(page)).toBeHidden()
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
  await expect(toast).toContainText('4 tasks sorted.')
  const after = await storedTasks(page)
  expect(after.find(({ id }) => id === task.id)).toMatchObject({ dueDate: '2026-12-01' })
})
