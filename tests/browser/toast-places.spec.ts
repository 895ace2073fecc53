import type { Locator, Page } from '@playwright/test'

import { type Seed, openBoard, seedTasks } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { openEdit } from '../support/task-forms.ts'

const SEEDS: Seed[] = [
  ...['Water filter', 'Payroll', 'Board memo'].map((title) => ({ title, priority: 1 as const })),
  ...['Call Ines', 'Renew passports', 'Weekly planning'].map((title) => ({ title, priority: 2 as const })),
  ...['Sort the photos', 'Oil the hinges', 'Wash the car'].map((title) => ({ title, priority: 3 as const })),
]

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** The toast while a dialog hides it from role queries. */
const hiddenToast = (page: Page) =>
  page.locator('section[aria-label^="Notifications"] li').filter({ hasText: /./ })

test.beforeEach(({ page }) => openBoard(page, SEEDS))

/** Keeps the toast open until the story is over, as an inactive window does. */
async function keepToast(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('blur')))
}

async function moveUp(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Drag to change priority: ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Level 5, Medium' }).click()
  await expect(toast(page)).toBeVisible()
  await keepToast(page)
  // Moves the focus away from the card, because toasts avoid the focused element.
  await page.getByRole('tab', { name: 'Priority View' }).focus()
}

type Box = { x: number; y: number; width: number; height: number }

/** Returns an element's box two frames from now, because a toast moves only after the focus has. */
async function boxOf(place: Locator): Promise<Box> {
  await place.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const box = await place.boundingBox()
  if (!box) throw new Error('It has no box.')
  return box
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Returns the names of the controls that the toast covers. */
async function coveredBy(page: Page, box: Box): Promise<string[]> {
  return page.evaluate(({ x, y, width, height }) => {
    const region = document.querySelector<HTMLElement>('section[aria-label^="Notifications"]')
    if (region) region.style.visibility = 'hidden'
    const names = new Set<string>()
    for (let dx = 2; dx < width; dx += 8) {
      for (let dy = 2; dy < height; dy += 8) {
        const hit = document.elementFromPoint(x + dx, y + dy)
        const control = hit?.closest(
          'button, a[href], input, textarea, [role=tab], [role=slider], [role=option]',
        )
        if (control) names.add(control.getAttribute('aria-label') ?? control.textContent ?? '')
      }
    }
    if (region) region.style.visibility = ''
    return [...names]
  }, box)
}

test('a toast appears beside the board, at the bottom left, and covers no action', async ({ page }) => {
  await moveUp(page, 'Water filter')
  const box = await boxOf(toast(page))
  expect(box).toMatchObject({ x: 72, width: 328 })
  expect(box.y + box.height).toBe(900 - 24)
  expect(await coveredBy(page, box)).toEqual([])
})

test('a toast appears at the bottom right of a window under 1024 px', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 })
  await moveUp(page, 'Water filter')
  const box = await boxOf(toast(page))
  expect([box.width, box.x + box.width, box.y + box.height]).toEqual([388, 900 - 24, 900 - 24])
})

test('a toast appears above the focused element if it would otherwise cover it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 560 })
  await moveUp(page, 'Water filter')
  const rungs = page.getByRole('navigation', { name: 'Levels' }).getByRole('button')
  await page.evaluate(() => scrollTo(0, 0))
  const boxes = await Promise.all((await rungs.all()).map(boxOf))
  const box = await boxOf(toast(page))
  const covered = rungs.nth(boxes.findIndex((rung) => overlap(rung, box)))
  await covered.focus()
  expect(overlap(await boxOf(covered), await boxOf(toast(page)))).toBe(false)
  await rungs.first().focus()
  expect(overlap(await boxOf(covered), await boxOf(toast(page)))).toBe(true)
})

test('a toast stays at the bottom while the whole view has the focus', async ({ page }) => {
  await moveUp(page, 'Water filter')
  await page.getByRole('tabpanel').evaluate((view) => {
    view.tabIndex = -1
    view.focus()
  })
  const box = await boxOf(toast(page))
  expect(box.y + box.height).toBe(900 - 24)
})

