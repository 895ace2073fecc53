import type { Page } from '@playwright/test'

import { expect, test } from '../support/browser-test.ts'
import { bar, middleOf, openTimeline, swipe } from '../support/timeline-page.ts'

const SEEDS = [{ title: 'Walk the hall with the caterer', startDate: '2026-11-18', endDate: '2026-11-23' }]

const grip = (page: Page) => page.getByRole('separator', { name: 'Width of the task column' })

/** Returns the width of the task column in px. */
async function columnWidth(page: Page): Promise<number> {
  const box = await page.getByRole('columnheader', { name: 'Task', exact: true }).boundingBox()
  return Math.round(box?.width ?? 0)
}

test.beforeEach(({ page }) => openTimeline(page, SEEDS))

test(
  'the arrow keys change the width of the task column, which survives a reload',
  { tag: '@narrow' },
  async ({ page }) => {
    const before = await columnWidth(page)
    await grip(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => columnWidth(page)).toBe(before + 16)
    await expect(grip(page)).toHaveAttribute('aria-valuetext', `${before + 16} pixels`)
    for (let times = 1; times <= 8; times++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => columnWidth(page)).toBe(120)
    await page.reload()
    await expect(bar(page, 'Walk the hall with the caterer')).toBeVisible()
    await expect.poll(() => columnWidth(page)).toBe(120)
    await grip(page).press('Enter')
    await expect.poll(() => columnWidth(page)).toBe(before)
  },
)

test('dragging the edge of the task column changes its width up to 480 px, and a double click resets it', async ({
  page,
}) => {
  const box = await grip(page).boundingBox()
  if (!box) throw new Error('There is no grip.')
  expect(box.width).toBe(6)
  const dragBy = async (px: number) => {
    const at = await grip(page).boundingBox()
    const x = (at?.x ?? 0) + 3
    await page.mouse.move(x, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(x + px / 2, box.y + 20)
    await page.mouse.move(x + px, box.y + 20)
    await page.mouse.up()
  }
  await dragBy(100)
  await expect.poll(() => columnWidth(page)).toBe(280)
  await dragBy(600)
  await expect.poll(() => columnWidth(page)).toBe(480)
  await dragBy(-600)
  await expect.poll(() => columnWidth(page)).toBe(120)
  await grip(page).dblclick()
  await expect.poll(() => columnWidth(page)).toBe(180)
})

test('a finger drags the edge of the task column', { tag: '@touch' }, async ({ page }) => {
  const before = await columnWidth(page)
  await swipe(page, await middleOf(grip(page)), { x: 48, y: 0 }, false)
  await expect.poll(() => columnWidth(page)).toBe(before + 48)
})

test('commands in the search change the width of the task column', async ({ page }) => {
  const run = async (typed: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    const search = page.getByRole('dialog', { name: 'Search' })
    await expect(search.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(search).toBeHidden()
  }
  await run('widen the task column')
  await expect.poll(() => columnWidth(page)).toBe(244)
  await run('narrow the task column')
  await expect.poll(() => columnWidth(page)).toBe(180)
  await run('narrow the task column')
  await expect.poll(() => columnWidth(page)).toBe(120)
  await page.reload()
  await expect(bar(page, 'Walk the hall with the caterer')).toBeVisible()
  await expect.poll(() => columnWidth(page)).toBe(120)
  await run('reset the width')
  await expect.poll(() => columnWidth(page)).toBe(180)
})
