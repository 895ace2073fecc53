import type { Page } from '@playwright/test'

import { attachmentPath } from '../support/attachments.ts'
import { card, openBoard, registerByApi, seedTasks } from '../support/board-page.ts'
import { expect, newPerson, test } from '../support/browser-test.ts'
import { openCanvas } from '../support/canvas.ts'
import { handleOf } from '../support/drag.ts'
import { pasteText } from '../support/paste-text.ts'
import { chooseLevel, openAdd, openDetails, openEdit } from '../support/task-forms.ts'
import { makeTemplates, openTemplates, removeTemplates } from '../support/template-page.ts'
import { openMenu } from '../support/timeline-page.ts'

const TITLE = 'פגישה עם דנה (3).'
const TEXT = 'לקנות חלב, לחם.'
const PROJECT = 'שיפוץ 2.'

/**
 * Expects that every Hebrew text runs from right to left: it is an element's own text with that direction, or it is
 * isolated in a sentence.
 */
async function expectDirections(page: Page): Promise<void> {
  const wrong = await page.evaluate(() => {
    const hebrew = /[\u0590-\u05FF]/
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- The function runs in the page.
    const isLeft = (element: Element) => getComputedStyle(element).direction !== 'rtl'
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode
      if (!parentElement?.checkVisibility() || parentElement.closest('textarea, script, .sr-only')) continue
      const rest = (nodeValue ?? '').replaceAll(/\u2068[^\u2069]*\u2069/g, '')
      // The letter of an avatar is the same in both directions.
      if (rest.length > 1 && hebrew.test(rest) && isLeft(parentElement))
        found.push(`${nodeValue} in ${parentElement.outerHTML.slice(0, 160)}`)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (field.checkVisibility() && hebrew.test(field.value) && isLeft(field))
        found.push(`${field.value} in ${field.name || field.id}`)
    return found
  })
  expect(wrong).toEqual([])
}

const SEED = {
  title: TITLE,
  description: TEXT,
  notes: TEXT,
  clearGoals: TEXT,
  nextSteps: TEXT,
  category: 'Project',
  projectName: PROJECT,
  dueDate: TEXT,
  startDate: '2026-11-10',
  endDate: '2026-11-12',
}

test(
  'Hebrew runs from right to left on the board, in details, forms, canvas and toasts',
  { tag: '@narrow' },
  async ({ page }) => {
    const [task] = await openBoard(page, [SEED, { title: 'Payroll', category: 'בית 4.' }])
    await page.request.put(attachmentPath(task?.id ?? 0, 'חשבון (2).pdf'), { data: 'x' })
    await page.reload()
    await expect(card(page, TITLE)).toBeVisible()
    await expectDirections(page)

    const details = await openDetails(page, TITLE)
    await expect(details.getByText('חשבון').first()).toBeVisible()
    await expectDirections(page)
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()

    const add = await openAdd(page)
    for (const name of ['Task Title', 'Description', 'Due Date'])
      await add.getByRole('textbox', { name }).fill(TEXT)
    await expectDirections(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(add).toBeHidden()

    const edit = await openEdit(page, TITLE)
    await expectDirections(page)
    await edit.getByRole('combobox', { name: 'Category' }).click()
    await expect(page.getByRole('option', { name: 'בית 4.' })).toBeVisible()
    await expectDirections(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()

    const canvas = await openCanvas(page, TITLE)
    await expectDirections(page)
    await canvas.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(canvas).toBeHidden()

    await card(page, TITLE).focus()
    await page.keyboard.press('d')
    await expect(page.getByText('Task duplicated', { exact: true })).toBeVisible()
    await expectDirections(page)
  },
)

test('Hebrew runs from right to left in every view, filter, search, template, trash and menu', async ({
  page,
}) => {
  await registerByApi(page, { ...newPerson('דנה'), lastName: 'לוי' })
  const [task] = await seedTasks(page, [
    SEED,
    { ...SEED, title: 'דוח', category: 'בית 4.' },
    { ...SEED, title: 'צבע' },
    { ...SEED, title: 'ארכיון', completed: true },
  ])
  await page.request.delete(`/api/tasks/${task?.id}`)
  await page.goto('/')
  await card(page, 'דוח').hover({ position: { x: 8, y: 8 } })
  await expect(page.getByRole('dialog', { name: /^Summary of / })).toBeVisible()
  await expectDirections(page)

  for (const view of ['Timeline', 'Completed', 'Priority View']) {
    await page.getByRole('tab', { name: view }).click()
    await expect(
      page
        .getByRole('tabpanel', { name: view })
        .getByText(/דוח|ארכיון/)
        .first(),
    ).toBeVisible()
    await expectDirections(page)
  }
  await page.getByRole('button', { name: 'Filter by Category' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: /בית/ })).toBeVisible()
  await expectDirections(page)
  await page.getByRole('menuitemcheckbox', { name: /בית/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'בית 4.' })).toBeVisible()
  await expectDirections(page)
  await page.goto('/')
  await expect(card(page, 'צבע')).toBeVisible()

  await page.keyboard.press('/')
  await expect(page.getByRole('checkbox', { name: PROJECT })).toBeVisible()
  await expectDirections(page)
  await page.getByRole('checkbox', { name: PROJECT }).click()
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible()
  await expectDirections(page)

  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('combobox').fill('צב')
  await expect(search.getByRole('option', { name: /צבע/ }).first()).toBeVisible()
  await expectDirections(page)
  await search.getByRole('combobox').fill('')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()

  await page.getByRole('button', { name: /^Account: / }).click()
  await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible()
  await expectDirections(page)
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  const trash = page.getByRole('dialog', { name: 'Trash' })
  await expect(trash.getByText(TITLE)).toBeVisible()
  await expectDirections(page)
  await page.keyboard.press('Escape')
  await expect(trash).toBeHidden()

  await makeTemplates(page, [
    {
      name: TITLE,
      description: TEXT,
      category: 'בית 4.',
      tasks: [{ title: TEXT }, { title: 'דוח', description: TEXT, dependencies: ['0'] }],
    },
  ])
  await page.reload()
  const templates = await openTemplates(page)
  await expect(templates.getByRole('heading', { name: TITLE })).toBeVisible()
  await expectDirections(page)
  await templates.getByRole('button', { name: `Preview ${TITLE}`, exact: true }).click()
  await expect(page.getByText('After', { exact: false }).first()).toBeVisible()
  await expectDirections(page)
  await removeTemplates(page)
})

