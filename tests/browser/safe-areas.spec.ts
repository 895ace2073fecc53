import { openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

test('a phone’s notch covers neither the header nor the board in landscape', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openBoard(page, [{ title: 'Board memo' }])
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47 } })
  for (const place of [page.getByRole('main'), page.getByRole('banner').locator('.page').first()]) {
    await expect(place).toHaveCSS('padding-left', '47px')
    await expect(place).toHaveCSS('padding-right', '47px')
  }
})
