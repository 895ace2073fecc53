import type { Locator, Page } from '@playwright/test'

import { openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { rungOf } from '../support/drag.ts'

/** Source: specification 9. */
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** The file that contains the tooltip label. */
const LABEL = /\/assets\/tooltip-[^/]+\.js$/

const SEEDS = [{ title: 'Water filter', priority: 5 as const }]

const theme = (page: Page) => page.getByRole('button', { name: /^Switch to the/ })
const tooltip = (page: Page) => page.getByRole('tooltip')

/** Delays the tooltip's code until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(LABEL, async (route) => {
    await mayCome
    await route.continue()
  })
  return letCome
}

/** Opens a board with all its code loaded, whose time advances only by `page.clock.runFor`. */
async function openWithHeldTime(page: Page): Promise<void> {
  await page.clock.install()
  // When time jumps while the stream connects, the page shows that it is offline, which moves its buttons.
  const connected = page.waitForResponse('**/api/events*')
  await openBoard(page, SEEDS)
  await connected
  await theme(page).focus()
  await expect(tooltip(page)).toBeVisible()
  await theme(page).blur()
  await expect(tooltip(page)).toBeHidden()
  await page.mouse.move(1, 400)
  // `pauseAt` fails if its time has already passed, which can happen on a busy machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
}

/** Returns a function that asserts that the tooltip's trigger was not replaced. */
async function pin(trigger: Locator): Promise<() => Promise<void>> {
  const element = await trigger.elementHandle()
  return async () => {
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
    expect(await trigger.evaluate((node, other) => node === other, element)).toBe(true)
  }
}

test('a button works before its tooltip’s code arrives and isn’t replaced by it', async ({ page }) => {
  const letCome = await holdCode(page)
  await openBoard(page, SEEDS)
  const expectSame = await pin(theme(page))
  await expect(theme(page)).toHaveAccessibleName('Switch to the dark theme')
  await theme(page).hover()
  await page.mouse.down()
  const loaded = page.waitForResponse(LABEL)
  letCome()
  await loaded
  await page.mouse.up()
  await expect(theme(page)).toHaveAccessibleName('Switch to the light theme')
  await expectSame()
  await page.mouse.move(1, 400)
  await theme(page).hover()
  await expect(tooltip(page)).toHaveText('Switch to the light theme')
  await expectSame()
})

test('a tooltip opens when its code arrives if its button is still hovered', async ({ page }) => {
  const letCome = await holdCode(page)
  await openBoard(page, SEEDS)
  await rungOf(page, 1).hover()
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), OPEN_DELAY_MS)
  await expect(tooltip(page)).toHaveCount(0)
  letCome()
  await expect(tooltip(page)).toHaveText('Add a task to level 1')
  await expect(rungOf(page, 1)).toHaveAccessibleDescription('Add a task to level 1')
})

test('a tooltip stays closed if the pointer leaves its button before the code arrives', async ({ page }) => {
  const letCome = await holdCode(page)
  await openBoard(page, SEEDS)
  await rungOf(page, 1).hover()
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), OPEN_DELAY_MS)
  await page.mouse.move(1, 400)
  // The next tooltip would replace one that opens when the code arrives.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=tooltip]')?.textContent?.includes('level 1'))
        document.body.dataset['opened'] = 'level 1'
    }).observe(document.body, { childList: true, subtree: true })
  })
  letCome()
  await rungOf(page, 2).hover()
  await expect(tooltip(page)).toHaveText('Add a task to level 2')
  await expect(page.locator('body')).not.toHaveAttribute('data-opened')
})

