import type { Page } from '@playwright/test'

import { openBoard, untilOutboxIsOpen } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

/** How long a page may take to notice that the connection broke or is back, in ms. */
const NOTICED = { timeout: 20_000 }

test.use({ overLine: true, expectedConsoleErrors: /net::ERR_/ })

const line = (page: Page, text: string) => page.getByRole('status').getByText(text)

test('the list of waiting changes aligns right-to-left titles, and stays closed once all changes are sent', async ({
  page,
  line: cable,
}) => {
  await openBoard(page, [{ title: 'الرواتب' }, { title: 'Water filter' }])
  await untilOutboxIsOpen(page)
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
  cable?.cut()
  await expect(line(page, 'You’re offline. Nothing is waiting.')).toBeVisible(NOTICED)
  await page.getByRole('button', { name: 'Complete الرواتب' }).click()
  await expect(line(page, 'You’re offline. 1 change is waiting.')).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Show', exact: true }).click()
  await expect(list).toBeVisible()
  const starts = await list
    .getByRole('listitem')
    .locator('p')
    .evaluateAll((texts) =>
      texts.map((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return Math.round(range.getBoundingClientRect().left)
      }),
    )
  expect(starts[0]).toBe(starts[1])
  cable?.pass()
  // Browsers fire this event when a cable is plugged in. The event triggers the next retry early.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(list).toHaveCount(0, NOTICED)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('status').getByRole('button', { name: 'Show', exact: true })).toHaveCount(0)
  cable?.cut()
  await expect(line(page, 'You’re offline. Nothing is waiting.')).toBeVisible(NOTICED)
  await page.getByRole('button', { name: 'Complete Water filter' }).click()
  await expect(line(page, 'You’re offline. 1 change is waiting.')).toBeVisible()
  await expect(list).toHaveCount(0)
})
