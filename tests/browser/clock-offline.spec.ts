import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { startWork } from '../support/clock-page.ts'

test.use({ expectedConsoleErrors: /net::ERR_/ })

test('asks about the time away of a task that was created offline', async ({ page, context }) => {
  await context.clock.install({ time: '2026-11-20T10:00:00Z' })
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  await page.route(/\/api\/tasks(\/several)?$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Add a task to level 3' }).click()
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  await field.fill('Order badges')
  await field.press('Enter')
  const row = page.getByRole('listitem').filter({ has: card(page, 'Order badges') })
  await expect(row.getByText('Waiting to be sent')).toBeVisible()
  await page.keyboard.press('Escape')

  await startWork(page, 'Order badges')
  await context.clock.runFor(120_000)
  await page.goto('about:blank')
  await context.clock.fastForward(20 * 60_000)
  await page.goto('/')
  await expect(page.getByRole('alertdialog', { name: 'Were you still working?' })).toBeVisible()
})
