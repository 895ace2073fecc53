import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { anotherBrowser } from '../support/elsewhere.ts'

/** The height of the banner, in px. */
const BANNER_PX = { wide: 24, narrow: 40 }
const HIDDEN = 'Banner hidden. Bring it back from the account menu.'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

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

test(
  'scrolls the principles until they are paused, and keeps them paused',
  { tag: '@narrow' },
  async ({ page, isMobile }) => {
    await openBoard(page, [{ title: 'Renew passports' }])
    const first = principles(page).first()
    await expect(principles(page)).toHaveText(PRINCIPLES)
    // The headless shell starts with the pointer in the corner, where it pauses the banner.
    await page.mouse.move(200, 700)
    await expectMoving(first, true)

    await test.step('the pointer or the focus stops them', async () => {
      if (isMobile) return
      await banner(page).hover()
      await expectMoving(first, false)
      await page.mouse.move(700, 700)
      await expectMoving(first, true)
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
      await page.getByRole('button', { name: 'Focus Mode' }).focus()
      await page.keyboard.press('Shift+Tab')
      await expect(page.getByRole('button', { name: 'Hide the banner' })).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(page.getByRole('button', { name: 'Pause banner' })).toBeFocused()
      await expectMoving(first, false)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expectMoving(first, true)
    })

    await page.getByRole('button', { name: 'Pause banner' }).click()
    await page.mouse.move(200, 700)
    await expectMoving(first, false)
    await page.reload()
    await expect(page.getByText('1 open')).toBeVisible()
    await expectMoving(first, false)
    await expectAccessible(page, banner(page))
    await page.getByRole('button', { name: 'Resume banner' }).click()
    await page.mouse.move(200, 700)
    await expectMoving(first, true)
    await expect(page.getByRole('button', { name: 'Pause banner' })).toBeVisible()
  },
)

test(
  'hides and shows the principles in every open browser without a reload',
  { tag: '@narrow' },
  async ({ page, browser, server, isMobile }) => {
    const tasks = [{ title: 'Renew passports' }]
    await openBoard(page, tasks)
    const other = await anotherBrowser(browser, page, server.url)
    const elsewhere = await other.newPage()
    await elsewhere.goto('/')
    await expect(elsewhere.getByText('1 open')).toBeVisible()
    await expect(banner(elsewhere)).toBeVisible()
    const shown = await topOfCard(page)
    await page.getByRole('button', { name: 'Hide the banner' }).click()
    await expect(page.getByRole('button', { name: 'Focus Mode' })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: HIDDEN })).toBeAttached()
    await expect(banner(page)).toHaveCount(0)
    await expect.poll(() => topOfCard(page)).toBe(shown - BANNER_PX[isMobile ? 'narrow' : 'wide'])

    await test.step('hides in the other browser, and stays hidden here', async () => {
      await expect(banner(elsewhere)).toHaveCount(0)
      await page.reload()
      await expect(page.getByText('1 open')).toBeVisible()
      await expect(banner(page)).toHaveCount(0)
    })

    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name: 'Show the banner' }).click()
    await expect(principles(page)).toHaveText(PRINCIPLES)
    await expect(page.getByRole('status').filter({ hasText: 'Banner shown.' })).toBeAttached()
    await expect(banner(elsewhere)).toBeVisible()
    await other.close()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(banner(page)).toHaveCount(0)
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name: 'Show the banner' }).click()
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name: 'Hide the banner' }).click()
    await expect(banner(page)).toHaveCount(0)
  },
)

test.describe('while the server fails', () => {
  test.use({ expectedConsoleErrors: /status of 500/ })

  test('reappears if hiding it could not be saved', async ({ page }) => {
    await openBoard(page, [])
    const json = { message: 'Something went wrong on the server.', code: 'internal' }
    await page.route('**/api/settings', (route) => route.fulfill({ status: 500, json }))
    await page.getByRole('button', { name: 'Hide the banner' }).click()
    await expect(page.getByText('Couldn’t save your settings. Try again.', { exact: true })).toBeVisible()
    await expect(principles(page)).toHaveText(PRINCIPLES)
  })
})

test('scrolls without a gap on a very wide screen', { tag: '@narrow' }, async ({ page, isMobile }) => {
  await page.setViewportSize(isMobile ? { width: 320, height: 640 } : { width: 3200, height: 900 })
  await openBoard(page, [])
  const { track, view } = await banner(page).evaluate((element) => ({
    track: element.firstElementChild?.getBoundingClientRect().width ?? 0,
    view: element.clientWidth,
  }))
  // One cycle scrolls half of the track's width.
  expect(track / 2).toBeGreaterThanOrEqual(view)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('shows each principle once, without motion, and scrolls with the keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openBoard(page, [])
    await expect(page.getByRole('button', { name: /^(Pause|Resume) banner$/ })).toHaveCount(0)
    await expect(principles(page)).toHaveText(PRINCIPLES)
    await expectMoving(principles(page).first(), false)
    await expect(principles(page).last()).not.toBeInViewport()
    await banner(page).focus()
    for (let step = 0; step < 60; step++) await page.keyboard.press('ArrowRight')
    await expect(principles(page).last()).toBeInViewport()
    await expectAccessible(page, banner(page))
  })
})

function banner(page: Page): Locator {
  return page.getByRole('marquee', { name: 'Principles of flow' })
}

/** The principles without the hidden copy. */
function principles(page: Page): Locator {
  return banner(page).getByRole('listitem')
}

/** Waits until an element moves, or has stopped, by comparing animation frames. */
async function expectMoving(part: Locator, isMoving: boolean): Promise<void> {
  await expect.poll(() => part.evaluate(moves)).toBe(isMoving)
}

/** Returns whether an element moves within twelve frames. Runs in the page. */
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

async function topOfCard(page: Page): Promise<number> {
  return (await card(page, 'Renew passports').boundingBox())?.y ?? 0
}
