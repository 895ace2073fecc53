import type { Page } from '@playwright/test'

import { openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { finger, middleOf, sweep } from '../support/drag.ts'
import { openEdit } from '../support/task-forms.ts'

test.describe('on a phone', { tag: '@touch' }, () => {
  for (const name of ['Progress', 'Priority Level']) {
    test(`the slider for ${name} changes by a tap or a sideways move, but not while the form scrolls`, async ({
      page,
    }) => {
      await openBoard(page, [{ title: 'Write offer', priority: 9 }])
      const form = await openEdit(page, 'Write offer')
      const slider = form.getByRole('slider', { name })
      const value = async () => Number(await slider.getAttribute('aria-valuenow'))
      const track = slider.locator('xpath=ancestor::*[@aria-disabled="false"][1]')
      await track.scrollIntoViewIfNeeded()
      const before = await value()
      const { x, y } = await middleOf(track)
      await sweep(page, { x, y }, { x: x + 10, y: y - 150 })
      await untilStill(page)
      expect(await value()).toBe(before)

      await track.scrollIntoViewIfNeeded()
      const middle = await middleOf(track)
      await page.touchscreen.tap(middle.x, middle.y)
      const tapped = await value()
      expect(tapped).not.toBe(before)
      await sweep(page, middle, { x: middle.x + 100, y: middle.y })
      expect(await value()).toBeGreaterThan(tapped)
    })
  }

  test('the sheet for a new task scrolls by a finger in a low window', async ({ page }) => {
    await openBoard(page, [{ title: 'Write offer' }])
    await page.getByRole('button', { name: 'Add Task', exact: true }).tap()
    const sheet = page.getByRole('dialog', { name: /^Add a task to level/ })
    await expect(sheet.getByRole('textbox')).toBeFocused()
    await page.setViewportSize({ width: 600, height: 150 })
    const { touch } = await finger(page)
    await touch('touchStart', { x: 500, y: 140 })
    await touch('touchMove', { x: 500, y: 100 })
    await touch('touchEnd')
    expect(await sheet.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  })
})

/** Waits until the form has stopped scrolling. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
}
