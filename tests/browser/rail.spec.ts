import type { Page } from '@playwright/test'

import { band, card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { untilKept } from '../support/cached-tasks.ts'
import { openAdd } from '../support/task-forms.ts'

const SEEDS = Array.from({ length: 18 }, (_, index) => ({
  title: `Task ${index + 1}`,
  priority: ([2, 5, 9] as const)[index % 3] ?? 5,
}))

test.beforeEach(async ({ page }) => {
  // The window is short enough that every level except the last can be scrolled to the top.
  await page.setViewportSize({ width: 1440, height: 500 })
})

/** Opens the board and waits until its last level is drawn, which makes the page longer. */
async function openWholeBoard(page: Page): Promise<void> {
  await openBoard(page, SEEDS)
  await expect(band(page, 9)).toBeVisible()
}

const rung = (page: Page, level: number) =>
  page.getByRole('navigation', { name: 'Levels' }).getByRole('button', { name: `Level ${level} ` })

const scrollTo = (page: Page, level: number) =>
  band(page, level).evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))

test('the rail marks the level in view', async ({ page }) => {
  await openWholeBoard(page)
  await expect(rung(page, 2)).toHaveAttribute('aria-current', 'location')
  await scrollTo(page, 5)
  await expect(rung(page, 5)).toHaveAttribute('aria-current', 'location')
  await expect(rung(page, 2)).not.toHaveAttribute('aria-current')
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(rung(page, 9)).toHaveAttribute('aria-current', 'location')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rung(page, 2)).toHaveAttribute('aria-current', 'location')
})

test('the rail causes no layout reads while nothing scrolls or changes size', async ({ page }) => {
  await openWholeBoard(page)
  // The rail reads the layout once more when the remaining tasks have loaded.
  await untilKept(page)
  await scrollTo(page, 5)
  await expect(rung(page, 5)).toHaveAttribute('aria-current', 'location')
  await page.evaluate(() => {
    const { body } = document
    const lane = document.querySelector('section[data-level]')
    if (!lane) throw new Error('The board has no level.')
    const measure = lane.getBoundingClientRect.bind(lane)
    const place = () => [scrollY, innerHeight, body.clientWidth, body.clientHeight].join(' ')
    let last = { place: place(), frame: document.timeline.currentTime }
    // A part of the page that loads late may still change its size. A scroll and a resize can happen in one frame.
    lane.getBoundingClientRect = () => {
      const now = { place: place(), frame: document.timeline.currentTime }
      const isNeeded = now.place !== last.place || now.frame === last.frame
      body.setAttribute(isNeeded ? 'data-reads' : 'data-needless-reads', now.place)
      last = now
      return measure()
    }
  })
  const dialog = await openAdd(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('body')).not.toHaveAttribute('data-needless-reads')
  await scrollTo(page, 2)
  await expect(page.locator('body'), 'a scroll is followed').toHaveAttribute('data-reads')
})

test('the focused rung of an empty level keeps the focus when a card returns to the level', async ({
  page,
}) => {
  await openBoard(page, [{ title: 'Board memo', priority: 2 }, { title: 'Payroll' }])
  await card(page, 'Board memo').press('c')
  await expect(rung(page, 2)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(card(page, 'Board memo')).toBeVisible()
  await expect(rung(page, 2)).toBeFocused()
})
