import type { Page } from '@playwright/test'

import { expect, test } from '../support/browser-test.ts'
import { band, openBoard, registerByApi, seedTasks, storedAt } from '../support/board-page.ts'
import { handleOf, rungOf, spoken } from '../support/drag.ts'

/** Opens a board whose later code of this name is on a slow line. @returns what lets it come */
async function openWithout(page: Page, file: string): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${file}-[^/]+\\.js$`), async (route) => {
    await mayCome
    await route.continue()
  })
  await openBoard(page, [{ title: 'Water filter' }])
  return letCome
}

test('a card that is pressed before its code is there is lifted when it comes, and moves', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'A finger that rests is the same press; the mouse can be held for as long as it takes.')
  const letCome = await openWithout(page, 'drag-context')
  await handleOf(page, 'Water filter').hover()
  await page.mouse.down()
  letCome()
  await expect(handleOf(page, 'Water filter')).toHaveAccessibleDescription(/^Press Space/)
  await rungOf(page, 2).hover({ force: true })
  await expect(spoken(page, 'Picked up Water filter')).toBeVisible()
  await rungOf(page, 2).hover({ force: true, position: { x: 4, y: 4 } })
  await expect(spoken(page, /level 2/i)).toBeVisible()
  await page.mouse.up()
  await expect(band(page, 2)).toContainText('Water filter')
  await expect.poll(() => storedAt(page, 2)).toEqual(['Water filter'])
})

test('a card that is picked up by keys before its code is there is lifted when it comes', async ({
  page,
}) => {
  const letCome = await openWithout(page, 'drag-context')
  await handleOf(page, 'Water filter').focus()
  await page.keyboard.press('Space')
  letCome()
  await expect(spoken(page, 'Picked up Water filter')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(spoken(page, 'Picked up Water filter')).toBeHidden()
})

test('a button that is pressed just as its menu comes opens it when it is let go', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'The mouse can be held for as long as it takes.')
  const letCome = await openWithout(page, 'account-menu')
  const avatar = page.getByRole('navigation', { name: 'Account and actions' }).getByRole('button').last()
  await avatar.hover()
  await page.mouse.down()
  const come = page.waitForResponse(/\/assets\/account-menu-/)
  letCome()
  await (await come).finished()
  // The module runs, and what it would draw is drawn, within these frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
  })
  await page.mouse.up()
  await expect(page.getByRole('menuitem', { name: 'Where you are signed in' })).toBeVisible()
})

test('a card that was let go before its code came lies where it lay', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Of a mouse.')
  const letCome = await openWithout(page, 'drag-context')
  await handleOf(page, 'Water filter').hover()
  await page.mouse.down()
  await rungOf(page, 2).hover()
  await page.mouse.up()
  letCome()
  await expect(handleOf(page, 'Water filter')).toHaveAccessibleDescription(/^Press Space/)
  await rungOf(page, 3).hover()
  await expect(spoken(page, /Picked up/)).toBeHidden()
  await expect(band(page, 5)).toContainText('Water filter')
})

test('a dialog that is asked for before its code is there opens when it comes', async ({ page }) => {
  const letCome = await openWithout(page, 'add-task-dialog')
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  letCome()
  await expect(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
})

test('a button keeps the focus when its menu comes', async ({ page }) => {
  for (const [file, name] of [
    ['account-menu', /^Account: /],
    ['category-filter', 'Filter by Category'],
  ] as const) {
    const letCome = await openWithout(page, file)
    const button = page.getByRole('button', { name })
    await button.focus()
    await button.evaluate((element) => Object.assign(window, { standIn: element }))
    letCome()
    await expect
      .poll(() => page.evaluate(() => (Reflect.get(window, 'standIn') as Element).isConnected))
      .toBe(false)
    await expect(button).toBeFocused()
  }
})

test.describe('when the line is cut', () => {
  test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

  test('a part that did not come is asked for again, says so, and opens', async ({ page }) => {
    await registerByApi(page)
    await seedTasks(page, [{ title: 'Water filter' }])
    let isCut = true
    await page.route(/\/assets\/add-task-dialog-[^/]+\.js$/, (route) =>
      isCut ? route.abort() : route.continue(),
    )
    await page.goto('/')
    await page.getByRole('button', { name: 'Add Task' }).first().click()
    await expect(page.getByText(/^A part of this page could not be loaded/)).toBeVisible()
    isCut = false
    await expect(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
  })
})
