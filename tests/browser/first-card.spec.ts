import type { Page } from '@playwright/test'

import { expectNoSidewaysScroll } from '../support/accessibility.ts'
import { type Seed, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { FIRST_CARD_PX_MAX, firstCardTop } from '../support/first-card.ts'

const HEADER_PX = 48

const SEEDS: Seed[] = ([1, 1, 2, 2, 3, 3, 4, 5] as const).map((priority, index) => ({
  title: `Task ${index + 1}`,
  priority,
}))

test('the first card is near the top of the page', { tag: '@narrow' }, async ({ page, isMobile }) => {
  await openBoard(page, SEEDS)
  const size = isMobile ? 'narrow' : 'wide'
  const px = await firstCardTop(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  process.stdout.write(`first card at ${width} × ${height}: ${px} px (limit ${FIRST_CARD_PX_MAX[size]} px)\n`)
  expect(px).toBeLessThanOrEqual(FIRST_CARD_PX_MAX[size])
})

test('nothing moves when the tasks and the focus bar load', { tag: '@narrow' }, async ({ page }) => {
  await openBoard(page, SEEDS)
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  for (const late of [/\/api\/tasks(\?|$)/, /\/assets\/later-home-[^/]+\.js$/]) {
    await page.route(late, async (route) => {
      await mayCome
      await route.continue()
    })
  }
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry))
    }).observe({ type: 'layout-shift', buffered: true })
    // Blocks the cache, so that the page shows no tasks from an earlier visit.
    indexedDB.open = () => {
      throw new DOMException('Access is denied.', 'SecurityError')
    }
  })
  await page.reload()
  await expect(page.getByText('Loading tasks...')).toBeAttached()
  const skeleton = await firstCardTop(page)
  letCome()
  await expect(page.getByText(`${SEEDS.length} open`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Focus Mode' })).toBeVisible()
  expect(await firstCardTop(page)).toBe(skeleton)
  expect(await page.evaluate(() => Reflect.get(window, 'shifts') as string[])).toEqual([])
})

test.describe('after scrolling', () => {
  test('only the header stays, and it contains the only tab list', async ({ page }) => {
    await openBoard(page, SEEDS)
    await page.getByRole('button', { name: 'Start work on Task 1' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Timer' })).toBeVisible()
    for (const width of [1440, 1024, 768, 640]) {
      await page.setViewportSize({ width, height: 500 })
      await page.getByRole('tab', { name: 'Priority View' }).focus()
      await page.evaluate(() => scrollTo(0, 400))
      const header = page.getByRole('banner')
      await expect.poll(async () => (await page.getByRole('tablist').boundingBox())?.y).toBe(0)
      await expect(page.getByRole('tab', { name: 'Priority View' })).toBeFocused()
      await expect(page.getByRole('tab', { name: 'Priority View' })).toHaveCount(1)
      expect(await header.boundingBox()).toMatchObject({ y: 0, height: HEADER_PX })
      // The header becomes narrower a frame after the tabs have moved.
      await expect(() => expectNoOverlap(page)).toPass()
      await expectNoSidewaysScroll(page)
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true')
      await page.getByRole('tab', { name: 'Priority View' }).click()
      // Until the board is drawn, the page may be too short to scroll.
      await expect(page.locator('.card')).toHaveCount(SEEDS.length)
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(async () => (await page.getByRole('tablist').boundingBox())?.y).toBeGreaterThan(100)
    }
  })
})

/** Checks that nothing in the header covers anything else in it. */
async function expectNoOverlap(page: Page): Promise<void> {
  const boxes = await page.evaluate(() =>
    [...document.querySelectorAll('header a, header button, [role=tab]')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { left, right } = element.getBoundingClientRect()
        return { name: element.textContent || element.getAttribute('aria-label'), left, right }
      })
      .toSorted((a, b) => a.left - b.left),
  )
  for (const [index, box] of boxes.entries()) {
    const next = boxes[index + 1]
    if (next) expect(next.left, `${next.name} after ${box.name}`).toBeGreaterThanOrEqual(box.right - 1)
  }
}

test.describe('on a phone', { tag: '@touch' }, () => {
  test('the tabs and the Add button are at the bottom, and only the header stays at the top', async ({
    page,
  }) => {
    await openBoard(page, SEEDS)
    const bottom = page.viewportSize()?.height ?? 0
    for (const part of [
      page.getByRole('tab', { name: 'Priority View' }),
      page.getByRole('tab', { name: 'Timeline' }),
      page.getByRole('tab', { name: 'Completed' }),
      page.getByRole('button', { name: 'Add Task', exact: true }),
    ]) {
      await expect(part).toHaveCount(1)
      const box = await part.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(bottom - 2)
    }
    await page.getByRole('tab', { name: 'Timeline' }).tap()
    await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Completed' }).tap()
    await expect(page.getByText('No completed tasks yet.')).toBeVisible()
    await page.getByRole('tab', { name: 'Priority View' }).tap()
    await expect(page.locator('.card')).toHaveCount(SEEDS.length)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const header = page.getByRole('banner')
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(0)
    expect((await header.boundingBox())?.height).toBe(HEADER_PX)
    await expect(page.getByRole('button', { name: 'Focus Mode' })).not.toBeInViewport()
    await expect(page.getByRole('heading', { name: 'All Tasks' })).not.toBeInViewport()
    const last = await page.locator('.card').last().boundingBox()
    const bar = await page.getByRole('tablist').boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((bar?.y ?? 0) - 60)
    await page.getByRole('button', { name: 'Add Task', exact: true }).tap()
    await expect(page.getByRole('dialog', { name: 'Add a task to level' })).toBeVisible()
  })
})
