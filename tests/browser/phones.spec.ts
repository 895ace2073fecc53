import type { Locator, Page } from '@playwright/test'

import { card, openBoard, registerByApi } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { GAP, openDialog } from '../support/dialogs.ts'
import { openDetails } from '../support/task-forms.ts'
import { NOW } from '../support/timeline-page.ts'

const LONG =
  'Compare the offers of all suppliers, with delivery times and contracts, before the meeting on Monday '

/** The space between a button's edge and its icon, in px. */
const ICON_INSET_PX = 12

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('It has no box.')
  return box
}

/** Returns the right edge of a text, which can be wider than its element. */
function textEnd(place: Locator): Promise<number> {
  return place.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().right
  })
}

const levels = (page: Page) => page.getByRole('navigation', { name: 'Levels' })

test('the time on a card covers no button of the card at 320 px', { tag: '@touch' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const times = { estimatedTime: '12 hours 45 minutes', elapsedTime: 48_000 }
  await openBoard(page, [
    { title: 'Payroll', priority: 1, ...times },
    { title: 'Water filter', priority: 5, ...times },
  ])
  for (const title of ['Payroll', 'Water filter']) {
    const time = page.locator('[data-task]', { has: card(page, title) }).locator('.card-time > p')
    await expect(time).toContainText('12h 45m')
    const start = await boxOf(page.getByRole('button', { name: `Start work on ${title}` }))
    expect(await textEnd(time), title).toBeLessThanOrEqual(start.x + ICON_INSET_PX / 2)
  }
})

test(
  'selecting a card moves no card, even below a level over its limit',
  { tag: '@touch' },
  async ({ page }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await openBoard(page, [
        ...['One', 'Two', 'Three', 'Four'].map((title) => ({ title, priority: 2 as const })),
        { title: 'Payroll', priority: 3 },
      ])
      const top = () => card(page, 'Payroll').evaluate((title) => title.getBoundingClientRect().top + scrollY)
      const before = await top()
      await card(page, 'One').press('x')
      await expect(page.getByRole('button', { name: /^Select all 4/ })).toBeVisible()
      expect(await top(), `at ${width} px`).toBe(before)
      // A page that is still open would report that its session has ended.
      await page.goto('about:blank')
      await page.context().clearCookies()
    }
  },
)

test(
  'the levels to move selected cards to fit on a screen of 320 px',
  { tag: '@touch' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openBoard(page, [{ title: 'Payroll' }])
    await card(page, 'Payroll').press('x')
    await page.getByRole('button', { name: 'Move', exact: true }).tap()
    const menu = await boxOf(page.getByRole('menu'))
    expect(menu.x + menu.width).toBeLessThanOrEqual(320)
  },
)

test('the details show a long title in full', { tag: '@touch' }, async ({ page }) => {
  const title = LONG.repeat(3).trim()
  await openBoard(page, [{ title }])
  const details = await openDetails(page, title)
  const heading = details.getByRole('heading', { name: title }).locator('span').last()
  const [shown, needed] = await heading.evaluate((text) => [text.clientHeight, text.scrollHeight])
  expect(shown).toBe(needed)
  await details.getByText('Attached Files').scrollIntoViewIfNeeded()
  await expect(details.getByText('Attached Files')).toBeInViewport()
})

test('the categories fill the screen before they scroll', { tag: '@touch' }, async ({ page }) => {
  await registerByApi(page)
  for (const name of ['Errands', 'Health', 'Garden', 'Music'])
    expect((await page.request.post('/api/categories', { data: { name } })).status()).toBe(201)
  await page.goto('/')
  await page.getByRole('button', { name: 'Categories', exact: true }).tap()
  await expect(page.getByRole('row', { name: 'Music' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('row', { name: 'Errands' })).toBeInViewport({ ratio: 1 })
})

test('the two answers that keep tracked time share a row', { tag: '@touch' }, async ({ page }) => {
  await page.clock.setFixedTime(new Date(NOW))
  await openBoard(page, [{ title: 'Board memo' }])
  await openDialog(page, GAP)
  const keep = page.getByRole('alertdialog').getByRole('button', { name: /^Keep / })
  expect((await boxOf(keep.first())).y).toBe((await boxOf(keep.last())).y)
})

test.describe('offline', { tag: '@touch' }, () => {
  test.use({ overLine: true, expectedConsoleErrors: /net::ERR_/ })

  test('the line under the header covers no part of the level strip', async ({ page, line }) => {
    const SEEDS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((title) => ({ title }))
    await openBoard(page, SEEDS)
    await expect(page.getByRole('region', { name: 'Focus Mode' })).toBeVisible()
    await page.evaluate(() => scrollTo(0, 400))
    line?.cut()
    const note = page.getByRole('status').getByText('You’re offline. Nothing is waiting.')
    await expect(note).toBeVisible({ timeout: 20_000 })
    const gap = async () => {
      const bar = await note.evaluate((text) => text.closest('.page')?.getBoundingClientRect().bottom ?? 0)
      return (await boxOf(levels(page))).y - bar
    }
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    expect(await gap()).toBeLessThanOrEqual(1)
  })
})
