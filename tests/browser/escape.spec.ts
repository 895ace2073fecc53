import type { Page } from '@playwright/test'

import { testPicture } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { expect, test } from '../support/browser-test.ts'
import { openCanvas } from '../support/canvas.ts'
import { openAdd, openBoardOfOne } from '../support/task-forms.ts'
import { makeTemplates, openTemplates, removeTemplates } from '../support/template-page.ts'

const TITLE = 'Call the bank'

test.describe('Escape at the moment a dialog appears', () => {
  test('closes a form for good, even if the browser goes back slowly', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    await page.evaluate(() => {
      const go = history.go.bind(history)
      history.go = (by) => void setTimeout(() => go(by), 200)
    })
    const pencil = page.getByRole('button', { name: `Edit ${TITLE}`, exact: true })
    await escapeOnceThere(page, '[role=dialog]')
    await pencil.press('Enter')
    await expectEscaped(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(pencil).toBeFocused()
  })

  test('closes a preview and leaves its canvas open', async ({ page }) => {
    const task = await openBoardOfOne(page, { title: TITLE })
    await page.request.put(attachmentPath(task.id, 'plan.png'), { data: testPicture('plan.png').buffer })
    await page.reload()
    const canvas = await openCanvas(page, TITLE)
    const preview = canvas.getByRole('button', { name: 'Preview plan.png' })
    await escapeOnceThere(page, '[role=dialog] a[download][data-autofocus]')
    await preview.press('Enter')
    await expectEscaped(page)
    await expect(page.getByRole('dialog', { name: 'plan.png' })).toHaveCount(0)
    await expect(preview).toBeFocused()
  })

  test('closes a confirmation and leaves its form open', async ({ page }) => {
    await openBoardOfOne(page, { title: TITLE })
    const form = await openAdd(page)
    const title = form.getByRole('textbox', { name: 'Task Title' })
    await title.fill('Renew passports')
    await escapeOnceThere(page, '[role=alertdialog]')
    await title.press('Escape')
    await expectEscaped(page)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(title).toBeFocused()
  })
})

test('one Escape closes a dialog whose first button has a tooltip', async ({ page }) => {
  await openBoardOfOne(page, { title: TITLE })
  await makeTemplates(page)
  const templates = await openTemplates(page)
  const opener = templates.getByRole('button', { name: 'Preview Client onboarding' })
  await opener.press('Enter')
  const preview = page.getByRole('dialog', { name: 'Client onboarding', exact: true })
  await expect(preview.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await expect(preview.getByRole('list', { name: 'Tasks' })).toBeVisible()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(opener).toBeFocused()
  await removeTemplates(page)
})

/** Presses Escape in the page as soon as an element matches, earlier than a key sent by the test could arrive. */
async function escapeOnceThere(page: Page, selector: string): Promise<void> {
  await page.evaluate((selector) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(escape)
      document.documentElement.dataset['escaped'] = 'true'
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, selector)
}

/** Waits for the key press of `escapeOnceThere`, so that a dialog that has not opened yet does not count as closed. */
async function expectEscaped(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-escaped', 'true')
}
