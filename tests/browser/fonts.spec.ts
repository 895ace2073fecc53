import type { Page } from '@playwright/test'

import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

/** The requested font files, by script. */
const files = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/inter-([a-z-]+)-opsz-normal[^/]*\.woff2$/.exec(name)?.[1] ?? []),
  )

test('letters of other scripts use the same font, loaded only where needed', async ({ page }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  await expect.poll(async () => [...new Set(await files(page))]).toEqual(['latin'])
  await page.keyboard.press('Shift+N')
  await page.getByRole('textbox', { name: 'Task Title' }).fill('Позвонить врачу')
  await expect.poll(() => files(page)).toContain('cyrillic')
  await page.getByRole('button', { name: 'Add Task', exact: true }).last().click()
  await expect(card(page, 'Позвонить врачу')).toBeVisible()
})
