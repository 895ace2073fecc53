import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { type Seed, card, openBoard, seedTasks, storedTasks, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { spoken } from '../support/drag.ts'
import { holdResponse } from '../support/hold-response.ts'

/** A Thursday, in the time zone of the stories. */
const LEFT = new Date('2026-11-19T18:20:00+01:00')
const BACK = new Date('2026-11-20T08:30:00+01:00')

const whole = (page: Page, title: string) => page.locator('[data-task]', { has: card(page, title) })
const chip = (page: Page, title: string) => whole(page, title).getByText('Moved up from the waiting line')
const complete = (page: Page, title: string) =>
  page.getByRole('button', { name: `Complete ${title}`, exact: true }).click()
const panel = (page: Page) => page.getByRole('region', { name: 'Since you were away' })
const column = (page: Page, name: string) => panel(page).getByRole('region', { name })

const SEEDS: Seed[] = [
  { title: 'Redline the contract', priority: 2 },
  { title: 'Board memo', priority: 2 },
  { title: 'Interview panel', priority: 2 },
  { title: 'Call Dr. Okafor', priority: 2 },
  { title: 'Weekly planning', priority: 5, dueDate: '2026-11-20' },
  { title: 'Water filter', priority: 6 },
  { title: 'Fix the invoices', priority: 7, dueDate: '2026-11-19' },
  { title: 'Old receipts', priority: 9, dueDate: '2026-11-16' },
]

const settingsOf = async (page: Page) => (await page.request.get('/api/settings')).json()

async function change(page: Page, title: string, data: object): Promise<void> {
  const { id } = (await storedTasks(page)).find((task) => task.title === title) ?? {}
  expect((await page.request.patch(`/api/tasks/${id}`, { data })).status()).toBe(200)
}

async function changeThree(page: Page): Promise<void> {
  await change(page, 'Interview panel', { completed: true })
  await change(page, 'Weekly planning', { dueDate: '2026-11-23' })
  await change(page, 'Water filter', { priority: 4 })
}

/** Stores what this device shows, and comes back the next morning. */
async function leaveUntilMorning(page: Page, meanwhile: () => Promise<void>, back = BACK): Promise<void> {
  await page.goto('about:blank')
  await meanwhile()
  await page.clock.setFixedTime(back)
  await page.goto('/')
  await expect(titlesAt(page, 7)).toHaveText(['Fix the invoices'])
}

test.describe('a task that takes a freed slot', () => {
  test('says so until it has been in view for 2 seconds', { tag: '@narrow' }, async ({ page }) => {
    await openBoard(page, SEEDS)
    await complete(page, 'Board memo')
    await chip(page, 'Call Dr. Okafor').waitFor()
    await expectAccessible(page, whole(page, 'Call Dr. Okafor'))
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(0)
    await expect.poll(async () => (await settingsOf(page)).movedUpSeen).toHaveLength(1)
    await page.reload()
    await expect(card(page, 'Call Dr. Okafor')).toBeVisible()
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(0)
  })

  test('keeps saying so across a reload while it is out of view', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 300 })
    await openBoard(page, SEEDS)
    await page.mouse.wheel(0, 4000)
    await change(page, 'Board memo', { completed: true })
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(1)
    await page.reload()
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(1)
    await card(page, 'Call Dr. Okafor').focus()
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(0)
  })

  test('says so again when it takes a slot again right after the user has seen it', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 300 })
    await openBoard(page, SEEDS)
    await complete(page, 'Board memo')
    const news = spoken(page, 'Call Dr. Okafor moved up into level 2.')
    const first = await news.textContent()
    await chip(page, 'Call Dr. Okafor').waitFor()
    const saved = page.waitForRequest(
      (request) => request.method() === 'PATCH' && /settings/.test(request.url()),
    )
    await card(page, 'Call Dr. Okafor').focus()
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(card(page, 'Call Dr. Okafor')).toHaveCount(0)
    await page.mouse.wheel(0, 4000)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(1)
    expect(await news.textContent()).not.toBe(first)
    await saved
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(1)
  })

  test('no longer says so when it waits again', async ({ page }) => {
    await openBoard(page, SEEDS)
    await complete(page, 'Board memo')
    await chip(page, 'Call Dr. Okafor').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(card(page, 'Board memo')).toBeVisible()
    await page.getByRole('button', { name: '1 waiting' }).click()
    await expect(card(page, 'Call Dr. Okafor')).toBeVisible()
    // This check isn't retried, because a chip disappears after two seconds in view.
    expect(await chip(page, 'Call Dr. Okafor').count()).toBe(0)
  })
})