test('a toast about a long title is at most six lines high, with its button in the middle', async ({
  page,
}) => {
  const title = 'Compare the offers '.repeat(26).trim()
  await seedTasks(page, [{ title, priority: 4 }])
  await page.getByRole('button', { name: `Complete ${title}` }).click()
  await keepToast(page)
  const middleOf = async (place: Locator) => {
    const { y, height } = await boxOf(place)
    return y + height / 2
  }
  const undo = toast(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  expect((await boxOf(toast(page))).height).toBeLessThan(200)
  expect(Math.abs((await middleOf(undo)) - (await middleOf(toast(page))))).toBeLessThanOrEqual(1)
})

test.describe('with a dialog, a toast appears', () => {
  test('in the free strip above it', async ({ page }) => {
    for (const height of [900, 600, 390]) {
      await page.setViewportSize({ width: 1440, height })
      const dialog = await failToSave(page)
      const box = await boxOf(hiddenToast(page))
      expect(box).toMatchObject({ y: 8, width: 520, height: 48 })
      expect(overlap(box, await boxOf(dialog))).toBe(false)
      await page.keyboard.press('F8')
      await expect(hiddenToast(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(hiddenToast(page)).toHaveCount(0)
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
      await expect(dialog).toBeHidden()
    }
  })

  test('in its footer on a phone', { tag: '@touch' }, async ({ page }) => {
    const dialog = await failToSave(page)
    const box = await boxOf(hiddenToast(page))
    expect(box.height).toBe(48)
    const save = dialog.getByRole('button', { name: 'Save Changes' })
    expect(await coveredBy(page, box)).toEqual([])
    expect(Math.round((await boxOf(save)).y - (box.y + box.height))).toBe(8)
    const field = dialog.getByRole('textbox', { name: 'Minutes' })
    await field.focus()
    expect(overlap(await boxOf(field), box)).toBe(false)
    expect((await boxOf(field)).y).toBeLessThan(box.y)
    await page.setViewportSize({ width: 320, height: 700 })
    const small = await boxOf(hiddenToast(page))
    expect(Math.round((await boxOf(save)).y - (small.y + small.height))).toBe(8)
    expect(await coveredBy(page, small)).toEqual([])
    const texts = hiddenToast(page).locator('span')
    expect(await texts.evaluateAll((all) => all.every((text) => text.scrollWidth <= text.clientWidth))).toBe(
      true,
    )
    await page.keyboard.press('F8')
    await page.keyboard.press('Escape')
    await expect(hiddenToast(page)).toHaveCount(0)
    await expect(save).toBeInViewport()
  })

  test.use({ expectedConsoleErrors: /status of 500/ })
})

/** Edits a task while the server fails, so that an error appears over the dialog. */
async function failToSave(page: Page): Promise<Locator> {
  const json = { message: 'Something went wrong on the server.', code: 'internal' }
  await page.route('**/api/tasks/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json }) : route.fallback(),
  )
  const dialog = await openEdit(page, 'Payroll')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Before Friday')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(hiddenToast(page)).toContainText('Failed to update task. Please try again.')
  await keepToast(page)
  return dialog
}

test.describe('on a phone', { tag: '@touch' }, () => {
  test('a toast appears above the bar, and above the timer’s row', async ({ page }) => {
    await moveUp(page, 'Water filter')
    const bar = await boxOf(page.getByRole('tablist'))
    const box = await boxOf(toast(page))
    expect(box).toMatchObject({ x: 8, width: 390 - 16 })
    expect(Math.round(bar.y - 1 - (box.y + box.height))).toBe(8)
    await toast(page).getByRole('button', { name: 'Close' }).tap()
    await page.getByRole('button', { name: 'Start work on Payroll' }).tap()
    await page
      .getByRole('dialog', { name: 'Payroll' })
      .getByRole('button', { name: 'Close', exact: true })
      .tap()
    await moveUp(page, 'Board memo')
    const timer = await boxOf(page.getByRole('region', { name: 'Timer' }))
    expect(timer.height).toBe(40)
    const above = await boxOf(toast(page))
    expect(Math.round(timer.y - (above.y + above.height))).toBe(8)
  })

  test('a toast covers no part of the new-task sheet, even while the sheet grows', async ({ page }) => {
    await page.getByRole('button', { name: 'Add Task', exact: true }).tap()
    const sheet = page.getByRole('dialog', { name: /^Add a task to level/ })
    const line = sheet.getByRole('textbox', { name: 'Task', exact: true })
    const chips = sheet.getByRole('list', { name: 'What will be saved' })
    await expect(chips).toBeVisible()
    await line.fill('Send the offer p5')
    await sheet.getByRole('button', { name: 'Add', exact: true }).tap()
    await expect(hiddenToast(page)).toContainText('Task created')
    await keepToast(page)
    const before = await boxOf(sheet)
    await line.fill('Book the hall for the spring conference and ask for a quote fri 9am 2h p1')
    await expect(sheet.getByText('Level 1 is full (3 of 3).')).toBeVisible()
    expect((await boxOf(sheet)).height).toBeGreaterThan(before.height)
    const gap = async () => {
      const { y, height } = await boxOf(hiddenToast(page))
      return Math.round((await boxOf(sheet)).y - (y + height))
    }
    await expect.poll(gap).toBe(8)
    expect(await coveredBy(page, await boxOf(hiddenToast(page)))).toEqual([])
  })

  test('a toast covers no part of a menu or of the sheet of a full level', async ({ page }) => {
    await moveUp(page, 'Water filter')
    await page.getByRole('button', { name: 'Drag to change priority: Wash the car' }).tap()
    const overlapsMenu = async () =>
      overlap(await boxOf(page.getByRole('menu')), await boxOf(hiddenToast(page)))
    await expect.poll(overlapsMenu).toBe(false)
    await page.getByRole('menuitem', { name: '2, full' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Level 2 is full' })
    await expect(sheet.getByRole('button', { name: /^Swap with…/ })).toBeFocused()
    expect(overlap(await boxOf(sheet), await boxOf(hiddenToast(page)))).toBe(false)
  })

  test('a toast covers no result of the full-screen search', async ({ page }) => {
    await moveUp(page, 'Water filter')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
    const palette = page.getByRole('dialog', { name: 'Search' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    const box = await boxOf(hiddenToast(page))
    expect(box.y + box.height).toBeGreaterThan(844 - 64)
    expect(await coveredBy(page, box)).toEqual([])
    const last = palette.getByRole('option').last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
    expect(overlap(await boxOf(last), box)).toBe(false)
  })

  test('the bar is hidden while a keyboard is open', async ({ page }) => {
    const client = await page.context().newCDPSession(page)
    await page.getByRole('button', { name: 'Filter by Category' }).waitFor()
    await page.evaluate(() => document.body.append(document.createElement('input')))
    await page.locator('body > input').focus()
    await expect(page.getByRole('tablist')).toBeVisible()
    const screen = { width: 390, height: 480, screenWidth: 390, screenHeight: 844 }
    await client.send('Emulation.setDeviceMetricsOverride', { ...screen, deviceScaleFactor: 1, mobile: true })
    await expect(page.getByRole('tablist')).toBeHidden()
    await page.locator('body > input').blur()
    await expect(page.getByRole('tablist')).toBeVisible()
  })
})
