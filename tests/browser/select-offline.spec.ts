import { card, openBoard, storedTasks, untilOutboxIsOpen } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

test.use({ expectedConsoleErrors: /net::ERR_/ })

test('a task created without a connection stays selected when it gets its id', async ({ page }) => {
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  await untilOutboxIsOpen(page)
  await page.route('**/api/tasks**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Add a task to level 3' }).click()
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  await field.fill('Order badges')
  await field.press('Enter')
  const row = page.getByRole('listitem').filter({ has: card(page, 'Order badges') })
  await expect(row.getByText('Waiting to be sent')).toBeVisible()
  await page.keyboard.press('Escape')
  await card(page, 'Order badges').click({ modifiers: ['ControlOrMeta'] })
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await expect(bar).toContainText('1 selected')

  await page.unroute('**/api/tasks**')
  const isDone = async () =>
    (await storedTasks(page)).find(({ title }) => title === 'Order badges')?.completed
  await expect.poll(isDone).toBe(false)
  await expect(row.getByText('Waiting to be sent')).toHaveCount(0)
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect.poll(isDone).toBe(true)
})