test('a tooltip opens when its code arrives if its button is still focused, and the focus stays', async ({
  page,
}) => {
  const letCome = await holdCode(page)
  await openBoard(page, SEEDS)
  await theme(page).focus()
  letCome()
  await expect(tooltip(page)).toHaveText('Switch to the dark theme')
  await expect(theme(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(theme(page)).toHaveAccessibleName('Switch to the light theme')
  await expect(tooltip(page)).toBeHidden()
})

test('a tooltip opens after 700 ms, and immediately if another one closed less than 300 ms before', async ({
  page,
}) => {
  await openWithHeldTime(page)
  await page.clock.runFor(SKIP_DELAY_MS)
  await rungOf(page, 1).hover()
  await page.clock.runFor(OPEN_DELAY_MS - 1)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tooltip(page)).toHaveText('Add a task to level 1')

  await page.mouse.move(1, 400, { steps: 5 })
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(SKIP_DELAY_MS - 1)
  await rungOf(page, 2).hover()
  await expect(tooltip(page)).toHaveText('Add a task to level 2')

  await page.mouse.move(1, 400, { steps: 5 })
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(SKIP_DELAY_MS)
  await rungOf(page, 3).hover()
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(OPEN_DELAY_MS)
  await expect(tooltip(page)).toHaveText('Add a task to level 3')
})

test('Escape, a click and leaving the button close a tooltip, which reopens only after the pointer has left the button', async ({
  page,
}) => {
  await openWithHeldTime(page)
  await rungOf(page, 1).hover()
  await page.clock.runFor(OPEN_DELAY_MS)
  await expect(tooltip(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toHaveCount(0)
  await rungOf(page, 1).hover({ position: { x: 4, y: 4 } })
  await page.clock.runFor(OPEN_DELAY_MS)
  await expect(tooltip(page)).toHaveCount(0)

  await theme(page).hover()
  await page.clock.runFor(OPEN_DELAY_MS)
  await expect(tooltip(page)).toBeVisible()
  await page.mouse.down()
  await expect(tooltip(page)).toHaveCount(0)
  await page.mouse.up()
  await expect(theme(page)).toBeFocused()
  await theme(page).hover({ position: { x: 4, y: 4 } })
  await page.clock.runFor(OPEN_DELAY_MS)
  await expect(tooltip(page)).toHaveCount(0)
})

test('the pointer can move onto a tooltip without opening a different one', async ({ page }) => {
  await openWithHeldTime(page)
  await rungOf(page, 3).hover()
  await page.clock.runFor(OPEN_DELAY_MS)
  await expect(tooltip(page)).toHaveText('Add a task to level 3')
  // The label covers the rung above.
  const label = await page.locator('[data-side]').filter({ hasText: 'Add a task to level 3' }).boundingBox()
  if (!label) throw new Error('The tooltip has no box.')
  await page.mouse.move(label.x + label.width / 2, label.y + label.height / 2, { steps: 8 })
  await page.clock.runFor(OPEN_DELAY_MS)
  await expect(tooltip(page)).toHaveText('Add a task to level 3')
  await page.mouse.move(600, 400, { steps: 5 })
  await expect(tooltip(page)).toHaveCount(0)
})

test('keyboard focus opens a tooltip immediately, and blur closes it', async ({ page }) => {
  await openWithHeldTime(page)
  await rungOf(page, 1).focus()
  await expect(tooltip(page)).toHaveText('Add a task to level 1')
  await expect(rungOf(page, 1)).toHaveAccessibleDescription('Add a task to level 1')
  await page.keyboard.press('Tab')
  await expect(tooltip(page)).toHaveText('Add a task to level 2')
  await rungOf(page, 2).blur()
  await expect(tooltip(page)).toHaveCount(0)
  await expect(rungOf(page, 2)).not.toHaveAttribute('aria-describedby')
})

test('a click tooltip opens on a tap', { tag: '@touch' }, async ({ page }) => {
  await openBoard(page, SEEDS)
  await page.getByRole('button', { name: 'Play focus audio' }).tap({ force: true })
  await expect(tooltip(page)).toHaveText('Choose a level first')
})

test('a tap opens no tooltip', { tag: '@touch' }, async ({ page }) => {
  await openBoard(page, SEEDS)
  await theme(page).tap()
  await expect(theme(page)).toHaveAccessibleName('Switch to the light theme')
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), OPEN_DELAY_MS)
  await expect(tooltip(page)).toHaveCount(0)
})

test('a signed-out page loads the tooltip without the board', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto('/')
  await theme(page).hover()
  await expect(tooltip(page)).toBeVisible()
  expect(files.filter((path) => /\/assets\/(board|shared)-/.test(path))).toEqual([])
})
