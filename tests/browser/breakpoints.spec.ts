import type { Page } from '@playwright/test'

import { expectNoSidewaysScroll } from '../support/accessibility.ts'
import { band, titlesAt } from '../support/board-page.ts'
import { expect, test as base } from '../support/browser-test.ts'
import { bar, openTimeline } from '../support/timeline-page.ts'

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=20']
      await provide({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

const SEEDS = [
  { title: 'Renew passports', startDate: '2026-11-19', priority: 1 as const },
  ...['Sort the photos', 'Oil the hinges', 'Wash the car', 'Read the manual'].map((title) => ({
    title,
    priority: 9 as const,
  })),
]

/** Returns the visible effect of each breakpoint in utility classes, style sheets and scripts. */
async function layout(page: Page) {
  const levels = page.getByRole('navigation', { name: 'Levels' })
  const cards = await Promise.all((await titlesAt(page, 9).all()).map((title) => title.boundingBox()))
  const categories = await page.getByRole('button', { name: 'Categories', exact: true }).boundingBox()
  const seen = {
    hasRail: ((await levels.boundingBox())?.width ?? 0) < 250,
    hasRailHead: await levels.getByText('Slots').isVisible(),
    columns: new Set(cards.map((box) => box?.x)).size,
    hasHeaderLabels: (categories?.width ?? 0) > 60,
  }
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const day = (await bar(page, 'Renew passports').boundingBox())?.width
  await page.getByRole('tab', { name: 'Priority View' }).click()
  await expect(band(page, 9)).toBeVisible()
  return { ...seen, day }
}

test('with a default font of 20 px, the layout changes at the usual widths', async ({ page }) => {
  await openTimeline(page, SEEDS)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20px')
  await page.getByRole('tab', { name: 'Priority View' }).click()
  const phone = { hasRail: false, hasRailHead: false, hasHeaderLabels: false, day: 40 }
  const tablet = { hasRail: true, hasRailHead: true, hasHeaderLabels: false, day: 60 }
  for (const [width, expected] of [
    [1024, { ...tablet, columns: 4, hasHeaderLabels: true }],
    [1023, { ...tablet, columns: 3 }],
    [768, { ...tablet, columns: 3 }],
    [767, { ...tablet, columns: 2 }],
    [640, { ...tablet, columns: 2 }],
    [639, { ...phone, columns: 2 }],
    [360, { ...phone, columns: 2 }],
    [359, { ...phone, columns: 1 }],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => layout(page), `at ${width} px`).toEqual(expected)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})
