import type { Locator } from '@playwright/test'

import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

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
