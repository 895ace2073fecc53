import type { Page } from '@playwright/test'

import { registerByApi } from '../support/board-page.ts'
import { completedTasks, insertCompleted } from '../support/completed-rows.ts'
import { expect, test } from '../support/browser-test.ts'
import { makeTemplates, openTemplates, removeTemplates } from '../support/template-page.ts'

/** The responses of the server and a proxy during a database outage, and the text the page shows. */
const FAULTS = [
  {
    by: 'the server',
    answer: {
      status: 503,
      json: { message: 'The database is unavailable. Try again in a moment.', code: 'unavailable' },
    },
    text: 'The database is unavailable. Try again in a moment.',
  },
  {
    by: 'a proxy',
    answer: { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    text: 'The server is unavailable right now. Try again in a moment.',
  },
]

test.use({ expectedConsoleErrors: /status of 50[23]/ })

test.afterEach(({ page }) => removeTemplates(page))

for (const { by, answer, text } of FAULTS) {
  const fail = (page: Page, paths: RegExp | string) => page.route(paths, (route) => route.fulfill(answer))

  /** Expects an error in plain text without any of the response's markup. */
  const expectText = async (page: Page, title: string) => {
    const alert = page.getByRole('alert').filter({ hasText: title })
    await expect(alert).toContainText(text)
    await expect(alert).not.toContainText(/50[23]|[{<]/)
  }

  test(`every list shows an error from ${by} as plain text`, async ({ page, server }) => {
    await registerByApi(page)
    await makeTemplates(page, [{ name: 'Office move' }])
    await insertCompleted(server, page, completedTasks(120, 60))

    await test.step('the board', async () => {
      await fail(page, /\/api\/tasks(\?|$)/)
      await page.goto('/')
      await expectText(page, 'Couldn’t load your tasks.')
    })
    await test.step('the completed tasks', async () => {
      // The list of all tasks still fails, so that no stored tasks are shown instead of the error.
      await fail(page, '**/api/tasks/completed?*before=*')
      await page.goto('/?view=completed')
      await expect(page.getByRole('heading', { name: 'Finished 1', exact: true })).toBeVisible()
      await page.mouse.wheel(0, 20_000)
      await expectText(page, 'Couldn’t load older tasks.')
      await fail(page, '**/api/tasks/completed?*')
      await page.reload()
      await expectText(page, 'Couldn’t load your completed tasks.')
    })
    await test.step('the dialogs', async () => {
      await page.unrouteAll()
      await fail(page, /\/api\/(categories|templates\/\d+|auth\/sessions)$/)
      await page.goto('/')
      await page.getByRole('button', { name: 'Categories', exact: true }).click()
      await expectText(page, 'Couldn’t load your categories.')
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Account: Mara' }).click()
      await page.getByRole('menuitem', { name: 'Active sessions' }).click()
      await expectText(page, 'Couldn’t load your sessions.')
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      const templates = await openTemplates(page)
      await templates.getByRole('button', { name: 'Preview Office move' }).click()
      await expectText(page, 'Failed to load template details.')
      await fail(page, '**/api/templates')
      await page.reload()
      await openTemplates(page)
      await expectText(page, 'Couldn’t load the templates.')
    })
  })
}
