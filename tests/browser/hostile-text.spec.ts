import type { Locator, Page } from '@playwright/test'

import { testPicture } from '../support/attach-files.ts'
import { attachmentPath } from '../support/attachments.ts'
import { card, openBoard, registerByApi } from '../support/board-page.ts'
import { expect, newPerson, test } from '../support/browser-test.ts'
import { openCanvas, textOf } from '../support/canvas.ts'
import { CATEGORIES, PAYLOADS, expectOnlyText, expectShown } from '../support/hostile-text.ts'
import { openAdd, openEdit } from '../support/task-forms.ts'
import { makeTemplates, openTemplates, removeTemplates, startFrom } from '../support/template-page.ts'
import { openMenu } from '../support/timeline-page.ts'

test.beforeEach(async ({ page }) => {
  page.on('dialog', (dialog) => {
    if (dialog.message() === 'Are you sure you want to delete this task?') return dialog.accept()
    throw new Error(`a text ran as a program: ${dialog.message()}`)
  })
})

test('renders twelve hostile strings as plain text in every view', async ({ page }) => {
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
      // Level 10 has ten slots; the waiting line would hide the others.
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

async function close(page: Page, dialog: Locator): Promise<void> {
  const button = dialog.getByRole('button', { name: 'Close', exact: true })
  if (await button.isVisible()) await button.click()
  else await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('renders hostile category names as plain text in the list, filter, forms, cards and toasts', async ({
  page,
}) => {
  await openBoard(
    page,
    CATEGORIES.map((category, index) => ({ title: `Task ${index}`, category, priority: index < 6 ? 10 : 9 })),
  )
  for (const name of new Set(CATEGORIES)) {
    expect((await page.request.post('/api/categories', { data: { name } })).status()).toBe(201)
  }
  await page.reload()
  const [first = ''] = CATEGORIES
  await page.getByRole('button', { name: 'Filter by Category' }).click()
  for (const name of CATEGORIES) {
    await expect(page.getByRole('menuitemcheckbox', { name: `${name} 1 open`, exact: true })).toBeVisible()
  }
  await expectOnlyText(page)
  await page.getByRole('menuitemcheckbox', { name: `${first} 1 open`, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(card(page, 'Task 0')).toBeVisible()
  await expectOnlyText(page)
  await page.goto('/')

  const add = await openAdd(page)
  await add.getByRole('combobox', { name: 'Category' }).click()
  for (const name of CATEGORIES) await expect(page.getByRole('option', { name, exact: true })).toBeVisible()
  await expectOnlyText(page)
  await page.keyboard.press('Escape')
  await close(page, add)
  const edit = await openEdit(page, 'Task 0')
  await expect(edit.getByRole('combobox', { name: 'Category' })).toHaveText(first)
  await expectOnlyText(page)
  await close(page, edit)

  await page.getByRole('button', { name: 'Categories' }).click()
  const dialog = dialogOf(page, 'Manage Categories')
  for (const name of CATEGORIES) {
    await expect(dialog.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeAttached()
  }
  await expectOnlyText(page)
  await dialog.getByRole('button', { name: `Remove ${first}`, exact: true }).click()
  await expect(page.getByText('Category Removed', { exact: true })).toBeVisible()
  await expectOnlyText(page)
})

test('renders hostile template names as plain text in the list and in the preview, use and create dialogs', async ({
  page,
}) => {
  await openBoard(page, [{ title: 'Task', category: 'Project', projectName: PAYLOADS[1] }])
  const tasks = PAYLOADS.map((text, index) => ({
    title: text,
    description: text,
    category: CATEGORIES[index],
  }))
  const names = PAYLOADS.map((text, index) => `${text} ${index}`)
  await makeTemplates(
    page,
    names.map((name, index) => ({
      name,
      description: PAYLOADS[index],
      category: CATEGORIES[index],
      ...(index === 0 && { tasks }),
    })),
  )
  await page.reload()
  const dialog = await openTemplates(page)
  for (const name of names) {
    await expect(dialog.getByRole('button', { name: `Use ${name}`, exact: true })).toBeAttached()
  }
  await expectOnlyText(page)
  await dialog.getByRole('button', { name: `Preview ${names[0]}`, exact: true }).click()
  const preview = dialogOf(page, names[0] ?? '')
  for (const text of PAYLOADS) await expect(preview.getByText(text, { exact: true }).first()).toBeAttached()
  await expectOnlyText(page)
  await close(page, preview)
  const [first = ''] = PAYLOADS
  await dialog.getByRole('button', { name: `Use ${first} 0`, exact: true }).click()
  const use = dialogOf(page, `${first} 0`)
  await use.getByRole('textbox', { name: 'Project Name' }).fill(first)
  await expectOnlyText(page)
  await use.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Project: ${first}` })).toBeVisible()
  await expectOnlyText(page)
  const again = await openTemplates(page)
  await again.getByRole('tab', { name: 'Create Template' }).click()
  await startFrom(page, again, PAYLOADS[1] ?? '')
  await expectOnlyText(page)
  await removeTemplates(page)
})

test('renders hostile text as plain text in every dialog of a task, in toasts and in the page title', async ({
  page,
}) => {
  const text = '</title><img src=x onerror=alert(1)>'
  const other = '<svg onload=alert(1)>'
  const [task] = await openBoard(page, [
    {
      title: text,
      description: text,
      notes: text,
      clearGoals: text,
      nextSteps: text,
      category: 'Project',
      projectName: text,
      startDate: '2026-11-10',
      endDate: '2026-11-12',
    },
    { title: other, startDate: '2026-11-10', endDate: '2026-11-12' },
  ])
  await page.request.put(attachmentPath(task?.id ?? 0, `${text}.png`), { data: testPicture('any').buffer })
  await page.reload()

  const form = await openEdit(page, text)
  await expect(form.getByRole('textbox', { name: 'Task Title' })).toHaveValue(text)
  await expectOnlyText(page)
  await form.getByRole('textbox', { name: 'Task Title' }).fill(`${text}!`)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await expectShown(page, question, 'Your edits will be lost.')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()

  await card(page, text).press('i')
  await expectShown(page, dialogOf(page, `Summary of ${text}`), text)
  await close(page, dialogOf(page, `Summary of ${text}`))

  await page.keyboard.press('/')
  await expect(page.getByRole('checkbox', { name: text })).toBeVisible()
  await expectOnlyText(page)
  await close(page, dialogOf(page, 'Projects'))

  const canvas = await openCanvas(page, text)
  await expect(page).toHaveTitle(new RegExp('img src=x'))
  for (const name of ['Clear Goals', 'Notes', 'Next Steps'] as const) {
    await expect(textOf(canvas, name)).toHaveValue(text)
  }
  await canvas.getByRole('button', { name: /^Preview / }).click()
  const picture = page.getByRole('img', { name: /img src/ })
  await expect(picture).toBeVisible()
  await expectOnlyText(page)
  await page.keyboard.press('Escape')
  await expect(picture).toBeHidden()
  await expect(canvas.getByRole('button', { name: /^Preview / })).toBeFocused()
  await close(page, canvas)

  await page.getByRole('tab', { name: 'Timeline' }).click()
  await (await openMenu(page, text)).getByRole('menuitem', { name: 'Depends on…' }).click()
  const links = dialogOf(page, `Dependencies of “${text}”`)
  await links.getByRole('combobox').fill('svg')
  await expect(page.getByRole('option', { name: other })).toBeVisible()
  await expectOnlyText(page)
  await page.keyboard.press('Enter')
  await expect(links.getByText(other).first()).toBeVisible()
  await expectOnlyText(page)
  await links.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('tab', { name: 'Priority View' }).click()
  const last = await openEdit(page, other)
  await last.getByRole('button', { name: 'Delete Task' }).click()
  await expect(last).toBeHidden()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectOnlyText(page)
})

test('renders a hostile name and user agent as plain text in the account menu and its dialogs', async ({
  page,
  playwright,
  baseURL,
}) => {
  const text = '<img src=x onerror=alert(1)>'
  const person = { ...newPerson(text), lastName: text }
  await registerByApi(page, person)
  const { email, password } = person
  const elsewhere = await playwright.request.newContext({ baseURL, userAgent: text })
  const response = await elsewhere.post('/api/login', { data: { email, password } })
  expect(response.status()).toBe(200)
  await page.goto('/')
  await page.getByRole('button', { name: /^Account: / }).click()
  await expectShown(page, page.getByRole('menu', { name: 'Account' }), email)
  for (const item of ['Change password', 'Active sessions', 'Delete my account']) {
    await page.getByRole('menuitem', { name: item }).click()
    await expect(dialogOf(page, item)).toBeVisible()
    await expectOnlyText(page)
    await close(page, dialogOf(page, item))
    await page.getByRole('button', { name: /^Account: / }).click()
  }
  await elsewhere.dispose()
})