test('Hebrew runs from right to left while it is typed into quick add', async ({ page }) => {
  await openBoard(page, [{ ...SEED, title: 'דוח' }])
  await page.keyboard.press('q')
  const line = page.getByRole('textbox', { name: 'Task', exact: true })
  await line.fill(`${TITLE} tomorrow `)
  await line.pressSequentially('#')
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectDirections(page)
  await line.fill(`${TITLE} `)
  await line.pressSequentially('+שי')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectDirections(page)
  await line.fill('')
  await pasteText(page, `${TITLE}\n${TEXT}`)
  await expect(page.getByRole('button', { name: 'Add 2 tasks' })).toBeVisible()
  await expectDirections(page)
})

test('Hebrew runs from right to left in the project menu for selected tasks and the dependencies dialog', async ({
  page,
}) => {
  await openBoard(page, [{ ...SEED, title: 'דוח' }])
  await card(page, 'דוח').click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('toolbar').getByRole('button', { name: 'Project', exact: true }).click()
  await expect(page.getByRole('button', { name: PROJECT })).toBeVisible()
  await expectDirections(page)
  await page.goto('/?view=timeline')
  await (await openMenu(page, 'דוח')).getByRole('menuitem', { name: 'Depends on…' }).click()
  await expect(page.getByRole('dialog', { name: 'דוח' })).toBeVisible()
  await expectDirections(page)
})

test(
  'Hebrew runs from right to left in the choices at a full level and in the panel for too much work',
  { tag: '@narrow' },
  async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-19T10:47:00+01:00'))
    const slots = [TITLE, TEXT, 'דוח'].map((title) => ({ title, priority: 2 as const }))
    await openBoard(page, [...slots, { title: 'צבע', plannedFor: '2026-11-19', estimatedTime: '9 hours' }])
    const edit = await openEdit(page, 'צבע')
    await chooseLevel(edit.getByRole('slider', { name: 'Priority Level' }), 2)
    await edit.getByRole('button', { name: 'Swap with…', exact: true }).click()
    await expect(edit.getByRole('button', { name: `Swap with ${TITLE}`, exact: true })).toBeVisible()
    await expectDirections(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(edit).toBeHidden()

    await handleOf(page, 'צבע').click()
    await page.getByRole('menuitem', { name: '2, full' }).click()
    const tray = page.getByRole('dialog', { name: 'Level 2 is full' })
    await tray.getByRole('button', { name: /^Swap with…/ }).click()
    await expect(page.getByRole('button', { name: `Swap with ${TITLE}`, exact: true })).toBeVisible()
    await expectDirections(page)
    await page.keyboard.press('Escape')
    await expect(tray.getByRole('button', { name: /^Wait in line/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tray).toBeHidden()

    await page.getByRole('button', { name: 'Today 1' }).click()
    await expect(page.getByRole('region', { name: /too much for today$/ })).toBeVisible()
    await expectDirections(page)
  },
)
