import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

test.use({ serverCount: 2, expectedConsoleErrors: /status of 503/ })

test('a retry without a response ends, and the next one follows', async ({ page, server }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  await server.database?.stop()
  await page.reload()
  await expect(page.getByText('Trying again…')).toBeVisible()
  await server.database?.start()
  await page.route('**/', () => new Promise(() => undefined), { times: 1 })
  await expect(card(page, 'Water filter')).toBeVisible({ timeout: 30_000 })
})

test('shows that the database is unavailable and reloads once it is back', async ({ page, server }) => {
  await openBoard(page, [{ title: 'Water filter' }])
  const message = page.getByRole('heading', { name: 'Tenfold can’t reach its data right now.' })
  const retry = page.getByRole('button', { name: 'Try again' })

  await server.database?.stop()
  await page.reload()
  await expect(message).toBeVisible()
  await expect(page.getByText('Trying again…')).toBeVisible()
  const asked = page.waitForResponse((response) => response.status() === 503)
  await retry.click()
  await asked
  await expect(message).toBeVisible()
  await server.database?.start()
  await expect(card(page, 'Water filter')).toBeVisible({ timeout: 20_000 })

  await server.database?.stop()
  await page.clock.install()
  await page.goto('/?task=1')
  await expect(message).toBeVisible()
  // Otherwise, the page could reload by itself before the click.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await server.database?.start()
  await retry.click()
  await page.clock.resume()
  await expect(card(page, 'Water filter')).toBeVisible()
  await expect(page).toHaveURL(/\?task=1$/)
})
