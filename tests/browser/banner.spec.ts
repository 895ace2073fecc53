import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import { openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

const PRINCIPLES = [
  'Clear Goals',
  'Immediate Feedback',
  'Challenge-Skills Balance',
  'Deep Focus & Elimination of Distractions',
  'Curiosity & Passion',
  'Autonomy & Intrinsic Motivation',
  'High Consequences (Risk-Taking)',
  'Rich, Engaging Environment',
]

test('the principles pass by until they are paused, and stay paused', async ({ page, isMobile }) => {
  await openBoard(page, [{ title: 'Renew passports' }])
  const first = principles(page).first()
  await expect(principles(page)).toHaveText(PRINCIPLES)
  await expectMoving(first, true)

  await test.step('the pointer, or the focus, holds them', async () => {
    if (isMobile) return
    await banner(page).hover()
    await expectMoving(first, false)
    await page.mouse.move(700, 700)
    await expectMoving(first, true)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
    await page.getByRole('button', { name: 'Focus Mode' }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Pause the banner' })).toBeFocused()
    await expectMoving(first, false)
    await page.keyboard.press('Tab')
    await expectMoving(first, true)
  })

  await page.getByRole('button', { name: 'Pause the banner' }).click()
  await page.mouse.move(200, 700)
  await expectMoving(first, false)
  await page.reload()
  await expect(page.getByText('1 open')).toBeVisible()
  await expectMoving(first, false)
  await expectAccessible(page, banner(page))
  await page.getByRole('button', { name: 'Move the banner' }).click()
  await page.mouse.move(200, 700)
  await expectMoving(first, true)
  await expect(page.getByRole('button', { name: 'Pause the banner' })).toBeVisible()
})

test('on a very wide screen there is no gap in what passes by', async ({ page, isMobile }) => {
  await page.setViewportSize(isMobile ? { width: 320, height: 640 } : { width: 3200, height: 900 })
  await openBoard(page, [])
  const { track, view } = await banner(page).evaluate((element) => ({
    track: element.firstElementChild?.getBoundingClientRect().width ?? 0,
    view: element.clientWidth,
  }))
  // At its end half of it has passed.
  expect(track / 2).toBeGreaterThanOrEqual(view)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('they stand still, each once, and are scrolled by keys', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openBoard(page, [])
    await expect(page.getByRole('button', { name: /the banner$/ })).toHaveCount(0)
    await expect(principles(page)).toHaveText(PRINCIPLES)
    await expectMoving(principles(page).first(), false)
    await expect(principles(page).last()).not.toBeInViewport()
    await banner(page).focus()
    await page.keyboard.press('End')
    for (let step = 0; step < 60; step++) await page.keyboard.press('ArrowRight')
    await expect(principles(page).last()).toBeInViewport()
    await expectAccessible(page, banner(page))
  })
})

function banner(page: Page): Locator {
  return page.getByRole('marquee', { name: 'Principles of flow' })
}

/** Those that are read out; the copy that follows them is not. */
function principles(page: Page): Locator {
  return banner(page).getByRole('listitem')
}

/** Waits until something moves, or has come to rest: looked at in frames of the page some way apart. */
async function expectMoving(part: Locator, isMoving: boolean): Promise<void> {
  await expect.poll(() => part.evaluate(moves)).toBe(isMoving)
}

/** Whether an element is elsewhere after twelve frames of the page, in which this runs. */
function moves(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    const before = element.getBoundingClientRect().left
    const look = (frames: number) => {
      if (frames > 0) requestAnimationFrame(() => look(frames - 1))
      else resolve(element.getBoundingClientRect().left !== before)
    }
    look(12)
  })
}
