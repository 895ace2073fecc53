import type { Page } from '@playwright/test'

import { slotsAtLevel } from '#domain/tasks/priority.ts'

import { expect, test } from '../support/browser-test.ts'
import { band, card, changeElsewhere, openBoard, storedAt, titlesAt } from '../support/board-page.ts'
import { drag, handleOf, rungOf, spoken } from '../support/drag.ts'
import { openEdit } from '../support/task-forms.ts'

const FULL = ['Board memo', 'Call the doctor', 'Interview panel']
const SEEDS = FULL.map((title) => ({ title, priority: 2 as const }))

test('a fourth task at level 2 waits behind the three that hold its slots', async ({ page }) => {
  await openBoard(page, SEEDS)
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  await dialog.getByRole('textbox', { name: 'Task Title' }).fill('Renew passports')
  await dialog.getByRole('slider', { name: 'Priority Level' }).press('Home')
  await dialog.getByRole('slider', { name: 'Priority Level' }).press('ArrowRight')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog).toBeHidden()

  await expect(titlesAt(page, 2)).toHaveText(FULL)
  await expect(band(page, 2)).toHaveAccessibleName('Priority 2, Urgent, 4 of 3, over limit')
  await expect(band(page, 2).getByText('4 of 3, over limit')).toBeVisible()
  const line = band(page, 2).getByRole('button', { name: '1 waiting' })
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await expect(card(page, 'Renew passports')).toHaveCount(0)

  await line.click()
  await expect(line).toHaveAttribute('aria-expanded', 'true')
  await expect(card(band(page, 2), 'Renew passports')).toBeVisible()
  await card(page, 'Renew passports').click()
  await expect(page.getByRole('dialog', { name: 'Renew passports' })).toBeVisible()
  await page.keyboard.press('Escape')
  await line.click()
  await expect(card(page, 'Renew passports')).toHaveCount(0)
})

test('completing a task that has a slot moves the first waiting task up and announces the move', async ({
  page,
}) => {
  await openBoard(page, [
    ...SEEDS,
    { title: 'Renew passports', priority: 2 },
    { title: 'Tax return', priority: 2 },
  ])
  await expect(band(page, 2).getByRole('button', { name: '2 waiting' })).toBeVisible()
  const dialog = await openEdit(page, 'Call the doctor')
  await dialog.getByRole('checkbox', { name: 'Mark as completed' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(titlesAt(page, 2)).toHaveText(['Board memo', 'Interview panel', 'Renew passports'])
  await expect(band(page, 2).getByRole('button', { name: '1 waiting' })).toBeVisible()
  await expect(spoken(page, 'Renew passports moved up into level 2.')).toBeAttached()
})

test('the level gets focus when its focused waiting line disappears', async ({ page }) => {
  const [first] = await openBoard(page, [...SEEDS, { title: 'Renew passports', priority: 2 }])
  const line = band(page, 2).getByRole('button', { name: '1 waiting' })
  await line.focus()
  if (first) await changeElsewhere(page, first, { completed: true })
  await expect(line).toHaveCount(0)
  await expect(band(page, 2)).toBeFocused()
})

test(
  'dragging a task out of the waiting line is a move like any other',
  { tag: '@narrow' },
  async ({ page }) => {
    await openBoard(page, [...SEEDS, { title: 'Renew passports', priority: 2 }])
    await band(page, 2).getByRole('button', { name: '1 waiting' }).click()
    await drag(page, handleOf(page, 'Renew passports'), rungOf(page, 3))
    await expect(titlesAt(page, 3)).toHaveText(['Renew passports'])
    await expect(titlesAt(page, 2)).toHaveText(FULL)
    await expect(band(page, 2)).toHaveAccessibleName('Priority 2, Urgent, 3 of 3')
    await expect(page.getByRole('button', { name: 'waiting' })).toHaveCount(0)
    await expect.poll(() => storedAt(page, 3)).toEqual(['Renew passports'])
  },
)

test('the waiting line survives a reload, because it depends only on the order of the tasks', async ({
  page,
}) => {
  await openBoard(page, [...SEEDS, { title: 'Renew passports', priority: 2 }])
  await band(page, 2).getByRole('button', { name: '1 waiting' }).click()
  await card(page, 'Renew passports').focus()
  await page.keyboard.press('Alt+ArrowUp')
  const wanted = ['Board memo', 'Call the doctor', 'Renew passports']
  await expect(titlesAt(page, 2).first()).toHaveText('Board memo')
  await expect(titlesAt(page, 2).nth(2)).toHaveText('Renew passports')
  await expect.poll(() => storedAt(page, 2)).toEqual([...wanted, 'Interview panel'])
  await page.reload()
  await expect(titlesAt(page, 2)).toHaveText(wanted)
  await band(page, 2).getByRole('button', { name: '1 waiting' }).click()
  await expect(card(page, 'Interview panel')).toBeVisible()
})

test.describe('a long line', () => {
  const HOLDING = slotsAtLevel(10)
  const many = Array.from({ length: HOLDING + 100 }, (_, index) => ({
    title: `Number ${index + 1}`,
    priority: 10 as const,
  }))
  const first = `Number ${HOLDING + 1}`
  const second = `Number ${HOLDING + 2}`
  const last = `Number ${HOLDING + 100}`

  test.beforeEach(async ({ page }) => {
    await openBoard(page, many)
    await band(page, 10)
      .getByRole('button', { name: /waiting/ })
      .click()
    await expect(card(page, first)).toBeVisible()
  })

  /** Scrolls to the end of the page, which grows as cards render. */
  async function scrollToEnd(page: Page): Promise<void> {
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(card(page, last)).toBeInViewport({ timeout: 500 })
    }).toPass()
  }

  test('renders only the cards near the viewport', async ({ page }) => {
    const isFew = async () => expect(await page.getByRole('heading', { level: 3 }).count()).toBeLessThan(70)
    await isFew()
    await expect(card(page, last)).toHaveCount(0)
    await scrollToEnd(page)
    await expect(card(page, first)).toHaveCount(0)
    await isFew()
  })

  test('keeps rendering the focused card, which the keyboard can move', async ({ page }) => {
    await card(page, first).focus()
    await scrollToEnd(page)
    await expect(card(page, first)).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect
      .poll(async () => (await storedAt(page, 10)).slice(HOLDING, HOLDING + 2))
      .toEqual([second, first])
    await expect(card(page, first)).toBeFocused()
  })

  test('lets its last card be dragged away', async ({ page }) => {
    await scrollToEnd(page)
    await drag(page, handleOf(page, last), rungOf(page, 3))
    await expect.poll(() => storedAt(page, 3)).toEqual([last])
    await expect(titlesAt(page, 3)).toHaveText([last])
  })
})