test.describe('after half an hour or more away', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.setFixedTime(LEFT)
    await openBoard(page, SEEDS)
    await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
  })

  test('one panel lists what happened, once', { tag: '@narrow' }, async ({ page, isMobile }) => {
    const press = async (button: Locator) => {
      if (isMobile) return button.tap()
      await button.focus()
      await page.keyboard.press('Enter')
    }
    await leaveUntilMorning(page, () => changeThree(page))
    await expect(panel(page)).toContainText(/Last here yesterday, 6:20.PM/)
    await expect(column(page, 'Moved up from the waiting line').getByRole('listitem')).toHaveText([
      'Call Dr. Okafornow holds a slot at level 2',
    ])
    await expect(column(page, 'Changed on another device').getByRole('listitem')).toHaveText([
      'Interview panelcompleted',
      'Water filtermoved from level 6 to 4',
      'Weekly planningdue Nov 20 → Nov 23',
    ])
    await expect(column(page, 'Newly overdue').getByRole('listitem')).toHaveText([
      'Fix the invoicessince Nov 19',
    ])
    await expectAccessible(page, panel(page))
    await expectNoSidewaysScroll(page)

    await press(panel(page).getByRole('button', { name: 'Water filter' }))
    await expect(card(page, 'Water filter')).toBeFocused()
    await expect(panel(page)).toBeVisible()
    await press(panel(page).getByRole('button', { name: 'Got it' }))
    await expect(panel(page)).toHaveCount(0)
    await expect(page.getByRole('tabpanel', { name: 'Priority View' })).toBeFocused()
    await page.reload()
    await expect(card(page, 'Water filter')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
  })

  test('the button for more entries moves the focus to the first new entry', async ({ page }) => {
    await leaveUntilMorning(page, async () => {
      for (const { title } of SEEDS.slice(0, 6)) await change(page, title, { description: 'New' })
    })
    const entries = column(page, 'Changed on another device').getByRole('listitem')
    await expect(entries).toHaveCount(4)
    await panel(page).getByRole('button', { name: '2 more' }).press('Enter')
    await expect(entries).toHaveCount(6)
    await expect(entries.nth(4).getByRole('button')).toBeFocused()
  })

  test('an entry follows later changes to its task', async ({ page }) => {
    await leaveUntilMorning(page, () => changeThree(page))
    await expect(panel(page).getByRole('listitem')).toHaveCount(5)
    await complete(page, 'Water filter')
    await change(page, 'Weekly planning', { title: 'Weekly review' })
    const invoices = (await storedTasks(page)).find(({ title }) => title === 'Fix the invoices')
    expect((await page.request.delete(`/api/tasks/${invoices?.id}`)).status()).toBe(204)
    await expect(panel(page).getByRole('button', { name: 'Weekly review' })).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Fix the invoices' })).toHaveCount(0)
    await panel(page).getByRole('button', { name: 'Water filter' }).click()
    await expect(page).toHaveURL(/view=completed/)
  })

  test('the focus stays nearby when entries are deleted, and the panel closes with the last one', async ({
    page,
  }) => {
    await leaveUntilMorning(page, () => change(page, 'Water filter', { title: 'Oil filter' }))
    const remove = async (title: string) => {
      const { id } = (await storedTasks(page)).find((task) => task.title === title) ?? {}
      expect((await page.request.delete(`/api/tasks/${id}`)).status()).toBe(204)
    }
    const view = page.getByRole('tabpanel', { name: 'Priority View' })
    await panel(page).getByRole('button', { name: 'Oil filter' }).focus()
    await remove('Oil filter')
    await expect(view).toBeFocused()
    await expect(panel(page).getByRole('listitem')).toHaveCount(1)
    await panel(page).getByRole('button', { name: 'Fix the invoices' }).focus()
    await remove('Fix the invoices')
    await expect(panel(page)).toHaveCount(0)
    await expect(view).toBeFocused()
  })

  test('the panel appears on one device only', async ({ page }) => {
    await leaveUntilMorning(page, async () => {
      await changeThree(page)
      const awayPanelAt = '2026-11-20T06:00:00.000Z'
      expect((await page.request.patch('/api/settings', { data: { awayPanelAt } })).status()).toBe(200)
    })
    await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
    await expect(chip(page, 'Call Dr. Okafor')).toHaveCount(0)
    await expect(panel(page)).toHaveCount(0)
  })

  test('this device’s own changes are not listed', async ({ page }) => {
    await complete(page, 'Interview panel')
    await chip(page, 'Call Dr. Okafor').waitFor()
    await leaveUntilMorning(page, async () => {})
    await expect(panel(page).getByRole('listitem')).toHaveText(['Fix the invoicessince Nov 19'])
  })

  test('a change whose response hadn’t arrived isn’t listed', async ({ page }) => {
    const find = async () => (await storedTasks(page)).find(({ title }) => title === 'Water filter')
    const path = `**/api/tasks/${(await find())?.id}`
    await holdResponse(page, path)
    await card(page, 'Water filter').focus()
    await page.keyboard.press('t')
    await expect.poll(async () => (await find())?.plannedFor).toBe('2026-11-19')
    await leaveUntilMorning(page, () => page.unroute(path))
    await expect(panel(page).getByRole('listitem')).toHaveText(['Fix the invoicessince Nov 19'])
  })

  test('a page that stayed open also lists the changes', async ({ page }) => {
    // The page also stores what it shows every 30 seconds.
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    await changeThree(page)
    await expect(titlesAt(page, 4)).toHaveText(['Water filter'])
    await page.clock.setFixedTime(BACK)
    await page.mouse.click(5, 400)
    await expect(panel(page).getByRole('listitem')).toHaveCount(5)
  })

  test('the panel waits until the user has decided about the tasks left from yesterday', async ({ page }) => {
    await seedTasks(page, [{ title: 'Renew passports', plannedFor: '2026-11-19' }])
    await expect(card(page, 'Renew passports')).toBeVisible()
    await leaveUntilMorning(page, () => changeThree(page), new Date('2026-11-20T09:30:00+01:00'))
    await expect.poll(async () => (await settingsOf(page)).awayPanelAt).not.toBeNull()
    const left = page.getByRole('region', { name: '1 task left from yesterday' })
    await expect(left).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    await left.getByRole('button', { name: 'All today' }).click()
    await expect(panel(page)).toBeVisible()
  })

  test('no panel appears if nothing happened', async ({ page }) => {
    await page.goto('about:blank')
    await page.clock.setFixedTime(new Date(LEFT.getTime() + 31 * 60_000))
    await page.goto('/')
    await expect(card(page, 'Water filter')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    expect((await settingsOf(page)).awayPanelAt).toBeNull()
  })
})
