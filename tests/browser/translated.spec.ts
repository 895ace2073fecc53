import type { Page } from '@playwright/test'

import { card, openBoard, titlesAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { addTask, openAdd } from '../support/task-forms.ts'

/** Wraps every text of the page, like a browser's translator. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      if (text.parentElement?.closest('font, script, style, textarea')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      text.parentNode?.replaceChild(outer, text)
      outer.append(inner)
      inner.append(text)
    }
  })
}

test('a translated page keeps working in every view', async ({ page }) => {
  await openBoard(page, [
    { title: 'Water filter', dueDate: '2031-05-02' },
    { title: 'Payroll', priority: 4, estimatedTime: '2 hours' },
  ])
  await translate(page)
  await card(page, 'Water filter').press('c')
  await expect(card(page, 'Water filter')).toHaveCount(0)
  await translate(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(titlesAt(page, 5)).toHaveText(['Water filter'])
  await expect(page.getByText('2 open')).toBeVisible()

  const dialog = await openAdd(page)
  await dialog.getByRole('textbox', { name: 'Due Date' }).fill('tomorrow 9am')
  await expect(dialog.getByText(/tomorrow\)/)).toBeVisible()
  await translate(page)
  await dialog.getByRole('textbox', { name: 'Due Date' }).fill('when it rains')
  await expect(dialog.getByText(/tomorrow\)/)).toBeHidden()
  await addTask(dialog, 'Renew passports')
  await expect(card(page, 'Renew passports')).toBeVisible()
  await translate(page)

  for (const view of ['Timeline', 'Completed', 'Priority View']) {
    await page.getByRole('tab', { name: view }).click()
    await expect(page.getByRole('tabpanel', { name: view })).toBeVisible()
    await translate(page)
  }
  await page.getByRole('button', { name: 'Filter by Category' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Meeting' }).click()
  await expect(card(page, 'Payroll')).toHaveCount(0)
})
