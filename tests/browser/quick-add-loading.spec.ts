import type { Page, Route } from '@playwright/test'

import { band, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Task', exact: true })
const row = (page: Page) => band(page, 3).getByRole('button', { name: 'Add a task to level 3' })

/** Opens a line and types into it before its code has loaded. `answer` handles the request for the code. */
async function typeAhead(page: Page, text: string) {
  const { promise, resolve: answer } = Promise.withResolvers<(route: Route) => Promise<void>>()
  await page.route(/later-quick-add/, async (route) => (await promise)(route))
  await page.clock.install()
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  // The code has 3 s to load, too little on a busy machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await row(page).click()
  await page.keyboard.type(text)
  await expect(page.getByRole('listbox')).toHaveCount(0)
  return answer
}

test('keeps text typed while the line’s code loads', async ({ page }) => {
  const answer = await typeAhead(page, 'Sync #mee')
  answer((route) => route.continue())
  await expect(page.getByRole('listbox', { name: 'Categories' })).toBeVisible()
  await page.keyboard.type('t')
  await expect(field(page)).toHaveValue('Sync #meet')
})

test.describe('if the line’s code doesn’t load', () => {
  test.use({ expectedConsoleErrors: /net::ERR_FAILED/ })

  test('keeps the typed text for the next line', async ({ page }) => {
    const answer = await typeAhead(page, 'Sync with Ann')
    answer((route) => route.abort())
    await expect(page.getByText('Couldn’t load the new-task line.', { exact: true })).toBeVisible()
    await expect(field(page)).toHaveCount(0)
    await page.unroute(/later-quick-add/)
    await row(page).click()
    await expect(field(page)).toHaveValue('Sync with Ann')
    await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  })
})

for (const key of ['', 'Escape'])
  test(`keeps text typed while the line’s code loads through ${key ? 'Escape and ' : ''}a reload`, async ({
    page,
  }) => {
    const answer = await typeAhead(page, 'Sync with Ann')
    if (key) await page.keyboard.press(key)
    await page.reload()
    // The request of the page that was reloaded no longer exists.
    answer((route) => route.continue().catch(() => undefined))
    await row(page).click()
    await expect(field(page)).toHaveValue('Sync with Ann')
    await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
    await page.reload()
    await row(page).click()
    await expect(field(page)).toHaveValue('Sync with Ann')
  })
