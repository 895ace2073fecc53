import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { startWork } from '../support/clock-page.ts'

test.use({ overLine: true, serviceWorkers: 'allow', expectedConsoleErrors: /net::ERR_/ })

test('the prompt about time away also appears for a task created offline', async ({
  page,
  context,
  line,
}) => {
  await context.clock.install({ time: '2026-11-20T10:00:00Z' })
  await openBoard(page, [{ title: 'Weekly planning', priority: 3 }])
  const isInstalled = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
      const build = document.querySelector<HTMLMetaElement>('meta[name="tenfold-build"]')?.content
      return Boolean(localStorage.getItem('tenfold:kept')) && (await caches.has(`tenfold-files ${build}`))
    })
  await expect.poll(isInstalled).toBe(true)
  await startWork(page, 'Weekly planning')
  await page.getByRole('button', { name: 'Add a task to level 3' }).click()
  // Enter does nothing until the new-task line has loaded.
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Task', exact: true })
  line?.cut()
  await expect(page.getByRole('status').getByText(/You’re offline/)).toBeVisible()
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
