import type { Page } from '@playwright/test'

import { card, openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'

/** Ways by which a text has become a program in some page somewhere. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '</title><script>alert(1)</script>',
  '<math><mtext></p><style><img src=x onerror=alert(1)></style>',
  '[x](javascript:alert(1)) \u202E<b>b</b>',
]

/** No text has become an element or a handler anywhere in the page. */
async function expectOnlyText(page: Page): Promise<void> {
  const made = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (part) =>
          part.matches('img[src="x"], iframe, math, body script:not([src])') ||
          [...part.attributes].some(
            ({ name, value }) =>
              name.startsWith('on') || (/href$|^src$|action$/.test(name) && /^javascript:/i.test(value)),
          ),
      )
      .filter((part) => !part.matches('input, textarea'))
      .map((part) => part.outerHTML.slice(0, 120)),
  )
  expect(made).toEqual([])
}

test.beforeEach(async ({ page }) => {
  page.on('dialog', (dialog) => {
    throw new Error(`a text ran as a program: ${dialog.message()}`)
  })
})

test('twelve hostile texts are shown as text in every view', async ({ page }) => {
  await openBoard(
    page,
    PAYLOADS.map((text, index) => ({
      title: text,
      description: text,
      category: 'Project',
      projectName: text,
      dueDate: text,
      notes: text,
      estimatedTime: text,
      attachments: [text],
      startDate: `2026-11-${String(10 + index)}`,
      // Ten have a slot at level 10, and the others would be folded away behind them.
      priority: index < 6 ? 10 : 9,
    })),
  )
  for (const text of PAYLOADS) await expect(card(page, text)).toHaveCount(1)
  await expectOnlyText(page)

  for (const view of ['Timeline', 'Completed', 'Priority View']) {
    await page.getByRole('tab', { name: view }).click()
    await expect(page.getByRole('tabpanel', { name: view })).toBeVisible()
    await expectOnlyText(page)
  }
})

test('a hostile text is text in forms, popovers, questions, toasts and the title of the page', async ({
  page,
}) => {
  const text = '</title><img src=x onerror=alert(1)>'
  await openBoard(page, [
    { title: text, description: text, notes: text, category: 'Project', projectName: text },
  ])
  await card(page, text).click()
  const form = page.getByRole('dialog', { name: 'Edit Task' })
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue(text)
  await expectOnlyText(page)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: `Start Work on ${text}` }).click()
  await expect(page.getByRole('dialog', { name: text })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp('img src=x'))
  await expectOnlyText(page)
})
